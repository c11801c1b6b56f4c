package main

import (
	"fmt"
	"math"

	"github.com/luna-rating/luna/regress"
)

// PLS is partial least squares regression with a single component. With Xc and yc the centred
// columns and targets,
//
//	w = Xcᵀ yc,  t = Xc w,  ŷ = mean(y) + (x - mean(X))·w (tᵀyc)/(tᵀt)
//
// Columns are not scaled. If none correlates with the targets, it predicts their mean.
//
// Source: Wold, Ruhe, Wold and Dunn, The Collinearity Problem in Linear Regression, SIAM J. Sci.
// Stat. Comput. 5(3), 1984.
type PLS struct{}

// Name returns "pls".
func (PLS) Name() string { return "pls" }

// Fit returns a *regress.Linear. It fails where p.Check does and where squares overflow.
func (PLS) Fit(p regress.Problem) (regress.Model, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	n, columns := p.X.Dims()
	ybar := regress.Mean(p.Y)
	means := make([]float64, columns)
	w := make([]float64, columns)
	var sum float64 // of yc, but for rounding 0
	for i := range n {
		row, yc := p.X.Row(i), p.Y[i]-ybar
		for k, j := range row.Index {
			means[j] += row.Value[k] / float64(n)
			w[j] += row.Value[k] * yc
		}
		sum += yc
	}
	var shift float64 // mean(X)·w
	for j := range w {
		w[j] -= means[j] * sum
		shift += means[j] * w[j]
	}
	var tt, ty float64
	for i := range n {
		row, t := p.X.Row(i), -shift
		for k, j := range row.Index {
			t += row.Value[k] * w[j]
		}
		tt, ty = tt+t*t, ty+t*(p.Y[i]-ybar)
	}
	for _, v := range []float64{ybar, tt, ty} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf(
				"%w: squares overflow; rescale columns or targets", regress.ErrNotFinite,
			)
		}
	}
	slope := 0.0
	if tt > 0 {
		slope = ty / tt
	}
	for j := range w {
		w[j] *= slope
	}
	return &regress.Linear{Coef: w, Intercept: ybar - slope*shift}, nil
}
