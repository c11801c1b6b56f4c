// Package featuretest checks that an extractor keeps the contract of package features, in the
// manner of testing/fstest. It checks features of this module and of others alike:
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
	"github.com/luna-rating/luna/internal/numbers"
)

// Check fits the extractor to small sets of responses, among them empty and equal texts, ties, an
// empty key and a single respondent, and returns an error for each rule that it breaks:
//
//   - a respondent's own rating has no influence on its training row;
//   - nor has its response in the key: a response that nobody else gave may be there because it was
//     accepted ([features.Rated].Copied);
//   - column names are unique, and the columns of a row exist and are in ascending order;
//   - values are finite;
//   - a response gives the same row whether its text was known beforehand or not, alone or
//     among others, and from many goroutines at once;
//   - neither the order of the training set matters nor what happens to it after the fit;
//   - inputs are left unchanged;
//   - FitAll of a [features.Static] feature has the same values in the columns of Fit, and only
//     zeros in the others for the training set, unless the feature is [features.Restricted] and
//     names those;
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
	for _, c := range testCases {
		for _, rule := range []func(features.Extractor, example) error{
			noLeakage, ownAnswer, wellFormed, knownOrNot, trainingOrder, ownCopy, unchanged,
			static, concurrent,
		} {
			if err := safely(rule, e, c.build()); err != nil {
				errs = append(errs, fmt.Errorf("%s, %s: %w", e.Name(), c.name, err))
			}
		}
	}
	return errors.Join(errs...)
}

// safely turns a panic into an error.
func safely(
	rule func(features.Extractor, example) error, e features.Extractor, x example,
) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return rule(e, x)
}

func noLeakage(e features.Extractor, x example) error {
	before := x.fit(e)
	for i := range x.train {
		changed := slices.Clone(x.train)
		changed[i].Rating = 1 - changed[i].Rating/3
		after := e.Prepare(x.question).Fit(changed)
		if a, b := trainRow(before, i), trainRow(after, i); !equal(a, b) {
			return fmt.Errorf("the rating of training response %d leaks into its own row: "+
				"%v becomes %v", i, a, b)
		}
	}
	return nil
}

// ownAnswer adds responses to the key, one at a time. With an empty key there is nothing else to
// compare with.
func ownAnswer(e features.Extractor, x example) error {
	if len(x.question.Key) == 0 {
		return nil
	}
	before := x.fit(e)
	for i, r := range x.train {
		equal := func(d *text.Doc) bool { return d.Clean == r.Doc.Clean }
		others := slices.Delete(slices.Clone(x.train), i, i+1)
		if r.Doc.Empty() || slices.ContainsFunc(x.question.Key, equal) ||
			slices.ContainsFunc(others, func(o features.Rated) bool { return equal(o.Doc) }) {
			continue
		}
		copied := *x.question
		copied.Key = append(slices.Clone(copied.Key), r.Doc)
		train := slices.Clone(x.train)
		train[i].Copied = true
		after := e.Prepare(&copied).Fit(train)
		if a, b := trainRow(before, i), trainRow(after, i); !close(a, b) {
			return fmt.Errorf("training response %d is compared with itself if the key has it: "+
				"%v becomes %v", i, a, b)
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
	rows, again := denseRows(known, x), denseRows(unknown, x)
	for k, a := range rows {
		if b := again[k]; !close(a, b) {
			return fmt.Errorf("%s is %v with the text known beforehand and %v without", x.rowName(k), a, b)
		}
	}
	for i, s := range x.testTexts {
		fresh := text.English.Doc(s)
		if a, b := row(known, x.test[i]), row(known, fresh); !close(a, b) {
			return fmt.Errorf("response %q gives %v as a known text and %v as a new one", s, a, b)
		}
	}
	return nil
}

func trainingOrder(e features.Extractor, x example) error {
	before := x.fit(e)
	reversed := slices.Clone(x.train)
	slices.Reverse(reversed)
	after := e.Prepare(x.question).Fit(reversed)
	if !slices.Equal(before.Columns(), after.Columns()) {
		return errors.New("columns depend on the order of the training set")
	}
	rows, again := denseRows(before, x), denseRows(after, x)
	slices.Reverse(again[:len(x.train)])
	for k, a := range rows {
		if b := again[k]; !close(a, b) {
			return fmt.Errorf("%s depends on the order of the training set: %v or %v", x.rowName(k), a, b)
		}
	}
	return nil
}

// ownCopy clears the training set after the fit.
func ownCopy(e features.Extractor, x example) (err error) {
	train := slices.Clone(x.train)
	fitted := e.Prepare(x.question).Fit(train)
	before := fmt.Sprint(allRows(fitted, x))
	clear(train)
	kept := errors.New("the rows change with the caller's training set after the fit: Fit has to copy what " +
		"it keeps of it")
	defer func() {
		if recover() != nil {
			err = kept
		}
	}()
	if fmt.Sprint(allRows(fitted, x)) != before {
		return kept
	}
	return nil
}

func unchanged(e features.Extractor, x example) error {
	train := slices.Clone(x.train)
	key := copies(x.question.Key)
	docs := copies(x.question.Docs)
	allRows(x.fit(e), x)
	if !slices.Equal(train, x.train) ||
		!reflect.DeepEqual(key, copies(x.question.Key)) ||
		!reflect.DeepEqual(docs, copies(x.question.Docs)) {
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
				return fmt.Errorf("column %s: Kept says %v, Fit has it: %v",
					all.Columns()[j], kept, used[j])
			}
		}
	}
	rows := denseRows(fitted, x)
	docs := numbers.Map(x.train, func(t features.Rated) *text.Doc { return t.Doc })
	for k, d := range append(docs, x.test...) {
		values := row(all, d)
		for j, name := range fitted.Columns() {
			if a, b := rows[k][j], values[column[name]]; a != b {
				return fmt.Errorf("%s: column %s is %v by Fit and %v by FitAll", x.rowName(k), name, a, b)
			}
		}
		for j, v := range values {
			if k < len(x.train) && v != 0 && !used[j] && !restricted {
				return fmt.Errorf("%s has a value in column %s of FitAll, which Fit leaves out",
					x.rowName(k), all.Columns()[j])
			}
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
