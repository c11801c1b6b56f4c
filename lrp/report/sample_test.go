package report

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
	"github.com/luna-rating/luna/regress"
)

// approachesOfTests are approaches with descriptions.
var approachesOfTests = []approach.Approach{
	{Name: "RAN", Description: "a random rating"},
	{Name: "CBG", Description: "constant best guess: the mean rating of the training respondents"},
	{Name: "BWO", Description: "binary word overlap with the key"},
	{Name: "FWO", Description: "fraction of words shared with the key"},
	{Name: "BOW", Description: "bag of words"},
	{Name: "COM", Description: "all features together", Method: make(approach.Features, 2)},
}

// result returns a result whose trials are spread around mean.
func result(
	rng *rand.Rand, approach, regressor string, mean, sd, columns float64,
	d *experiment.DatasetReport, trials int,
) experiment.Result {
	r := experiment.Result{Approach: approach, Regressor: regressor, ColumnsMean: columns,
		Means: experiment.Means{MAEMean: mean * .8,
			PearsonMean: math.Sqrt(math.Max(0, 1-mean*mean/.04))}}
	for range trials {
		r.RMSE = append(r.RMSE, math.Abs(mean+sd*rng.NormFloat64()))
	}
	summarise(&r, d)
	if regressor == control {
		r.PearsonMean = math.NaN()
	}
	return r
}

func summarise(r *experiment.Result, d *experiment.DatasetReport) {
	r.RMSEMean, r.RMSESD = stats.MeanSD(r.RMSE)
	r.RMSECI95[0], r.RMSECI95[1] = stats.CorrectedEstimate(r.RMSE, d.Train, d.Test).Interval()
}

// thesis returns a report like an evaluation of the thesis's approaches on data sets with the given
// names: the first is like Powergrading, the others are small and hard.
func thesis(names []string, regressors ...string) *experiment.Report {
	rng := rand.New(rand.NewPCG(1, 2))
	r := &experiment.Report{Settings: experiment.Settings{Format: "lrp-report", Version: 1, Seed: 1,
		Trials: 100, TrainFraction: .8, Alpha: .1}, Protocol: "described", Seconds: 1.25}
	approaches := []string{"BWO", "FWO", "CED", "WED", "WCS", "SNL", "BOW", "BIG", "SYN", "NNO",
		"NNC", "NNW", "COM"}
	easy := []float64{.095, .101, .103, .105, .110, .112, .091, .132, .093, .094, .098, .093, .058}
	for i, name := range names {
		d := experiment.DatasetReport{Dataset: experiment.Dataset{Name: name, Respondents: 698,
			Questions: 10, Train: 558, Test: 140, Note: "sum of the question grades, scaled to " +
				"[0, 1]"}}
		cbg, sd, shape := .170, .008, 5.
		if i > 0 {
			d.Respondents, d.Questions, d.Train, d.Test = 24+i%8, 4+i%7, 19, 5
			cbg, sd, shape = .18+.05*rng.Float64(), .05, 2
		}
		for range d.Respondents {
			d.Ratings = append(d.Ratings, math.Pow(rng.Float64(), 1/shape))
		}
		d.RatingMean, d.RatingSD = stats.MeanSD(d.Ratings)
		d.Results = append(d.Results, result(rng, "RAN", control, 2.6*cbg, sd*3, 0, &d, 100),
			result(rng, "CBG", control, cbg, sd, 0, &d, 100))
		constant := d.Results[1]
		for _, regressor := range regressors {
			for j, a := range approaches {
				mean := easy[j]
				if i > 0 {
					mean = cbg * (.75 + .5*rng.Float64())
				}
				if regressor == "lasso" {
					same := constant
					same.Approach, same.Regressor = a, regressor
					d.Results = append(d.Results, same)
					continue
				}
				if regressor == "ridge" {
					mean *= .93
				}
				d.Results = append(d.Results,
					result(rng, a, regressor, mean, sd, float64(10+j*150), &d, 100))
			}
		}
		r.Datasets = append(r.Datasets, d)
	}
	return r
}

