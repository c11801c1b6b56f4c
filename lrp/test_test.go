package lrp

import (
	"math"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/regress"
)

// TestModelTest compares the report on a kept model with an evaluation on the same given split.
func TestModelTest(t *testing.T) {
	const part = "part"
	ds := exam(5, 40)
	train, test := *ds, *ds
	train.Respondents, test.Respondents = ds.Respondents[:25], ds.Respondents[25:]
	joined, err := datasets.Join(&train, &test, part)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"AUTO", "BWO", "CBG"} {
		m, err := Train(t.Context(), &train, TrainOptions{Approach: name, Seed: 1,
			Regressor: regress.OLS{}})
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Test(t.Context(), &test)
		if err != nil {
			t.Fatal(err)
		}
		approaches, err := Approaches("CBG", name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Evaluate(t.Context(), []*datasets.Dataset{joined},
			Options{Seed: 1, Trials: 1, Split: part, Approaches: approaches})
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range r.Datasets[0].Results {
			found := false
			for _, x := range want.Datasets[0].Results {
				found = found || x.Approach == got.Approach && math.Abs(x.RMSEMean-got.RMSEMean) < 1e-9 &&
					math.Abs(x.RMSECI95[1]-got.RMSECI95[1]) < 1e-9
			}
			if !found {
				t.Errorf("%s: RMSE %v %v, not among those of an evaluation", got.Approach, got.RMSEMean,
					got.RMSECI95)
			}
			if len(got.Predictions) != 15 {
				t.Errorf("%s: %d predictions, want 15", got.Approach, len(got.Predictions))
			}
		}
		for i := range test.Respondents {
			test.Respondents[i].Rating = math.NaN()
		}
		_, err = m.Test(t.Context(), &test)
		if err == nil || !strings.Contains(err.Error(), "expected ratings to compare with") {
			t.Errorf("without ratings: %v", err)
		}
		test.Respondents = exam(5, 40).Respondents[25:]
	}
}
