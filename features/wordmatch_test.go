package features

import (
	"testing"

	"github.com/agnivade/levenshtein"

	"github.com/luna-rating/luna/features/text"
)

// FuzzForms compares any words, whatever the stemmer returns for them, and checks the bound of
// distances.
func FuzzForms(f *testing.F) {
	f.Add("running runner", "ran 日本 ying")
	f.Add("y's eed", "ß ǅ")
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, x := range formsOf(text.English.Doc(a)) {
			for _, y := range formsOf(text.English.Doc(b)) {
				s := sameForm(&x, &y)
				if !(s >= 0 && s <= 1) || s != sameForm(&y, &x) || sameForm(&x, &x) != 1 {
					t.Fatalf("%q and %q: %v", x.text, y.text, s)
				}
				d := levenshtein.ComputeDistance(x.text, y.text)
				if least := x.minDistance(&y); least > d {
					t.Fatalf("%q and %q are %d apart, at least %d", x.text, y.text, d, least)
				}
			}
		}
	})
}
