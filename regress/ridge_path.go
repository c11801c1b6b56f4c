package regress

import (
	"fmt"
	"math"
)

// RidgeFit is a point of [RidgePath].
type RidgeFit struct {
	Alpha float64 // the penalty, as in [Ridge]
	// LOO is the mean squared leave-one-out error, in squared units of y; NaN for a
	// single row.
	LOO   float64
	Model *Linear // fitted with this penalty
}

// RidgePath fits [Ridge] for each penalty, in the order given, at the cost of one
// decomposition. It is for problems whose smaller side is at most some thousand: there
// is no way round the decomposition here. It fails where a penalty is not
// positive and finite ([ErrOption]) and for the reasons for which [Ridge.Fit] does.
func RidgePath(p Problem, alphas []float64) ([]RidgeFit, error) {
	for _, alpha := range alphas {
		if !(alpha > 0) || math.IsInf(alpha, 0) {
			return nil, fmt.Errorf("%w: ridge: alpha is %v, want a positive number", ErrOption, alpha)
		}
	}
	s, err := newRidgeSystem(p)
	if err != nil {
		return nil, err
	}
	path := make([]RidgeFit, len(alphas))
	if s.trivial != nil {
		loo := leaveOneOutOfMean(p.Y)
		for k, alpha := range alphas {
			path[k] = RidgeFit{Alpha: alpha, LOO: loo, Model: s.trivial}
		}
		return path, nil
	}
	d := s.decompose(p)
	for k, loo := range d.leaveOneOut(alphas) {
		m, err := d.fit(alphas[k])
		if err != nil {
			return nil, err
		}
		path[k] = RidgeFit{Alpha: alphas[k], LOO: loo, Model: m}
	}
	return path, nil
}

// leaveOneOutOfMean returns the mean squared error of the mean of the others.
func leaveOneOutOfMean(y []float64) float64 {
	n := float64(len(y))
	if n == 1 {
		return math.NaN()
	}
	var sum float64
	if !allEqual(y) {
		for _, d := range deviations(y, Mean(y)) {
			sum += d * n / (n - 1) * d * n / (n - 1)
		}
	}
	return sum / n
}
