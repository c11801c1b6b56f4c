// Package featuretest checks that an extractor keeps the contract of package features, in the
// manner of testing/fstest. A feature from outside this module can be checked like those inside:
//
//	if err := featuretest.Check(mine.Feature); err != nil {
//		t.Fatal(err)
//	}
package featuretest

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"sync"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// Check fits the extractor to small sets of responses, with empty and equal texts, ties, an
// empty key and a single respondent among them, and returns an error for each rule that it breaks:
//
//   - a respondent's own rating has no influence on its training row;
//   - column names are unique and every value is in a named column, in ascending order;
//   - values are finite;
//   - a response gives the same row whether its text was known beforehand or not, alone or
//     among others, and from many goroutines at once;
//   - the order of the training part does not matter, nor what becomes of it after the fit;
//   - inputs are left unchanged;
//   - a [features.Static] feature's FitAll has the same values in the columns of Fit, and
//     only zeros for the training part in the others, unless the feature is
//     [features.Restricted] and names those;
//   - a [features.ResourceUser] returns the same resources each time, each with a name and a
//     SHA-256 of 64 hexadecimal digits, no name twice;
//   - the version of a [features.Versioned] is at least 1.
func Check(e features.Extractor) error {
	var errs []error
	if e.Name() == "" || e.Description() == "" {
		errs = append(errs, errors.New("a name and a description are needed"))
	}
	for _, err := range []error{validResources(e), validVersion(e)} {
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", e.Name(), err))
		}
	}
	for _, c := range cases {
		for _, rule := range []func(features.Extractor, example) error{
			noLeakage, wellFormed, knownOrNot, orderOfTraining, unchanged, static, concurrent,
		} {
			if err := safely(rule, e, c.build()); err != nil {
				errs = append(errs, fmt.Errorf("%s, %s: %w", e.Name(), c.name, err))
			}
		}
	}
	return errors.Join(errs...)
}

// safely turns a panic into an error.
func safely(rule func(features.Extractor, example) error, e features.Extractor, x example) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return rule(e, x)
}

// example is a question with responses to train on and others to predict.
type example struct {
	question *features.Question
	cache    *text.Cache
	train    []features.Rated
	test     []*text.Doc
	strings  []string // the texts of test
}

type set struct {
	name        string
	key         []string
	train, test []string
}

var cases = []set{
	{"short answers",
		[]string{"the Speaker of the House", "Speaker"},
		[]string{"speaker of the house", "Speaker", "the president", "", "speaker of house", "Speaker", "vice president",
			"the house speaker", "", "senate majority leader", "no", "I don't know", "Präsident des Hauses", "speaker speaker"},
		[]string{"speaker", "", "president of the house", "something else entirely", "The Speaker!", "senate", "日本 speaker", "of the"}},
	{"no key", nil, []string{"a stack is last in, first out", "a queue", "last in first out", ""}, []string{"first in last out", "a queue", ""}},
	{"key of stop words", []string{"it is", "..."}, []string{"it is", "is it", "not", ""}, []string{"it is", "was it", ""}},
	{"nothing answered", []string{"yes"}, []string{"", "", "!"}, []string{"", "yes"}},
	{"equal answers", []string{"congress"}, []string{"congress", "congress", "congress"}, []string{"congress", "court"}},
	{"one respondent", []string{"congress"}, []string{"the congress"}, []string{"congress", ""}},
}

func (s set) build() example {
	x := example{cache: text.NewCache(text.English), strings: s.test}
	x.question = features.NewQuestion("q", s.key, slices.Concat(s.train, s.test), x.cache)
	for i, t := range s.train {
		// Ratings with full mantissas: sums of them depend on every term.
		x.train = append(x.train, features.Rated{Doc: x.cache.Doc(t), Rating: math.Mod(0.1+float64(i)*math.Phi, 1)})
	}
	for _, t := range s.test {
		x.test = append(x.test, x.cache.Doc(t))
	}
	return x
}