// evaluated returns the report of an evaluation, so that each of its figures is computed and not
// invented. They are rounded, as their last digits may differ between processors.
func evaluated(t testing.TB) *experiment.Report {
	t.Helper()
	var sets []*datasets.Dataset
	for _, name := range []string{"sample-powergrading", "sample-mohler"} {
		list, err := datasets.Open(name, datasets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, list...)
	}
	approaches, err := approach.Select(approach.All(features.Catalog()...), "RAN", "CBG", "BWO", "BOW",
		"NNC", "AUTO")
	if err != nil {
		t.Fatal(err)
	}
	r, err := experiment.Evaluate(t.Context(), sets, experiment.Options{Trials: 4, Seed: 1,
		Approaches: approaches, Regressors: []regress.Regressor{regress.OLS{}, regress.Lasso{Alpha: .1}}})
	if err != nil {
		t.Fatal(err)
	}
	r.Seconds = 1.25
	var tree any
	var again experiment.Report
	text, err := json.Marshal(r)
	if err == nil {
		err = json.Unmarshal(text, &tree)
	}
	if err == nil {
		text, err = json.Marshal(rounded(tree))
	}
	if err == nil {
		err = json.Unmarshal(text, &again)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &again
}

// rounded returns a JSON value with numbers of six digits.
func rounded(value any) any {
	switch v := value.(type) {
	case float64:
		x, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
		return x
	case []any:
		for i := range v {
			v[i] = rounded(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = rounded(v[name])
		}
	}
	return value
}

// awkward returns a small report of rare cases: undefined numbers, one trial, no results, no CBG,
// three regressors, and names that are long, not English or full of markup.
func awkward() *experiment.Report {
	nan := math.NaN()
	r := &experiment.Report{Settings: experiment.Settings{Format: "lrp-report", Version: 1, Seed: 7,
		Trials: 3, TrainFraction: .8, Alpha: .1}, Protocol: "described", Seconds: 1.5}
	add := func(
		d *experiment.DatasetReport, approach, regressor string, mae, pearson, columns float64,
		rmse ...float64,
	) {
		res := experiment.Result{Approach: approach, Regressor: regressor, ColumnsMean: columns, RMSE: rmse,
			Means: experiment.Means{MAEMean: mae, PearsonMean: pearson}}
		summarise(&res, d)
		d.Results = append(d.Results, res)
	}
	main := experiment.DatasetReport{
		Dataset: experiment.Dataset{
			Name: "sample", Synthetic: true, Note: "share of the points reached", SHA256: "ab12",
			Respondents: 50, Questions: 4, Train: 40, Test: 10, Margin: .02,
			RatingMean: .5, RatingSD: .25, Ratings: []float64{0, .25, .5, .5, .75, 1},
		},
		Warnings: []string{"SNL: 2 of 3 trials have a feature that is the same for everyone, " +
			"which a regression cannot use and therefore leaves out"},
	}
	add(&main, "RAN", control, .4, nan, 0, .45, .47, .46)
	add(&main, "CBG", control, .2, nan, 0, .25, .26, .24)
	add(&main, "BWO", "ols", .08, .91, 4, .1, .11, .09)
	add(&main, "BWO", "lasso", .2, nan, 4, .25, .26, .24)
	add(&main, "BWO", "ridge", .08, .9, 4, .101, .111, .092)
	add(&main, "FWO", "ols", .19, .2, 4, .22, .27, .19)
	add(&main, "FWO", "lasso", .2, nan, 4, .25, .26, .24)
	add(&main, "FWO", "ridge", .24, -.15, 4, .27, .28, .25)
	add(&main, "COM", "ols", .21, .4, 1234.5, 12, 13, 11)
	add(&main, "COM", "lasso", .18, .3, 1234.5, .2, .21, .22)
	add(&main, "COM", "ridge", nan, nan, nan)
	add(&main, "AUTO", "auto", .07, .93, 20, .09, .1, .08)
	main.Results[len(main.Results)-1].Coverage = &experiment.Coverage{Level: .9, Share: .904,
		Width: .126, Score: .15, ByWidth: []experiment.IntervalThird{
			{From: .05, To: .1, Intervals: 10, Share: .9, Width: .08, Score: .1}}}
	main.Results[len(main.Results)-1].Grades = &experiment.GradeAgreement{
		All: experiment.Agreement{Accuracy: .972, Kappa: .86,
			Pearson: .9, RMSE: .113}, Baseline: &experiment.Agreement{Accuracy: .8, Pearson: nan, RMSE: .31}, Unseen: &experiment.Agreement{Accuracy: .91, Kappa: nan, Pearson: .7},
		UnseenShare: .3,
		Questions: []experiment.QuestionGrades{
			{ID: "q<1>", Responses: 30, All: experiment.Agreement{Accuracy: .97, Kappa: .86, Pearson: .9, RMSE: .1},
				Unseen: 9, OnUnseen: experiment.Agreement{Accuracy: .91, Kappa: nan, Pearson: .7, RMSE: .2}},
			{ID: "q2", Responses: 30, All: experiment.Agreement{Accuracy: 1, Kappa: nan, Pearson: nan},
				OnUnseen: experiment.Agreement{Accuracy: nan, Kappa: nan, Pearson: nan, RMSE: nan}}},
	}

	judge := func(n int, rmse ...float64) experiment.JudgeResult {
		mean, sd := stats.MeanSD(rmse)
		return experiment.JudgeResult{Judge: n, RMSEMean: mean, RMSESD: sd, Means: experiment.Means{
			MAEMean: mean * .8, PearsonMean: .95}, RMSE: rmse}
	}
	agreement := []experiment.Agreement{{Accuracy: .97, Kappa: .9, Pearson: .91},
		{Accuracy: .95, Kappa: nan, Pearson: nan}}
	main.Human = &experiment.Human{
		Judges: 2, Levels: 6,
		VsRating: []experiment.JudgeResult{judge(1, .03, .04, .05), judge(2, .03, .04, .06)},
		VsOthers: []experiment.JudgeResult{judge(1, .06, .08, .10), judge(2, .06, .08, .12)},
		Grades:   experiment.JudgeAgreement{VsPanel: agreement, VsOthers: agreement},
		Questions: []experiment.QuestionAgreement{{ID: "q<1>",
			JudgeAgreement: experiment.JudgeAgreement{VsPanel: agreement, VsOthers: agreement}}},
	}

	single := experiment.DatasetReport{Dataset: experiment.Dataset{Name: "one-trial",
		Respondents: 5, Questions: 1, Train: 4, Test: 1, RatingMean: .3, RatingSD: .1,
		Ratings: []float64{.2, .3, .4}}}
	add(&single, "CBG", control, .2, nan, 0, .2)
	add(&single, "BWO", "ols", .1, .5, 4, .1)
	add(&single, "Größe und Länge aller Antworten zusammen", "ols", .3, .5, 4, .3)

	foreign := experiment.DatasetReport{Dataset: experiment.Dataset{
		Name:        "<script>alert(1)</script> | 首都のテスト \x1b[31m " + longName,
		Respondents: 10, Questions: 2, Train: 8, Test: 2, RatingMean: .5, RatingSD: .2,
		Note: "a*b_c & <d>"}}
	add(&foreign, "日本語の特徴", "ols", .1, .5, 4, .1, .12, .11)
	add(&foreign, "<b>BOLD</b>", "ols", .1, .5, 4, .2, .22, .21)

	empty := experiment.DatasetReport{Dataset: experiment.Dataset{Name: "empty", Respondents: 10,
		Questions: 1, Train: 8, Test: 2}}
	// The ratings were not computed from these judges' grades.
	single.Human = &experiment.Human{Judges: 2, Levels: 2, Grades: main.Human.Grades,
		Questions: main.Human.Questions}

	r.Datasets = []experiment.DatasetReport{main, single, foreign, empty}
	return r
}

const longName = "a data set with a name that is much longer than anybody would want to read in " +
	"the heading of a table"
