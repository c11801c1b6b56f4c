package lrp_test

import (
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/realdata"
	"github.com/luna-rating/luna/lrp"
)

// TestPowergrading compares the described protocol with ranges around what scikit-learn's
// LinearRegression and Lasso gave once with the same definitions and other random splits.
func TestPowergrading(t *testing.T) {
	sets, err := datasets.Open(realdata.Powergrading(t), datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := evaluate(t, sets, lrp.Options{Seed: 1})
	for _, c := range []struct {
		approach, regressor string
		low, high           float64
	}{
		{"RAN", "none", .46, .50},
		{"CBG", "none", .158, .176},
		{"BWO", "ols", .088, .101},
		{"FWO", "ols", .097, .110},
		{"CED", "ols", .100, .114},
		{"WED", "ols", .100, .114},
		{"WCS", "ols", .085, .110},
		{"SNL", "ols", .095, .125},
		{"DEM", "ols", .058, .072},
		{"DBO", "ols", .062, .077},
		{"ALN", "ols", .075, .090},
		{"CNG", "ols", .068, .086},
		{"BOW", "ols", .084, .097},
		{"BIG", "ols", .122, .142},
		{"NNO", "ols", .087, .101},
		{"NNC", "ols", .090, .105},
		{"NNW", "ols", .086, .100},
	} {
		if got := result(t, r, c.approach, c.regressor).RMSEMean; got < c.low || got > c.high {
			t.Errorf("%s: RMSE %.4f, expected %v to %v", c.approach, got, c.low, c.high)
		}
	}
	if got := result(t, r, "COM", "ols").RMSEMean; got > .064 {
		t.Errorf("COM: RMSE %.4f, expected at most .064", got)
	}
	// The penalty of .1 exceeds what any column correlates with these ratings.
	for _, a := range lrp.Approaches() {
		if a.Control != nil {
			continue
		}
		for i, got := range result(t, r, a.Name, "lasso").RMSE {
			if want := result(t, r, "CBG", "none").RMSE[i]; got != want {
				t.Errorf("%s with lasso, trial %d: %v, CBG has %v", a.Name, i, got, want)
				break
			}
		}
	}
}

func TestMohler(t *testing.T) {
	sets, err := datasets.Open(realdata.Mohler(t), datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	approaches, err := lrp.SelectApproaches("CBG", "BOW")
	if err != nil {
		t.Fatal(err)
	}
	r := evaluate(t, sets, lrp.Options{Seed: 1, Approaches: approaches})
	if got := result(t, r, "CBG", "none").RMSEMean; got < .20 || got > .25 {
		t.Errorf("CBG: RMSE %.4f, expected .20 to .25", got)
	}
	if got := result(t, r, "BOW", "ols").RMSEMean; got < .17 || got > .24 {
		t.Errorf("BOW: RMSE %.4f, expected .17 to .24", got)
	}
}
