package experiment_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/regress"
)

// TestPowergrading compares the described protocol with ranges around the results of scikit-learn's
// LinearRegression and Lasso with the same definitions and other random splits.
func TestPowergrading(t *testing.T) {
	sets, err := datasets.Open(suite.Powergrading(t), datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// AUTO takes as long as all others together; see TestAutoPowergrading. ENC has regressors of
	// its own.
	approaches := slices.DeleteFunc(
		approach.All(), func(a approach.Approach) bool { return a.Learns() || a.Regressors != nil },
	)
	r := evaluate(t, sets, experiment.Options{Seed: 1, Approaches: approaches,
		Regressors: []regress.Regressor{regress.OLS{}, regress.Lasso{Alpha: .1}}})
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
	for _, name := range []string{"COM", "ALL"} {
		if got := result(t, r, name, "ols").RMSEMean; got > .064 {
			t.Errorf("%s: RMSE %.4f, expected at most .064", name, got)
		}
	}
	// The penalty of .1 exceeds the correlation of every column with these ratings.
	for _, a := range approaches {
		if isControl(a) {
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

// TestPowergradingLasso checks what the penalty chosen by cross-validation is worth.
func TestPowergradingLasso(t *testing.T) {
	sets, err := datasets.Open(suite.Powergrading(t), datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	approaches, err := approach.Select(approach.All(), "DEM", "BOW", "COM", "ALL")
	if err != nil {
		t.Fatal(err)
	}
	r := evaluate(t, sets, experiment.Options{Seed: 1, Trials: 10, Approaches: approaches})
	for name, most := range map[string]float64{"DEM": .068, "BOW": .070, "COM": .056, "ALL": .050} {
		if got := result(t, r, name, "lasso").RMSEMean; got > most {
			t.Errorf("%s: RMSE %.4f, expected at most %v", name, got, most)
		}
	}
	for _, name := range []string{"BOW", "ALL"} { // far more columns than respondents
		lasso, ols := result(t, r, name, "lasso").RMSEMean, result(t, r, name, "ols").RMSEMean
		if lasso > .9*ols {
			t.Errorf("%s: RMSE %.4f, least squares have %.4f", name, lasso, ols)
		}
	}
}

func TestMohler(t *testing.T) {
	sets, err := datasets.Open(suite.Mohler(t), datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	approaches, err := approach.Select(approach.All(), "CBG", "BOW")
	if err != nil {
		t.Fatal(err)
	}
	r := evaluate(t, sets, experiment.Options{Seed: 1, Approaches: approaches})
	if got := result(t, r, "CBG", "none").RMSEMean; got < .20 || got > .25 {
		t.Errorf("CBG: RMSE %.4f, expected .20 to .25", got)
	}
	if got := result(t, r, "BOW", "ols").RMSEMean; got < .17 || got > .24 {
		t.Errorf("BOW: RMSE %.4f, expected .17 to .24", got)
	}
}

func TestAutoPowergrading(t *testing.T) {
	sets, err := datasets.Open(suite.Powergrading(t), datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	approaches, err := approach.Select(approach.All(), "CBG", "AUTO")
	if err != nil {
		t.Fatal(err)
	}
	r := evaluate(t, sets, experiment.Options{Seed: 1, Approaches: approaches, Trials: 12})
	auto := result(t, r, "AUTO", "auto")
	t.Logf("RMSE %.4f, %+v, %+v", auto.RMSEMean, *auto.Coverage, *auto.Grades)
	if auto.RMSEMean > .046 {
		t.Errorf("RMSE %.4f, expected at most .046", auto.RMSEMean)
	}
	if share := auto.Coverage.Share; share < .87 || share > .93 {
		t.Errorf("90%% intervals hold %.3f of the ratings", share)
	}
	if a := auto.Grades.All.Accuracy; a < .965 {
		t.Errorf(
			"grades agree with the judges' majority on %.4f of the responses, expected at least .965",
			a,
		)
	}

	// The prior was learned from other questions. Even without any rated respondent, AUTO must beat
	// the mean of 558 ratings.
	curve, err := experiment.Curve(context.Background(), sets, experiment.Options{
		Seed: 1, Approaches: approaches, Trials: 3, Sizes: []int{0, 5, 20},
	})
	if err != nil {
		t.Fatal(err)
	}
	cbg := result(t, r, "CBG", "none").RMSEMean
	for _, c := range curve.Datasets[0].Results {
		if c.Approach == "AUTO" && !(c.RMSEMean < cbg) {
			t.Errorf("AUTO with %d rated: RMSE %.4f, CBG with all of them %.4f", c.Size, c.RMSEMean, cbg)
		}
	}
}

// AUTO is better than CBG on all of Mohler's data sets together, and worse on none.
func TestAutoMohler(t *testing.T) {
	sets, err := datasets.Open(
		strings.Replace(suite.Mohler(t), "mohler:", "mohler-assignments:", 1),
		datasets.Options{},
	)
	if err != nil {
		t.Fatal(err)
	}
	approaches, err := approach.Select(approach.All(), "CBG", "AUTO")
	if err != nil {
		t.Fatal(err)
	}
	report, err := experiment.Evaluate(
		context.Background(), sets, experiment.Options{Seed: 1, Approaches: approaches, Trials: 20},
	)
	if err != nil {
		t.Fatal(err)
	}
	c, err := experiment.Compare(report, experiment.CompareOptions{Baseline: "CBG"})
	if err != nil {
		t.Fatal(err)
	}
	if p := c.Overall[0].Difference; p.A != "AUTO" || !(p.Mean < -.04) || !(p.P < .001) {
		t.Errorf("all sets together: %+v", p)
	}
	for _, d := range c.Datasets {
		if p := d.Pairs[0]; p.Mean > 0 && p.Significant() {
			t.Errorf("%s: AUTO is worse: %+v", d.Name, p)
		}
	}
}
