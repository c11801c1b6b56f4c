package lrp_test

import (
	"testing"

	"github.com/luna-rating/luna/lrp"
)

// TestExpectedError compares the estimate of training with the evaluation that it stands for.
func TestExpectedError(t *testing.T) {
	sets, err := lrp.Load("sample-mohler")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"AUTO", "CBG"} {
		o := lrp.TrainOptions{Approach: name, Seed: 1}
		m, err := lrp.Train(t.Context(), sets[0], o)
		if err != nil {
			t.Fatal(err)
		}
		e := m.Info().Expected
		r := lrp.Options{Seed: 1, Trials: 1, Folds: 5}
		if r.Approaches, err = lrp.Approaches("CBG", name); err != nil {
			t.Fatal(err)
		}
		report, err := lrp.CrossValidate(t.Context(), sets, r)
		if err != nil {
			t.Fatal(err)
		}
		mae := make(map[string]float64)
		for _, r := range report.Datasets[0].Results {
			mae[r.Approach] = r.MAEMean
		}
		found := mae[name]
		if e == nil || e.MAE != found {
			t.Errorf("%s: estimate %+v, evaluation found a mean absolute error of %v", name, e,
				found)
			continue
		}
		if better := e.RMSE < e.Baseline; better != (name == "AUTO") {
			t.Errorf("%s: RMSE %v, constant best guess %v", name, e.RMSE, e.Baseline)
		}
	}
}
