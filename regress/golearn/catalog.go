package golearn

import (
	"fmt"

	"github.com/luna-rating/luna/regress"
)

// Catalog lists golearn's regressors, sorted by name, for callers that join them to
// [regress.Catalog], since package regress cannot list them itself. None of the [regress.Options]
// concerns them.
func Catalog() []regress.Entry {
	return []regress.Entry{{
		Name:    Tree{}.Name(),
		Summary: fmt.Sprintf("regression tree of golearn, %d splits deep", defaultDepth),
		New:     func(regress.Options) (regress.Regressor, error) { return Tree{}, nil },
	}}
}

// ModelKinds lists the kinds of model of golearn's regressors, for [regress.EncodeModel] and
// [regress.DecodeModel].
func ModelKinds() []regress.ModelKind {
	return []regress.ModelKind{{
		Name: Tree{}.Name(),
		New:  func() regress.StorableModel { return new(treeModel) },
	}}
}
