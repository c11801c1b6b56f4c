package report

import (
	"strings"
	"testing"

	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

// withErrors returns the report on a data set with the given errors, each as "APPROACH/regressor".
func withErrors(results map[string][]float64) *experiment.DatasetReport {
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
				"lead over BOW with OLS (0.115) is not significant (p = .622: trials share respondents, so ± is " +
				"no test)."},
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
				"the constant guess's 0.300 (1 trial: too few for a test)."},
		{map[string][]float64{"BOW/ols": {.3}, "AUTO/auto": {.1}}, nil,
			"On civics (50 respondents, 1 question), AUTO has the lowest RMSE, 0.100 (1 " +
				"trial: too few for a test)."},
		{map[string][]float64{"AUTO/auto": low, "BOW/ols": alike}, nil,
			"On civics (50 respondents, 1 question), AUTO predicts held-out ratings best: RMSE " +
				"0.110 ± 0.008 (4 trials); its lead over BOW with OLS (0.115) is not significant (p = .622: " +
				"trials share respondents, so ± is no test)."},
		{map[string][]float64{"CBG/none": guess, "RAN/none": high}, nil,
			"On civics (50 respondents, 1 question), the constant guess has RMSE 0.305 ± 0.013 " +
				"(4 trials); nothing but controls was evaluated."},
		// The lowest mean need not be a significant one.
		{map[string][]float64{"CBG/none": guess, "AUTO/auto": {.24, .25, .26, .23},
			"BOW/ols": noisy}, nil,
			"On civics (50 respondents, 1 question), BOW with OLS has the lowest RMSE, 0.237 ± " +
				"0.149, 22% below the constant guess's 0.305, but not significantly (p = .568, " +
				"corrected resampled t-test, Holm over 2 comparisons, 4 trials); that of AUTO, " +
				"0.245 ± 0.013, is significantly below the guess's (p < .001)."},
		{map[string][]float64{"CBG/none": guess, "AUTO/auto": low},
			func(d *experiment.DatasetReport) { d.Folds = 4 },
			"On civics (50 respondents, 1 question), AUTO predicts held-out ratings better than " +
				"the constant guess: RMSE 0.110 ± 0.008, 64% below the constant guess's 0.305 " +
				"(p < .001, corrected resampled t-test, 4 folds)."},
	} {
		d := withErrors(c.results)
		if c.change != nil {
			c.change(d)
		}
		if got := Headline(d); got != c.want {
			t.Errorf("%v:\n%s\nwant\n%s", c.results, got, c.want)
		}
	}
}
