package features

import (
	"slices"
	"testing"
)

// TestCatalogLists checks that each feature is in the catalog and in one list.
func TestCatalogLists(t *testing.T) {
	in := func(list []Extractor, name string) bool {
		return slices.ContainsFunc(list, func(e Extractor) bool { return e.Name() == name })
	}
	for _, e := range combined {
		if in(alone, e.Name()) {
			t.Errorf("%s is in combined and in alone: take it out of one of these lists", e.Name())
		}
	}
	for _, e := range thesis {
		if !in(combined, e.Name()) {
			t.Errorf("%s is a feature of the thesis, but not in combined", e.Name())
		}
	}
	kinds := func(a, b Extractor) int { return int(a.Kind()) - int(b.Kind()) }
	if all := Catalog(); len(all) != len(combined)+len(alone) || !slices.IsSortedFunc(all, kinds) {
		t.Error("the catalog does not list every feature, those with a key first")
	}
}
