package regress

import (
	"errors"
	"fmt"
	"strings"
)

// Options are the hyper-parameters that can be set by name. Each regressor takes
// what concerns it and ignores, out of range or not, what does not; those that are not
// named here choose their own from the training rows.
type Options struct {
	Alpha float64 // penalty > 0, of "lasso" alone
}

// DefaultOptions returns the documented defaults.
func DefaultOptions() Options { return Options{Alpha: DefaultAlpha} }

// Entry describes a regressor.
type Entry struct {
	Name    string // as in [Regressor].Name
	Summary string // one line
}

type entry struct {
	Entry
	make func(Options) (Regressor, error)
}

// catalog is the one place where a regressor is registered, a line each, sorted by name.
var catalog = []entry{
	{Entry{"elasticnet", "least squares with L1 and L2 penalties, chosen by cross-validation"}, always(ElasticNet{})},
	{Entry{"gbt", "gradient-boosted regression trees"}, always(GBT{})},
	{Entry{"gp", "Gaussian process, a weight for each group of columns by marginal likelihood"}, always(GP{})},
	{Entry{"huber", "Huber's robust regression with concomitant scale and an L2 penalty"}, always(Huber{})},
	{Entry{"kernelridge", "kernel ridge regression, its penalty by leave-one-out"}, always(KernelRidge{})},
	{Entry{"knn", "mean of the nearest training rows, their number by leave-one-out"}, always(KNN{})},
	{Entry{"lasso", "least squares with an L1 penalty (alpha)"}, makeLasso},
	{Entry{"lassocv", "least squares with an L1 penalty chosen by cross-validation"}, always(LassoCV{})},
	{Entry{"ols", "least squares, of minimum norm where columns outnumber rows"}, always(OLS{})},
	{Entry{"ridge", "least squares with an L2 penalty, chosen by leave-one-out"}, always(Ridge{})},
	{Entry{"svr", "support vector regression with a radial kernel"}, always(NewSVR())},
}

// always makes a regressor that no option concerns.
func always(r Regressor) func(Options) (Regressor, error) {
	return func(Options) (Regressor, error) { return r, nil }
}

func makeLasso(o Options) (Regressor, error) {
	l := Lasso{Alpha: o.Alpha}
	return l, l.check()
}

// ErrUnknown is wrapped by [ByName]'s error for a name that is not in the catalog.
var ErrUnknown = errors.New("regress: unknown regressor")

// Catalog lists the regressors, sorted by name.
func Catalog() []Entry {
	list := make([]Entry, len(catalog))
	for i, e := range catalog {
		list[i] = e.Entry
	}
	return list
}

// ByName returns the regressor of that name. It fails where there is none
// ([ErrUnknown]) or an option that concerns it is out of range ([ErrOption]).
func ByName(name string, o Options) (Regressor, error) {
	names := make([]string, len(catalog))
	for i, e := range catalog {
		if e.Name == name {
			r, err := e.make(o)
			if err != nil {
				return nil, err
			}
			return r, nil
		}
		names[i] = e.Name
	}
	return nil, fmt.Errorf("%w %q: there are %s", ErrUnknown, name, strings.Join(names, ", "))
}
