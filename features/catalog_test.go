package features

import (
	"slices"
	"testing"
)

// TestCatalogLists checks that it is decided of each feature whether ALL combines it.
func TestCatalogLists(t *testing.T) {
	in := func(list []Extractor, name string) bool {
		return slices.ContainsFunc(list, func(e Extractor) bool { return e.Name() == name })
	}
	for _, e := range catalog {
		name := e.Name()
		switch {
		case in(combined, name) && in(alone, name):
			t.Errorf("%s is in combined and in alone: take it out of one of these lists", name)
		case !in(combined, name) && !in(alone, name):
			t.Errorf("decide whether the approach ALL is to have %s, and add it to a list in catalog.go: to "+
				"alone, and no published number changes, or to combined if ALL is better with it; the "+
				"numbers of ALL in the documents are then made anew, which takes the data sets", name)
		}
	}
	for _, e := range slices.Concat(thesis, combined, alone) {
		if !in(catalog, e.Name()) {
			t.Errorf("%s is in a list, but not in the catalog", e.Name())
		}
	}
}
