package experiment_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

// evaluated returns the report on a data set with the given errors, each as "APPROACH/regressor".
func evaluated(results map[string][]float64) *experiment.DatasetReport {
	d := &experiment.DatasetReport{Dataset: experiment.Dataset{
		Name: "civics", Respondents: 50, Questions: 1, Train: 40, Test: 10,
	}}
	for _, name := range []string{"AUTO/auto", "RAN/none", "CBG/none", "BOW/ols", "BOW/lasso",
		"COM/ols"} {
		errors, ok := results[name]
		if !ok {
			continue
		}
		approach, regressor, _ := strings.Cut(name, "/")
		r := experiment.Result{Approach: approach, Regressor: regressor, RMSE: errors}
		r.RMSEMean, r.RMSESD = stats.MeanSD(errors)
		d.Results = append(d.Results, r)
	}
	return d
}

func TestHeadline(t *testing.T) {
	guess := []float64{.30, .31, .32, .29}
	low := []float64{.10, .12, .11, .11}
	alike := []float64{.11, .12, .13, .10}
	noisy := []float64{.05, .40, .20, .30}
	high := []float64{.40, .41, .43, .39}
	for _, c := range []struct {
		results map[string][]float64
		change  func(*experiment.DatasetReport)
		want    string
	}{
		{nil, nil, ""},
		{map[string][]float64{"AUTO/auto": low, "CBG/none": guess, "BOW/ols": high}, nil,
			"On civics (50 respondents, 1 question), AUTO predicts held-out ratings best: RMSE " +
				"0.110 ± 0.008, 64% below the constant guess's 0.305 (p < .001, corrected " +
				"resampled t-test, Holm over 2 comparisons, 4 trials)."},
		{map[string][]float64{"AUTO/auto": low, "CBG/none": guess, "BOW/ols": alike},
			func(d *experiment.DatasetReport) { d.Synthetic = true },
			"On the synthetic data set civics (50 respondents, 1 question), AUTO predicts " +
				"held-out ratings best: RMSE 0.110 ± 0.008, 64% below the constant guess's 0.305 " +
				"(p < .001, corrected resampled t-test, Holm over 2 comparisons, 4 trials); its " +
				"lead over BOW with OLS (0.115) is not significant."},
		{map[string][]float64{"CBG/none": guess, "BOW/ols": low}, nil,
			"On civics (50 respondents, 1 question), BOW with OLS predicts held-out ratings " +
				"better than the constant guess: RMSE 0.110 ± 0.008, 64% below the constant " +
				"guess's 0.305 (p < .001, corrected resampled t-test, 4 trials)."},
		{map[string][]float64{"CBG/none": guess, "BOW/ols": noisy, "BOW/lasso": high}, nil,
			"On civics (50 respondents, 1 question), no approach predicts held-out ratings " +
				"significantly better than the constant guess, which has RMSE 0.305 ± 0.013: the " +
				"lowest error is that of BOW with OLS, 0.237 ± 0.149 (p = .568, corrected " +
				"resampled t-test, Holm over 2 comparisons, 4 trials)."},
		{map[string][]float64{"CBG/none": guess, "BOW/ols": high, "BOW/lasso": guess}, nil,
			"On civics (50 respondents, 1 question), no approach predicts held-out ratings " +
				"better than the constant guess, which has RMSE 0.305 ± 0.013: the lowest error " +
				"of the others is that of BOW with Lasso, 0.305 ± 0.013 (4 trials)."},
		{map[string][]float64{"CBG/none": {.3}, "AUTO/auto": {.1}}, nil,
			"On civics (50 respondents, 1 question), AUTO has the lowest RMSE, 0.100, 67% below " +
				"the constant guess's 0.300, but 1 trial is too few for a test."},
		{map[string][]float64{"BOW/ols": {.3}, "AUTO/auto": {.1}}, nil,
			"On civics (50 respondents, 1 question), AUTO has the lowest RMSE, 0.100, but 1 " +
				"trial is too few for a test."},
		{map[string][]float64{"AUTO/auto": low, "BOW/ols": alike}, nil,
			"On civics (50 respondents, 1 question), AUTO predicts held-out ratings best: RMSE " +
				"0.110 ± 0.008; its lead over BOW with OLS (0.115) is not significant (4 trials)."},
		{map[string][]float64{"CBG/none": guess, "RAN/none": high}, nil,
			"On civics (50 respondents, 1 question), the constant guess has RMSE 0.305 ± 0.013 " +
				"(4 trials); nothing but controls was evaluated."},
		// The lowest mean need not be a significant one.
		{map[string][]float64{"CBG/none": guess, "AUTO/auto": {.24, .25, .26, .23},
			"BOW/ols": noisy}, nil,
			"On civics (50 respondents, 1 question), AUTO predicts held-out ratings " +
				"significantly better than the constant guess: RMSE 0.245 ± 0.013, 20% below the " +
				"constant guess's 0.305 (p < .001, corrected resampled t-test, Holm over 2 " +
				"comparisons, 4 trials); the lower error of BOW with OLS, 0.237, is not " +
				"significantly below it."},
		{map[string][]float64{"CBG/none": guess, "AUTO/auto": low},
			func(d *experiment.DatasetReport) { d.Folds = 4 },
			"On civics (50 respondents, 1 question), AUTO predicts held-out ratings better than " +
				"the constant guess: RMSE 0.110 ± 0.008, 64% below the constant guess's 0.305 " +
				"(p < .001, corrected resampled t-test, 4 folds)."},
	} {
		d := evaluated(c.results)
		if c.change != nil {
			c.change(d)
		}
		if got := d.Headline(); got != c.want {
			t.Errorf("%v:\n%s\nwant\n%s", c.results, got, c.want)
		}
	}
}