func (x example) fit(e features.Extractor) features.Fitted {
	return e.Prepare(x.question).Fit(x.train)
}

func noLeakage(e features.Extractor, x example) error {
	before := x.fit(e)
	for i := range x.train {
		changed := slices.Clone(x.train)
		changed[i].Rating = 1 - changed[i].Rating/3
		after := e.Prepare(x.question).Fit(changed)
		if a, b := trainRow(before, i), trainRow(after, i); !equal(a, b) {
			return fmt.Errorf("the rating of training response %d leaks into its own row: %v becomes %v", i, a, b)
		}
	}
	return nil
}

func wellFormed(e features.Extractor, x example) error {
	f := x.fit(e)
	columns := f.Columns()
	sorted := slices.Clone(columns)
	slices.Sort(sorted)
	if len(slices.Compact(sorted)) != len(columns) {
		return fmt.Errorf("column names are not unique: %q", columns)
	}
	if !slices.Equal(columns, f.Columns()) {
		return errors.New("columns change from call to call")
	}
	for _, row := range allRows(f, x) {
		last := int32(-1)
		for k, j := range row.Index {
			if j <= last || int(j) >= len(columns) {
				return fmt.Errorf("column %d after %d, of %d", j, last, len(columns))
			}
			last = j
			if v := row.Value[k]; math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("value %v in column %s", v, columns[j])
			}
		}
	}
	return nil
}

func knownOrNot(e features.Extractor, x example) error {
	known := x.fit(e)
	bare := features.NewQuestion("q", nil, nil, x.cache)
	bare.Key = x.question.Key
	unknown := e.Prepare(bare).Fit(x.train)
	if !slices.Equal(known.Columns(), unknown.Columns()) {
		return errors.New("columns depend on which texts were known beforehand")
	}
	for i := range x.train {
		if a, b := trainRow(known, i), trainRow(unknown, i); !close(a, b) {
			return fmt.Errorf("training row %d is %v with the text known beforehand and %v without", i, a, b)
		}
	}
	for i, s := range x.strings {
		fresh := text.English.Doc(s)
		if a, b := row(known, x.test[i]), row(known, fresh); !close(a, b) {
			return fmt.Errorf("response %q gives %v as a known text and %v as a new one", s, a, b)
		}
		if a, b := row(known, x.test[i]), row(unknown, x.test[i]); !close(a, b) {
			return fmt.Errorf("response %q gives %v with the text known beforehand and %v without", s, a, b)
		}
	}
	return nil
}

func orderOfTraining(e features.Extractor, x example) error {
	before := x.fit(e)
	turned := slices.Clone(x.train)
	slices.Reverse(turned)
	after := e.Prepare(x.question).Fit(turned)
	// A fitted feature must not look at its training part again.
	for i := range turned {
		turned[i] = features.Rated{}
	}
	if !slices.Equal(before.Columns(), after.Columns()) {
		return errors.New("columns depend on the order of the training part")
	}
	for i := range x.train {
		if a, b := trainRow(before, i), trainRow(after, len(turned)-1-i); !close(a, b) {
			return fmt.Errorf("training row %d depends on the order of the training part: %v or %v", i, a, b)
		}
	}
	for i, d := range x.test {
		if a, b := row(before, d), row(after, d); !close(a, b) {
			return fmt.Errorf("test row %d depends on the order of the training part: %v or %v", i, a, b)
		}
	}
	return nil
}

func unchanged(e features.Extractor, x example) error {
	train, key, docs := slices.Clone(x.train), copies(x.question.Key), copies(x.question.Docs)
	allRows(x.fit(e), x)
	if !slices.Equal(train, x.train) || !reflect.DeepEqual(key, copies(x.question.Key)) || !reflect.DeepEqual(docs, copies(x.question.Docs)) {
		return errors.New("inputs were changed")
	}
	return nil
}

