// Package regresstest checks that a regressor keeps the contract of package regress, in the manner
// of testing/fstest. A regressor from outside this module is checked like those inside:
//
//	if err := regresstest.Check(mine.Regressor{}); err != nil {
//	t.Fatal(err)
//	}
package regresstest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/luna-rating/luna/regress"
)

// Check fits the regressor to small problems, among them problems with equal rows, with more
// columns than rows, with uninformative columns and with a single row. It returns an error for each
// rule that the regressor breaks:
//
//   - its name is in lower case, without blanks;
//   - it refuses a problem that [regress.Problem.Check] refuses, with no model and an error that
//     wraps that one;
//   - every other problem gives a model with one finite prediction per row or, if squares of its
//     numbers overflow, an error and no model;
//   - fits of one problem predict the same to the bit, from many goroutines at once too;
//   - a row has the same prediction, to the bit, alone and among others, from many goroutines at
//     once too;
//   - the problem is left unchanged;
//   - the Gram matrix, a hint, changes predictions by rounding only;
//   - a model survives JSON: what json.Unmarshal reads into a new value of its type predicts the
//     same to the bit;
//   - a model panics for rows with a different number of columns instead of predicting from the
//     wrong ones.
//
// How well the regressor predicts is not checked.
func Check(r regress.Regressor) error {
	var errs []error
	if name := r.Name(); name == "" || name != strings.ToLower(name) ||
		strings.ContainsFunc(name, unicode.IsSpace) {
		errs = append(errs, fmt.Errorf("name %q: lower case without blanks is needed", name))
	}
	for _, c := range refused() {
		if err := safely(func() error { return refuses(r, c) }); err != nil {
			errs = append(errs, fmt.Errorf("%s, %s: %w", r.Name(), c.name, err))
		}
	}
	for _, c := range vast() {
		if err := safely(func() error { return overflows(r, c) }); err != nil {
			errs = append(errs, fmt.Errorf("%s, %s: %w", r.Name(), c.name, err))
		}
	}
	for _, c := range accepted() {
		if err := safely(func() error { return keeps(r, c) }); err != nil {
			errs = append(errs, fmt.Errorf("%s, %s: %w", r.Name(), c.name, err))
		}
	}
	return errors.Join(errs...)
}

// keeps checks the rules for a problem that is accepted, up to the first that is broken: the others
// would report the same.
func keeps(r regress.Regressor, x example) error {
	m, err := fit(r, x.problem)
	if err != nil {
		return err
	}
	for _, rule := range []func(regress.Regressor, regress.Model, example) error{
		predicts, unchanged, repeats, rowByRow, gramIsHint, survivesJSON, otherColumns,
	} {
		if err := rule(r, m, x); err != nil {
			return err
		}
	}
	return nil
}

// safely converts a panic into an error.
func safely(rule func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return rule()
}

func refuses(r regress.Regressor, x example) error {
	want := cmp.Or(errors.Unwrap(x.problem.Check()), x.problem.Check())
	switch m, err := r.Fit(x.problem); {
	case err == nil:
		return fmt.Errorf("found a fit, expected the error %q", x.problem.Check())
	case !errors.Is(err, want):
		return fmt.Errorf("found the error %q, expected one that wraps %q", err, want)
	case m != nil:
		return fmt.Errorf("found a model beside the error %q", err)
	}
	return nil
}

func fit(r regress.Regressor, p regress.Problem) (regress.Model, error) {
	m, err := r.Fit(p)
	switch {
	case err != nil:
		return nil, fmt.Errorf("fit: %w", err)
	case m == nil:
		return nil, errors.New("fit: found neither a model nor an error")
	}
	return m, nil
}

// predictions returns the predictions for the training rows, followed by those for other rows.
func predictions(m regress.Model, x example) []float64 {
	return append(slices.Clone(m.Predict(x.problem.X)), m.Predict(x.others)...)
}

func predicts(_ regress.Regressor, m regress.Model, x example) error {
	for _, rows := range []*regress.Matrix{x.problem.X, x.others, x.others.Select(nil)} {
		n, _ := rows.Dims()
		y := m.Predict(rows)
		if len(y) != n {
			return fmt.Errorf("found %d predictions for %d rows", len(y), n)
		}
		for i, v := range y {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("found prediction %v for row %d, expected a finite one", v, i)
			}
		}
	}
	return nil
}

