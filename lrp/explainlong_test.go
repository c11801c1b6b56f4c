package lrp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
)

// TestExplainLongResponse counts the words whose effects are computed, each by a prediction for all
// responses of the respondent.
func TestExplainLongResponse(t *testing.T) {
	d := &datasets.Dataset{Name: "long", Questions: []datasets.Question{{ID: "1"}, {ID: "2"}}}
	for i := range 12 {
		d.Respondents = append(d.Respondents, datasets.Respondent{
			ID: fmt.Sprint(i), Responses: []string{strings.Repeat("senate ", i%3) + "house", "tax"},
			Rating: float64(i%3) / 2,
		})
	}
	m, err := lrp.Train(t.Context(), d, lrp.TrainOptions{Approach: "AUTO", Folds: 0})
	if err != nil {
		t.Fatal(err)
	}
	var words strings.Builder
	for i := range 100 {
		fmt.Fprintf(&words, "w%dx ", i)
	}
	for times, want := range map[int]int{1: 60, 1_000: 6} {
		e, err := m.Explain([]string{strings.Repeat(words.String(), times), words.String()})
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range e.Questions {
			if n := len(q.Words); n != want {
				t.Errorf("the words %d times: question %s has the effects of %d words, expected %d",
					times, q.ID, n, want)
			}
		}
	}
}