func static(e features.Extractor, x example) error {
	s, ok := e.Prepare(x.question).(features.Static)
	if !ok {
		return nil
	}
	fitted, all := x.fit(e), s.FitAll()
	column := make(map[string]int)
	for j, name := range all.Columns() {
		column[name] = j
	}
	used := make(map[int]bool)
	for _, name := range fitted.Columns() {
		j, ok := column[name]
		if !ok {
			return fmt.Errorf("FitAll lacks column %s", name)
		}
		used[j] = true
	}
	r, restricted := s.(features.Restricted)
	if restricted {
		for j, kept := range r.Kept(x.train) {
			if kept != used[j] {
				return fmt.Errorf("column %s: kept is %v, Fit has it: %v", all.Columns()[j], kept, used[j])
			}
		}
	}
	check := func(what string, part, whole []float64, train bool) error {
		for k, name := range fitted.Columns() {
			if part[k] != whole[column[name]] {
				return fmt.Errorf("%s: column %s is %v by Fit and %v by FitAll", what, name, part[k], whole[column[name]])
			}
		}
		for j, v := range whole {
			if train && v != 0 && !used[j] && !restricted {
				return fmt.Errorf("%s has a value in column %s of FitAll, which Fit leaves out", what, all.Columns()[j])
			}
		}
		return nil
	}
	for i, t := range x.train {
		if err := check(fmt.Sprintf("training row %d", i), trainRow(fitted, i), row(all, t.Doc), true); err != nil {
			return err
		}
	}
	for i, d := range x.test {
		if err := check(fmt.Sprintf("test row %d", i), row(fitted, d), row(all, d), false); err != nil {
			return err
		}
	}
	return nil
}

func concurrent(e features.Extractor, x example) error {
	prepared := e.Prepare(x.question)
	want := allRows(prepared.Fit(x.train), x)
	shared := prepared.Fit(x.train)
	var wg sync.WaitGroup
	got := make([][]features.Row, 4)
	for g := range got {
		wg.Go(func() {
			if g%2 == 0 {
				got[g] = allRows(shared, x)
			} else {
				got[g] = allRows(prepared.Fit(x.train), x)
			}
		})
	}
	wg.Wait()
	for _, rows := range got {
		if !reflect.DeepEqual(rows, want) {
			return errors.New("rows differ when computed by several goroutines")
		}
	}
	return nil
}

// allRows returns the rows of the training part and of the responses to predict.
func allRows(f features.Fitted, x example) []features.Row {
	var rows []features.Row
	for i := range x.train {
		var r features.Row
		f.AppendTrain(&r, i)
		rows = append(rows, r)
	}
	for _, d := range x.test {
		var r features.Row
		f.Append(&r, d)
		rows = append(rows, r)
	}
	return rows
}

func row(f features.Fitted, d *text.Doc) []float64 {
	var r features.Row
	f.Append(&r, d)
	return dense(r, len(f.Columns()))
}

func trainRow(f features.Fitted, i int) []float64 {
	var r features.Row
	f.AppendTrain(&r, i)
	return dense(r, len(f.Columns()))
}

// dense writes a row out. Columns out of range are dropped here; wellFormed tells of them.
func dense(r features.Row, columns int) []float64 {
	values := make([]float64, columns)
	for k, j := range r.Index {
		if j >= 0 && int(j) < columns {
			values[j] = r.Value[k]
		}
	}
	return values
}

// equal compares bit by bit, as far as == does.
func equal(a, b []float64) bool { return slices.Equal(a, b) }

// close allows for sums taken in another order.
func close(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= 1e-12 })
}

func copies(docs []*text.Doc) []text.Doc {
	c := make([]text.Doc, len(docs))
	for i, d := range docs {
		c[i] = text.Doc{Raw: d.Raw, Words: slices.Clone(d.Words), Clean: d.Clean, Set: slices.Clone(d.Set)}
	}
	return c
}