func overflows(r regress.Regressor, x example) error {
	m, err := r.Fit(x.problem)
	switch {
	case err == nil:
		return predicts(r, m, x)
	case m != nil:
		return fmt.Errorf("found a model beside the error %q", err)
	}
	return nil
}

// same compares problems by their numbers, since a matrix may cache results.
func same(a, b regress.Problem) bool {
	if !reflect.DeepEqual(rowsOf(a.X), rowsOf(b.X)) {
		return false
	}
	a.X, b.X = nil, nil
	return reflect.DeepEqual(a, b)
}

func rowsOf(m *regress.Matrix) []regress.Row {
	if m == nil {
		return nil
	}
	n, _ := m.Dims()
	rows := make([]regress.Row, n)
	for i := range rows {
		rows[i] = m.Row(i)
	}
	return rows
}

func unchanged(_ regress.Regressor, m regress.Model, x example) error {
	m.Predict(x.problem.X)
	again := x.again()
	if !same(x.problem, again.problem) {
		return errors.New("the problem was changed")
	}
	return nil
}

func repeats(r regress.Regressor, m regress.Model, x example) error {
	want := predictions(m, x)
	got := make([][]float64, 4)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() {
			_ = safely(func() error { // a missing prediction is reported below
				other := m
				if i%2 == 0 {
					other, _ = r.Fit(x.problem)
				}
				got[i] = predictions(other, x)
				return nil
			})
		})
	}
	wg.Wait()
	for i, y := range got {
		if !sameBits(y, want) {
			if i%2 == 0 {
				return fmt.Errorf("another fit predicts otherwise: %v and %v", y, want)
			}
			return fmt.Errorf("the same model predicts otherwise when used again: %v and %v",
				y, want)
		}
	}
	return nil
}

func rowByRow(_ regress.Regressor, m regress.Model, x example) error {
	n, _ := x.problem.X.Dims()
	all := m.Predict(x.problem.X)
	for i := range n {
		if one := m.Predict(x.problem.X.Select([]int{i})); !sameBits(one, all[i:i+1]) {
			return fmt.Errorf("row %d alone is predicted %v, %v among the others", i, one, all[i])
		}
	}
	return nil
}

func gramIsHint(r regress.Regressor, m regress.Model, x example) error {
	with := x.problem
	with.Gram = regress.Gram(x.problem.X)
	other, err := fit(r, with)
	if err != nil {
		return err
	}
	p, q := predictions(m, x), predictions(other, x)
	for i := range p {
		if math.Abs(p[i]-q[i]) > 1e-6*(1+math.Abs(p[i])) {
			return fmt.Errorf("prediction %d is %v without and %v with the Gram matrix",
				i, p[i], q[i])
		}
	}
	return nil
}

func survivesJSON(_ regress.Regressor, m regress.Model, x example) error {
	text, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("the model as JSON: %w", err)
	}
	// A pointer to the model's type reads both a *T and a T.
	typ := reflect.TypeOf(m)
	pointer := typ.Kind() == reflect.Pointer
	if pointer {
		typ = typ.Elem()
	}
	back := reflect.New(typ)
	if err := json.Unmarshal(text, back.Interface()); err != nil {
		return fmt.Errorf("the model from its JSON: %w", err)
	}
	if !pointer {
		back = back.Elem()
	}
	var got []float64
	err = safely(func() error {
		got = predictions(back.Interface().(regress.Model), x)
		return nil
	})
	if err != nil {
		return fmt.Errorf("the model from its JSON: %w", err)
	}
	if want := predictions(m, x); !sameBits(got, want) {
		return fmt.Errorf("the model from its JSON predicts %v, expected %v", got, want)
	}
	return nil
}

func otherColumns(_ regress.Regressor, m regress.Model, x example) error {
	_, cols := x.problem.X.Dims()
	rows := regress.NewMatrix(1, cols+1)
	rows.Append(regress.Row{Index: []int32{int32(cols)}, Value: []float64{1}})
	if err := safely(func() error { m.Predict(rows); return nil }); err == nil {
		return fmt.Errorf("found a prediction for a row of %d columns, expected a panic: the "+
			"model has %d", cols+1, cols)
	}
	return nil
}

// sameBits reports whether two slices are equal to the bit.
func sameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool {
		return math.Float64bits(x) == math.Float64bits(y)
	})
}
