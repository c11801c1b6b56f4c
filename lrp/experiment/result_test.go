package experiment_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/lrp/experiment"
)

func TestResultJSON(t *testing.T) {
	nan := math.NaN()
	for _, r := range []experiment.Result{
		{Approach: "BOW", Regressor: "ols", RMSEMean: 0.1, RMSESD: 0.01,
			RMSECI95: [2]float64{0.08, 0.12}, Means: experiment.Means{MAEMean: 0.05, PearsonMean: 0.8, SpearmanMean: .7}, ColumnsMean: 17.5, RMSE: []float64{0.09, 0.11}},
		{Approach: "CBG", Regressor: "none", RMSEMean: 0.1, RMSESD: nan,
			RMSECI95: [2]float64{nan, nan}, Means: experiment.Means{PearsonMean: nan, SpearmanMean: nan},
			Thesis: &experiment.ThesisFigure{RMSEMean: .144, RMSESD: .051, Source: "a book"}},
	} {
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(data), "NaN") ||
			r.Approach == "CBG" && !strings.Contains(string(data), `"rmse_ci95":null`) {
			t.Errorf("JSON: %s", data)
		}
		var back experiment.Result
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(r, back, cmpopts.EquateNaNs()); d != "" {
			t.Errorf("read back (-want +got):\n%s", d)
		}
	}
}

func TestPredictionJSON(t *testing.T) {
	nan := math.NaN()
	list := []experiment.Prediction{{Rating: .25, Interval: [2]float64{nan, nan}},
		{Trial: 1, Respondent: 2, Rating: .5, Interval: [2]float64{.4, .6}}}
	data, err := json.Marshal(list)
	if err != nil || !strings.Contains(string(data), `"interval":null`) {
		t.Fatalf("%s, error %v", data, err)
	}
	var again []experiment.Prediction
	if err := json.Unmarshal(data, &again); err != nil || !cmp.Equal(list, again, cmpopts.EquateNaNs()) {
		t.Errorf("found %v, error %v", again, err)
	}
}

func TestScore(t *testing.T) {
	s := experiment.NewScore([]float64{0.2, 0.4, 0.9}, []float64{0, 0.5, 1})
	// Errors .2, -.1, -.1; correlation by hand from the deviations (-.3,-.1,.4) and (-.5,0,.5).
	want := experiment.TrialScore{
		RMSE: math.Sqrt(0.06 / 3),
		Means: experiment.Means{
			MAEMean:     0.4 / 3,
			PearsonMean: 0.35 / math.Sqrt(0.26*0.5), SpearmanMean: 1,
		},
	}
	if d := cmp.Diff(want, s, cmpopts.EquateApprox(0, 1e-12)); d != "" {
		t.Error(d)
	}
	if p := experiment.NewScore([]float64{0.1, 0.1}, []float64{0, 1}).PearsonMean; !math.IsNaN(p) {
		t.Errorf("the correlation of a constant is %v", p)
	}
	if d := cmp.Diff([]float64{0, 0.5, 1}, experiment.Clip([]float64{-2, 0.5, 1.1})); d != "" {
		t.Error(d)
	}
}
