package grade

import (
	"math"
	"slices"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// TestCopiedKeys checks that rated respondents are predicted as people whom the keys do not know:
// as if they were not rated and the keys lacked what they alone have answered.
func TestCopiedKeys(t *testing.T) {
	const rated = 14
	const tol = .02 // points: what is known of other texts decides where searches stop
	ds, _ := exam(16, rated)
	lrptest.CopyAnswers(ds, lrptest.Civics(16, 5).Respondents[:rated])
	r := grade(t, ds, Options{})
	answers := 0
	for _, i := range []int{0, 7} {
		other := *ds
		other.Respondents = slices.Clone(ds.Respondents)
		other.Respondents[i].Rating = math.NaN()
		other.Questions = nil
		for j, q := range ds.Questions {
			q.Key = slices.Clone(q.Key)
			theirs := slices.Delete(slices.Clone(ds.Respondents[:rated]), i, i+1)
			given := ds.Respondents[i].Responses[j]
			gave := func(r datasets.Respondent) bool { return r.Responses[j] == given }
			if k := slices.Index(q.Key, given); k >= 0 && !slices.ContainsFunc(theirs, gave) {
				q.Key = slices.Delete(q.Key, k, k+1)
				answers++
			}
			other.Questions = append(other.Questions, q)
		}
		want := grade(t, &other, Options{}).Rows[i]
		if got := r.Rows[i]; math.Abs(got.Rating-want.Rating) > tol ||
			math.Abs(got.Low-want.Low) > tol || math.Abs(got.High-want.High) > tol {
			t.Errorf("row %d: found %v from %v to %v, expected %v from %v to %v", i, got.Rating, got.Low,
				got.High, want.Rating, want.Low, want.High)
		}
	}
	if answers == 0 {
		t.Error("no answer was left out")
	}
}
