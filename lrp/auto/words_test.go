package auto

import (
	"testing"

	"github.com/luna-rating/luna/features/text"
)

// Words that are repeated are no more than one, so that padding does not raise a grade.
func TestRepeatedWordsCountOnce(t *testing.T) {
	cache := text.NewCache(text.English)
	f := unrated(t, Model{}, cache, "Where does rain come from?", "water evaporates from the sea")
	grade := func(s string) float64 { return f.Grade(0, cache.Doc(s)) }
	once, often := grade("blah"), grade("blah blah blah blah blah blah blah blah blah")
	if often > once+.1 {
		t.Errorf("a word has the grade %.2f, and %.2f if it is repeated", once, often)
	}
}
