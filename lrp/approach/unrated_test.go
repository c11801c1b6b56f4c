package approach

import (
	"math"
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/grades"
)

// TestUnratedAreRefused fails as soon as package grades learns from respondents without a rating.
func TestUnratedAreRefused(t *testing.T) {
	cache := text.NewCache(text.English)
	q := features.NewQuestion("1", []string{"water"}, []string{"ice"}, cache)
	q.Text = cache.Doc("what?")
	p, err := grades.Model{}.Prepare([]*features.Question{q})
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Fit(Training{Responses: [][]*text.Doc{{cache.Doc("ice")}},
		Ratings: []float64{math.NaN()}, Scores: [][]float64{{1}}})
	if err == nil {
		t.Error("package grades learns from a score without a rating: remove unrated.go, its calls " +
			"in auto.go and this test")
	}
}
