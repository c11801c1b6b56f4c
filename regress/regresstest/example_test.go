package regresstest_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/regress"
	"github.com/luna-rating/luna/regress/regresstest"
)

// median predicts the median of the targets, whatever the row.
type median struct{}

func (median) Name() string { return "median" }

func (median) Fit(p regress.Problem) (regress.Model, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	_, columns := p.X.Dims()
	y := slices.Sorted(slices.Values(p.Y))
	return &regress.Linear{Coef: make([]float64, columns), Intercept: y[len(y)/2]}, nil
}

// hasty is median without checking the problem or copying the targets.
type hasty struct{ median }

func (hasty) Fit(p regress.Problem) (regress.Model, error) {
	_, columns := p.X.Dims()
	slices.Sort(p.Y)
	return &regress.Linear{Coef: make([]float64, columns), Intercept: p.Y[len(p.Y)/2]}, nil
}

func ExampleCheck() {
	fmt.Println(regresstest.Check(median{}))
	for line := range strings.Lines(regresstest.Check(hasty{}).Error()) {
		if strings.Contains(line, "target that is NaN") || strings.Contains(line, "changed") {
			fmt.Print(line)
		}
	}
	// Output:
	// <nil>
	// median, a target that is NaN: found a fit, expected the error "regress: value is not finite: target NaN of row 0"
	// median, numbers: the problem was changed
	// median, words, more columns than rows: the problem was changed
	// median, equal rows: the problem was changed
	// median, columns of different scale: the problem was changed
}
