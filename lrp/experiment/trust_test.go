package experiment

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// The number of ratings decides who is left out together, unless the folds are given.
func TestTrustParts(t *testing.T) {
	for _, c := range []struct {
		n, folds, parts, tested int
		everybody               bool
		method                  string
	}{
		{0, 0, 0, 0, false, ""}, {4, 0, 0, 0, false, ""},
		{5, 0, 5, 5, false, "leave-one-out"}, {40, 0, 40, 40, false, "leave-one-out"},
		{41, 0, 10, 41, false, "10-fold cross-validation"},
		{200, 0, 10, 200, false, "10-fold cross-validation"},
		{201, 0, 5, 201, false, "5-fold cross-validation"},
		{2000, 0, 5, 2000, false, "5-fold cross-validation"},
		{2001, 0, 1, 401, false, "held-out fifth"}, {2001, 0, 5, 2001, true, "5-fold cross-validation"},
		{200_001, 0, 1, 40_000, false, "held-out 40,000"},
		{30, 3, 3, 30, false, "3-fold cross-validation"}, {5, 10, 5, 5, false, "leave-one-out"},
	} {
		o := Options{Folds: c.folds, Predictions: c.everybody, Seed: 1}
		parts, method, err := o.trustParts(c.n)
		all := slices.Sorted(slices.Values(slices.Concat(parts...)))
		if err != nil || len(parts) != c.parts || method != c.method || len(all) != c.tested ||
			len(slices.Compact(all)) != len(all) {
			t.Errorf("%+v: found %d parts of %d by %q (%v)", c, len(parts), len(all), method, err)
		}
	}
}

// recorder is a learner that keeps what it was fitted to.
type recorder struct {
	approach.Learner
	approach.FittedLearner
	mu         sync.Mutex
	seen       []approach.Training
	population int
}

func (*recorder) Name() string { return "recorder" }
func (r *recorder) Prepare(
	_ []*features.Question, population [][]*text.Doc,
) (approach.PreparedLearner, error) {
	r.population = len(population)
	return r, nil
}

func (r *recorder) Fit(t approach.Training) (approach.FittedLearner, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen = append(r.seen, t)
	return r, nil
}

func (*recorder) PredictAll(responses [][]*text.Doc) []approach.Prediction {
	return make([]approach.Prediction, len(responses))
}
func (*recorder) Warnings() []error { return nil }

// A respondent who is left out is left out with the scores; those with scores alone are in every
// fit, and those with neither count for their texts if that is allowed.
func TestTrustLearns(t *testing.T) {
	ds := lrptest.Civics(20, 5)
	for i := range ds.Respondents {
		r := &ds.Respondents[i]
		if i == 0 || i > 6 {
			r.Rating = math.NaN()
		}
		if i > 9 {
			r.Scores = nil
		}
	}
	for _, transductive := range []bool{false, true} {
		r := &recorder{}
		a := approach.Approach{Name: "REC", Method: approach.Learning{Learner: r}}
		trust, err := MeasureTrust(t.Context(), ds, a, Options{Transductive: transductive})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.seen) != 6 || (r.population == 20) != transductive {
			t.Fatalf("fitted %d times, expected 6; %d texts count", len(r.seen), r.population)
		}
		sum, squares, guesses := 0.0, 0.0, 0.0
		for _, p := range ds.Respondents[1:7] {
			sum += p.Rating
		}
		for k, p := range ds.Respondents[1:7] {
			squares += p.Rating * p.Rating / 6
			guesses += math.Abs((sum-p.Rating)/5-p.Rating) / 6
			if q := trust.Predictions[k]; q.Respondent != k+1 || q.Rating != 0 {
				t.Errorf("prediction %d: %+v", k, q)
			}
		}
		if trust.Method != "leave-one-out" || math.Abs(trust.RMSE-math.Sqrt(squares)) > 1e-12 ||
			math.Abs(trust.MAE-sum/6) > 1e-12 || math.Abs(trust.GuessMAE-guesses) > 1e-12 {
			t.Errorf("found %+v, expected %v, %v and %v", trust, math.Sqrt(squares), sum/6, guesses)
		}
		left := map[string]int{}
		for k, seen := range r.seen {
			unrated := 0
			for i, rating := range seen.Ratings {
				left[fmt.Sprint(rating)]++
				if math.IsNaN(rating) {
					unrated++
				}
				if seen.Scores[i] == nil {
					t.Errorf("fit %d: rating %v without scores", k, rating)
				}
			}
			if unrated != 4 || len(seen.Ratings) != 9 {
				t.Errorf("fit %d: %d respondents, %d unrated", k, len(seen.Ratings), unrated)
			}
		}
		for rating, times := range left {
			if rating != "NaN" && times%5 != 0 { // in all fits but one, by rating
				t.Errorf("rating %s is in %d fits", rating, times)
			}
		}
	}
}

// With the same seed, the folds are those of a cross-validation, for approaches of all kinds.
func TestTrustAsCrossValidation(t *testing.T) {
	ds := lrptest.Civics(45, 5)
	for _, name := range []string{"AUTO", "CBG", "WED"} {
		o := Options{Seed: 7, Trials: 1, Folds: 10}
		var err error
		if o.Approaches, err = approach.Select(approach.All(), name); err != nil {
			t.Fatal(err)
		}
		report, err := CrossValidate(t.Context(), []*datasets.Dataset{ds}, o)
		if err != nil {
			t.Fatal(err)
		}
		trust, err := MeasureTrust(t.Context(), ds, o.Approaches[0], Options{Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		if want := report.Datasets[0].Results[0]; trust.Method != "10-fold cross-validation" ||
			math.Abs(trust.RMSE-want.RMSEPooled) > 1e-12 {
			t.Errorf("%s: found %v by %s, expected %v", name, trust.RMSE, trust.Method, want.RMSEPooled)
		}
	}
}
