package features_test

import (
	"math"
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// asked is like value, for a question with a known text.
func asked(e features.Extractor, question, response string, key ...string) float64 {
	cache := text.NewCache(text.English)
	q := features.NewQuestion("q", key, []string{response}, cache)
	q.Text = cache.Doc(question)
	var row features.Row
	e.Prepare(q).Fit(nil).Append(&row, cache.Doc(response))
	if len(row.Value) == 0 {
		return 0
	}
	return row.Value[0]
}

// The values are worked out by hand from the definitions in the docstrings.
func TestDemoted(t *testing.T) {
	const question = "Who wrote the Declaration of Independence?"
	for _, c := range []struct {
		question, response string
		key                []string
		dem, dbo           float64
	}{
		// Without the question's words the answer is {thomas, jefferson}.
		{question, "Jefferson", []string{"Thomas Jefferson wrote the Declaration"}, .5, 1},
		{question, "wrote declarations", []string{"Thomas Jefferson wrote the Declaration"}, 0, 0},
		// A misspelling, 2 of 9 letters off.
		{question, "Jeferso", []string{"Jefferson"}, 1 - 2.0/9, 1},
		// Words of three letters are not taken for misspellings.
		{question, "Jay", []string{"Lay"}, 0, 0},
		// An answer of the question's words alone is compared in full.
		{question, "independence", []string{"the Declaration of Independence"}, .5, 1},
		// Inflection; the larger of two answers.
		{question, "freedoms", []string{"free speech and press", "freedom"}, 1, 1},
		// No question, no demoting.
		{"", "wrote", []string{"Jefferson wrote"}, .5, 1},
		{question, "", []string{"Jefferson"}, 0, 0},
		{question, "Jefferson", nil, 0, 0},
	} {
		got := asked(features.DEM, c.question, c.response, c.key...)
		if math.Abs(got-c.dem) > 1e-12 {
			t.Errorf("DEM of %q to %q: %v, want %v", c.response, c.key, got, c.dem)
		}
		if got := asked(features.DBO, c.question, c.response, c.key...); got != c.dbo {
			t.Errorf("DBO of %q to %q: %v, want %v", c.response, c.key, got, c.dbo)
		}
	}
	// A question without a text is like one without words.
	if got := value(features.DEM, "wrote", "Jefferson wrote"); got != .5 {
		t.Errorf("DEM without the question's text: %v, want .5", got)
	}
}
