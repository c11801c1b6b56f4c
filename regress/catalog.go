package regress

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Options are the hyper-parameters that can be set by name. A regressor ignores the options that do
// not concern it, even if they are out of range. All other hyper-parameters have defaults or are
// chosen on the training rows.
type Options struct {
	// Alpha is the penalty > 0 of "lasso"; 0 means that it is chosen on the training rows, as
	// [LassoCV] does.
	Alpha float64
}

// Entry describes a regressor.
type Entry struct {
	Name    string // as in [Regressor].Name
	Summary string // one line
	// New makes the regressor. It fails if an option that concerns it is out of range
	// ([ErrOption]).
	New func(Options) (Regressor, error)
}

// ErrUnknown is wrapped by [ByName]'s error for a name that is not in the catalog.
var ErrUnknown = errors.New("regress: unknown regressor")

// Catalog lists the regressors, sorted by name. A new regressor is registered here.
func Catalog() []Entry {
	return []Entry{
		{"elasticnet", "least squares with L1 and L2 penalties, chosen by cross-validation",
			fixed(ElasticNet{})},
		{"gp", "Gaussian process, a weight for each group of columns by marginal likelihood",
			fixed(GP{})},
		{"huber", "Huber's robust regression with concomitant scale and an L2 penalty",
			fixed(Huber{})},
		{"kernelridge", "kernel ridge regression, its penalty by leave-one-out",
			fixed(KernelRidge{})},
		{"lasso", "least squares with an L1 penalty, chosen by cross-validation unless alpha is given",
			newLasso},
		{"lassocv", "as lasso, always with the penalty chosen by cross-validation",
			fixed(LassoCV{name: "lassocv"})},
		{"ols", "least squares, of minimum norm where columns outnumber rows", fixed(OLS{})},
		{"ridge", "least squares with an L2 penalty, chosen by leave-one-out", fixed(Ridge{})},
	}
}

// fixed returns a constructor that ignores all options.
func fixed(r Regressor) func(Options) (Regressor, error) {
	return func(Options) (Regressor, error) { return r, nil }
}

func newLasso(o Options) (Regressor, error) {
	if o.Alpha == 0 {
		return LassoCV{}, nil
	}
	l := Lasso(o)
	if err := l.check(); err != nil {
		return nil, err
	}
	return l, nil
}

// ByName returns the regressor of that name from the catalog or from more. It fails if there is
// none ([ErrUnknown]) or an option that concerns it is out of range ([ErrOption]).
func ByName(name string, o Options, more ...Entry) (Regressor, error) {
	all := slices.Concat(Catalog(), more)
	names := make([]string, len(all))
	for i, e := range all {
		if e.Name == name {
			return e.New(o)
		}
		names[i] = e.Name
	}
	return nil, fmt.Errorf("%w %q: there are %s", ErrUnknown, name, strings.Join(names, ", "))
}
