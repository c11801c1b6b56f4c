package features

import (
	"testing"

	"github.com/luna-rating/luna/features/text"
)

// FuzzForms compares any words, whatever the stemmer returns for them.
func FuzzForms(f *testing.F) {
	f.Add("running runner", "ran 日本 ying")
	f.Add("y's eed", "ß ǅ")
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, x := range text.English.Words(a) {
			for _, y := range text.English.Words(b) {
				s := sameForm(x, y)
				if !(s >= 0 && s <= 1) || s != sameForm(y, x) || sameForm(x, x) != 1 {
					t.Fatalf("%q and %q: %v", x, y, s)
				}
			}
		}
	})
}
