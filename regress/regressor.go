package regress

import (
	"errors"

	"gonum.org/v1/gonum/mat"
)

// Regressor is a method's hyper-parameters. It is immutable and may be used by many
// goroutines at once; what it learns is in the [Model] it returns.
type Regressor interface {
	// Name is the name on the command line and in reports, lower case.
	Name() string
	// Fit learns from the training rows p.X and targets p.Y. It leaves p unchanged. It fails, without a model, where
	// [Problem.Check] does.
	Fit(p Problem) (Model, error)
}

// Problem is what a regressor learns from: n rows and n targets.
type Problem struct {
	X *Matrix   // n x p
	Y []float64 // n
	// Gram may hold X Xᵀ (n x n, not centred) where the caller has it from a
	// larger one at little cost; nil otherwise. It is a hint, never needed.
	Gram *mat.SymDense
	// Groups may tell which columns belong together, such as those made from one
	// question: Groups[j] >= 0 is the group of column j, for all p columns; nil
	// otherwise. It is a hint: a regressor that knows no groups ignores it.
	Groups []int
}

// Model is a fitted regressor: immutable, safe for concurrent use. It marshals to JSON, from which a new
// value of its type can be unmarshalled that predicts the same to the bit.
type Model interface {
	// Predict returns one unclipped prediction per row of x. It panics where x has another number of columns
	// than the training rows: that is a programmer's mistake.
	Predict(x *Matrix) []float64
	// Diagnostics tells how the fit went.
	Diagnostics() Diagnostics
}

// Diagnostics is what a fit has to say beside its model.
type Diagnostics struct {
	Rank       int     // numerical rank of the centred design; 0 where it was not needed
	Iterations int     // sweeps of an iterative method
	Gap        float64 // duality gap at the end of an iterative method
	Alpha      float64 // penalty of the model, given or chosen; 0 where there is none
	L1Ratio    float64 // share of the L1 penalty, of [ElasticNet] and [Lasso]
	Warnings   []error // not fatal: no convergence, ill-conditioning
}

var (
	// ErrNoRows is returned by Fit where the problem has no rows.
	ErrNoRows = errors.New("regress: no training rows")
	// ErrNotFinite is wrapped by Fit's error where a value or target is NaN or infinite.
	ErrNotFinite = errors.New("regress: value is not finite")
)
