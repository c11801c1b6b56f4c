package features_test

import (
	"math"
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// value returns the single value of a response to a question with the given key.
func value(e features.Extractor, response string, key ...string) float64 {
	cache := text.NewCache(text.English)
	q := features.NewQuestion("q", key, []string{response}, cache)
	var row features.Row
	e.Prepare(q).Fit(nil).Append(&row, cache.Doc(response))
	if len(row.Value) == 0 {
		return 0
	}
	return row.Value[0]
}

// The values are worked out by hand from the definitions in the docstrings.
func TestKeyFeatures(t *testing.T) {
	for _, c := range []struct {
		response string
		key      []string
		bwo      float64
		fwo      float64
		ced      float64
		wed      float64
	}{
		// The thesis's example of word edit distance: 2 of 2 words differ.
		{"hello, world", []string{"goodbye, moon"}, 0, 0, 1 - 11.0/12, 0},
		// Words speaker, house against speaker, house: "of the" is dropped.
		{"Speaker of House", []string{"the Speaker of the House"}, 1, 1, 1, 1},
		// {bill, rights} and {rights}: 1 of 2 words; "bill rights" to "rights" is 5 deletions of
		// 11.
		{"bill of rights", []string{"Rights!"}, 1, 0.5, 1 - 5.0/11, 0.5},
		// The same words in another order: "a b" to "b a" takes 2 substitutions of characters.
		{"x y", []string{"y x"}, 1, 1, 1 - 2.0/3, 0},
		// The best of several answers counts, for each measure.
		{"congress", []string{"president", "congress", "courts"}, 1, 1, 1, 1},
		// Repeated words: sets for overlap, sequences for edits.
		{"war war war", []string{"war"}, 1, 1, 1 - 8.0/11, 1 - 2.0/3},
		// Characters count, not bytes: "größe" is "grösse", and "grôsse" 1 of 6 apart.
		{"Größe", []string{"grösse"}, 1, 1, 1, 1},
		{"Größe", []string{"grôsse"}, 0, 0, 1 - 1.0/6, 0},
		// An empty response, an empty key, and both.
		{"", []string{"congress"}, 0, 0, 0, 0},
		{"...", []string{"congress"}, 0, 0, 0, 0},
		{"congress", nil, 0, 0, 0, 0},
		{"congress", []string{"", "?"}, 0, 0, 0, 0},
		{"", []string{""}, 0, 0, 0, 0},
		{"", nil, 0, 0, 0, 0},
		// Stop words alone are kept and can match.
		{"No.", []string{"no"}, 1, 1, 1, 1},
	} {
		for _, f := range []struct {
			e    features.Extractor
			want float64
		}{
			{features.BWO, c.bwo}, {features.FWO, c.fwo},
			{features.CED, c.ced}, {features.WED, c.wed},
		} {
			if got := value(f.e, c.response, c.key...); math.Abs(got-f.want) > 1e-15 {
				t.Errorf("%s of %q for key %q: %v, want %v",
					f.e.Name(), c.response, c.key, got, f.want)
			}
		}
	}
}
