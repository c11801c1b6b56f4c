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
	if len(again.Results) != 2 || !strings.Contains(string(text), `"outcome":"better"`) {
		t.Errorf("%s", text)
	}
}

// TestTooSmallToSee checks that nothing is called better or worse for a difference that no table
// shows, however sure it is: ridge regression on permuted labels was worse than CBG by 1.5e-8.
func TestTooSmallToSee(t *testing.T) {
	guess := []float64{.1915050618, .1915150618, .1914950618, .1915050618}
	for difference, want := range map[float64]experiment.Outcome{
		1.54e-8: experiment.Equal, -9e-5: experiment.Equal, 1.1e-4: experiment.Worse,
		-1.1e-4: experiment.Better,
	} {
		other := []float64(nil)
		for i, x := range guess {
			other = append(other, x+difference*(1+float64(i)/1e3))
		}
		d := evaluated(map[string][]float64{"CBG/none": guess, "BOW/ols": other})
		test := d.Tests().VsCBG[1]
		if test.Outcome != want || !(test.P < .001) {
			t.Errorf("%v: %+v, want %s", difference, test, want)
		}
		c, err := experiment.Compare(&experiment.Report{Datasets: []experiment.DatasetReport{*d}},
			experiment.CompareOptions{Baseline: "CBG"})
		if err != nil || c.Datasets[0].Pairs[0].Significant() != (want != experiment.Equal) {
			t.Errorf("%v: %+v and error %v", difference, c, err)
		}
	}
}