// TestTestsOfEqualErrors checks that approaches with the same errors are tested once, for all.
func TestTestsOfEqualErrors(t *testing.T) {
	guess, low := []float64{.30, .31, .32, .29}, []float64{.10, .12, .11, .10}
	d := evaluated(map[string][]float64{
		"RAN/none": {.4, .5, .3, .6}, "CBG/none": guess, "AUTO/auto": low, "BOW/ols": low,
		"BOW/lasso": guess,
	})
	tests := d.Tests()
	if tests.Comparisons != 2 || tests.Pairs != 3 || d.Results[tests.CBG].Approach != "CBG" ||
		d.Results[tests.Best].Approach != "AUTO" {
		t.Fatalf("%+v", tests)
	}
	outcomes := map[string][2]experiment.Outcome{}
	for i, r := range d.Results {
		outcomes[r.Approach+"/"+r.Regressor] = [2]experiment.Outcome{
			tests.VsCBG[i].Outcome, tests.VsBest[i].Outcome}
	}
	for name, want := range map[string][2]experiment.Outcome{
		"AUTO/auto": {experiment.Better, experiment.NoTest},
		"BOW/ols":   {experiment.Better, experiment.Equal},
		"BOW/lasso": {experiment.Equal, experiment.Worse},
		"CBG/none":  {experiment.NoTest, experiment.Worse},
	} {
		if outcomes[name] != want {
			t.Errorf("%s: %v, want %v", name, outcomes[name], want)
		}
	}
	_, p := stats.CorrectedEstimate(
		[]float64{-.2, -.19, -.21, -.19}, 40, 10).T()
	if auto := tests.VsCBG[0]; math.Abs(auto.P-p) > 1e-12 || math.Abs(auto.PHolm-2*p) > 1e-12 ||
		auto != tests.VsCBG[3] {
		t.Errorf("%+v and %+v, want p %v, adjusted for two", auto, tests.VsCBG[3], p)
	}
}

// TestOldReport checks that a document without tests is read, and that a new one can be read back.
func TestOldReport(t *testing.T) {
	old := `{"name":"civics","respondents":50,"questions":1,"train":40,"test":10,"results":[
		{"approach":"CBG","regressor":"none","rmse_mean":0.3,"rmse":[0.3,0.31,0.29]},
		{"approach":"AUTO","regressor":"auto","rmse_mean":0.1,"rmse":[0.1,0.12,0.08]}]}`
	var d experiment.DatasetReport
	if err := json.Unmarshal([]byte(old), &d); err != nil {
		t.Fatal(err)
	}
	if got := d.Tests().VsCBG[1].Outcome; got != experiment.Better {
		t.Errorf("outcome %q", got)
	}
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var again experiment.DatasetReport
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	if again.Headline() != d.Headline() || !strings.Contains(string(text), `"headline":"On civics`) ||
		!strings.Contains(string(text), `"outcome":"better"`) {
		t.Errorf("%s", text)
	}
}
