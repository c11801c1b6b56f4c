package regress

import (
	"errors"

	"gonum.org/v1/gonum/mat"
)

// Regressor holds the hyper-parameters of a method. It is immutable and safe for concurrent use;
// what it learns is in the [Model] it returns.
type Regressor interface {
	// Name is the name on the command line and in reports, in lower case.
	Name() string
	// Fit learns from the training rows p.X and the targets p.Y. It leaves p unchanged. If
	// [Problem.Check] fails, Fit returns that error and no model.
	Fit(p Problem) (Model, error)
}

// Problem is what a regressor learns from: n rows and n targets.
type Problem struct {
	X *Matrix   // n x p
	Y []float64 // n
	// Gram may hold X Xᵀ (n x n, not centred) if the caller has it at little cost; nil otherwise.
	// It is a hint that no regressor needs.
	Gram *mat.SymDense
	// Groups may hold the group of each of the p columns, Groups[j] >= 0, such as the question that
	// column j was made from; nil otherwise. It is a hint that regressors without groups ignore.
	Groups []int
}

// Model is a fitted regressor. It is immutable and safe for concurrent use. It marshals to JSON,
// from which a new value of its type can be unmarshalled that predicts the same to the bit.
type Model interface {
	// Predict returns one unclipped prediction per row of x. It panics if x has a different number
	// of columns from the training rows, which is a programming error.
	Predict(x *Matrix) []float64
	// Diagnostics describes the fit.
	Diagnostics() Diagnostics
}

// Diagnostics describes a fit.
type Diagnostics struct {
	Rank       int     // numerical rank of the centred design; 0 if it was not needed
	Iterations int     // iterations of an iterative method
	Alpha      float64 // penalty of the model, given or chosen; 0 if there is none
	L1Ratio    float64 // share of the L1 penalty of [ElasticNet] and [Lasso]
	Warnings   []error // such as no convergence or ill-conditioning
}

var (
	// ErrNoRows is returned by Fit if the problem has no rows.
	ErrNoRows = errors.New("regress: no training rows")
	// ErrNotFinite is wrapped by Fit's error if a value or target is NaN or infinite.
	ErrNotFinite = errors.New("regress: value is not finite")
)

// Mean returns the arithmetic mean of y. It is summed in order by a plain loop, so that equal
// slices have equal means to the bit wherever they are in memory. It is NaN for an empty slice.
func Mean(y []float64) float64 {
	return sum(y) / float64(len(y))
}
