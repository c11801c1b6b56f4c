package golearn

import (
	"fmt"
	"strings"

	"github.com/luna-rating/luna/regress"
)

type entry struct {
	regress.Entry
	make func() regress.Regressor
}

// catalog is the one place where a regressor of golearn's is registered, sorted by name.
var catalog = []entry{
	{
		regress.Entry{Name: Tree{}.Name(), Summary: fmt.Sprintf("regression tree of golearn, %d splits deep", DefaultDepth)},
		func() regress.Regressor { return Tree{} },
	},
}

// ModelKinds lists the kinds of model of golearn's regressors, for [regress.EncodeModel] and
// [regress.DecodeModel].
func ModelKinds() []regress.ModelKind {
	return []regress.ModelKind{{Name: Tree{}.Name(), New: func() regress.Model { return new(TreeModel) }}}
}

// Catalog lists golearn's regressors, sorted by name, as [regress.Catalog] does its own. Package regress
// cannot know them; who wants both joins the lists.
func Catalog() []regress.Entry {
	list := make([]regress.Entry, len(catalog))
	for i, e := range catalog {
		list[i] = e.Entry
	}
	return list
}

// ByName returns golearn's regressor of that name. None of the options concerns it. It fails
// where there is none of that name ([regress.ErrUnknown]).
func ByName(name string, _ regress.Options) (regress.Regressor, error) {
	names := make([]string, len(catalog))
	for i, e := range catalog {
		if e.Name == name {
			return e.make(), nil
		}
		names[i] = e.Name
	}
	return nil, fmt.Errorf("%w %q: there are %s", regress.ErrUnknown, name, strings.Join(names, ", "))
}
