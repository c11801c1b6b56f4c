package report

import (
	"math"
	"math/rand/v2"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/stats"
)

// approachesOfTests describes some approaches.
var approachesOfTests = []lrp.Approach{
	{Name: "RAN", Description: "a random rating"},
	{Name: "CBG", Description: "constant best guess: the mean rating of the training respondents"},
	{Name: "BWO", Description: "binary word overlap with the key"},
	{Name: "FWO", Description: "fraction of words shared with the key"},
	{Name: "BOW", Description: "bag of words"},
	{Name: "COM", Description: "all features together", Extractors: make([]features.Extractor, 2)},
}

// result makes a result whose trials are spread about mean.
func result(rng *rand.Rand, approach, regressor string, mean, sd, columns float64, d *lrp.DatasetReport, trials int) lrp.Result {
	r := lrp.Result{Approach: approach, Regressor: regressor, ColumnsMean: columns, MAEMean: mean * .8, PearsonMean: math.Sqrt(math.Max(0, 1-mean*mean/.04))}
	for range trials {
		r.RMSE = append(r.RMSE, math.Abs(mean+sd*rng.NormFloat64()))
	}
	summarise(&r, d)
	if regressor == control {
		r.PearsonMean = math.NaN()
	}
	return r
}

func summarise(r *lrp.Result, d *lrp.DatasetReport) {
	r.RMSEMean, r.RMSESD = stats.MeanSD(r.RMSE)
	r.RMSECI95[0], r.RMSECI95[1] = stats.CorrectedInterval(r.RMSE, d.Train, d.Test)
}

// thesis is like an evaluation of the thesis's approaches, on data sets of the given
// names, with the first like Powergrading and the others small and hard.
func thesis(names []string, regressors ...string) *lrp.Report {
	rng := rand.New(rand.NewPCG(1, 2))
	r := &lrp.Report{Format: "lrp-report", Version: 1, Seed: 1, Trials: 100, TrainFraction: .8, Alpha: .1, Protocol: "described", Seconds: 1.25}
	approaches := []string{"BWO", "FWO", "CED", "WED", "WCS", "SNL", "BOW", "BIG", "SYN", "NNO", "NNC", "NNW", "COM"}
	easy := []float64{.095, .101, .103, .105, .110, .112, .091, .132, .093, .094, .098, .093, .058}
	for i, name := range names {
		d := lrp.DatasetReport{Name: name, Respondents: 698, Questions: 10, Train: 558, Test: 140, Note: "sum of the question grades, scaled to [0, 1]"}
		cbg, sd, shape := .170, .008, 5.
		if i > 0 {
			d.Respondents, d.Questions, d.Train, d.Test = 24+i%8, 4+i%7, 19, 5
			cbg, sd, shape = .18+.05*rng.Float64(), .05, 2
		}
		for range d.Respondents {
			d.Ratings = append(d.Ratings, math.Pow(rng.Float64(), 1/shape))
		}
		d.RatingMean, d.RatingSD = stats.MeanSD(d.Ratings)
		d.Results = append(d.Results, result(rng, "RAN", control, 2.6*cbg, sd*3, 0, &d, 100), result(rng, "CBG", control, cbg, sd, 0, &d, 100))
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
				d.Results = append(d.Results, result(rng, a, regressor, mean, sd, float64(10+j*150), &d, 100))
			}
		}
		r.Datasets = append(r.Datasets, d)
	}
	return r
}

// awkward is a small report with what is rare: undefined numbers, one trial, no results, no
// CBG, three regressors, and names that are long, foreign or full of markup.
func awkward() *lrp.Report {
	nan := math.NaN()
	r := &lrp.Report{Format: "lrp-report", Version: 1, Seed: 7, Trials: 3, TrainFraction: .8, Alpha: .1, Protocol: "described", Seconds: 1.5}
	add := func(d *lrp.DatasetReport, approach, regressor string, mae, pearson, columns float64, rmse ...float64) {
		res := lrp.Result{Approach: approach, Regressor: regressor, MAEMean: mae, PearsonMean: pearson, ColumnsMean: columns, RMSE: rmse}
		summarise(&res, d)
		d.Results = append(d.Results, res)
	}
	main := lrp.DatasetReport{
		Name: "sample", Synthetic: true, Note: "share of the points reached", SHA256: "ab12", Respondents: 50, Questions: 4, Train: 40, Test: 10,
		RatingMean: .5, RatingSD: .25, Ratings: []float64{0, .25, .5, .5, .75, 1},
		Warnings: []string{"SNL: 2 of 3 trials have a feature that is the same for everyone, which a regression cannot use and therefore leaves out"},
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
	main.Results[len(main.Results)-1].Coverage = &lrp.Coverage{Level: .9, Share: .904, Width: .126}
	main.Results[len(main.Results)-1].Grades = &lrp.GradeAgreement{
		All: lrp.Agreement{Accuracy: .972, Kappa: .86, Pearson: .9}, Unseen: lrp.Agreement{Accuracy: .91, Kappa: nan, Pearson: .7}, UnseenShare: .3,
	}

	judge := func(n int, rmse ...float64) lrp.JudgeResult {
		mean, sd := stats.MeanSD(rmse)
		return lrp.JudgeResult{Judge: n, RMSEMean: mean, RMSESD: sd, MAEMean: mean * .8, PearsonMean: .95, RMSE: rmse}
	}
	agreement := []lrp.Agreement{{Accuracy: .97, Kappa: .9, Pearson: .91}, {Accuracy: .95, Kappa: nan, Pearson: nan}}
	main.Human = &lrp.Human{
		Judges: 2, Levels: 6,
		VsRating:  []lrp.JudgeResult{judge(1, .03, .04, .05), judge(2, .03, .04, .06)},
		VsOthers:  []lrp.JudgeResult{judge(1, .06, .08, .10), judge(2, .06, .08, .12)},
		Grades:    lrp.JudgeAgreement{VsPanel: agreement, VsOthers: agreement},
		Questions: []lrp.QuestionAgreement{{ID: "q<1>", JudgeAgreement: lrp.JudgeAgreement{VsPanel: agreement, VsOthers: agreement}}},
	}

	single := lrp.DatasetReport{Name: "one-trial", Respondents: 5, Questions: 1, Train: 4, Test: 1, RatingMean: .3, RatingSD: .1, Ratings: []float64{.2, .3, .4}}
	add(&single, "CBG", control, .2, nan, 0, .2)
	add(&single, "BWO", "ols", .1, .5, 4, .1)
	add(&single, "Größe und Länge aller Antworten zusammen", "ols", .3, .5, 4, .3)

	foreign := lrp.DatasetReport{Name: "<script>alert(1)</script> | 首都のテスト \x1b[31m " + longName, Respondents: 10, Questions: 2, Train: 8, Test: 2, RatingMean: .5, RatingSD: .2, Note: "a*b_c & <d>"}
	add(&foreign, "日本語の特徴", "ols", .1, .5, 4, .1, .12, .11)
	add(&foreign, "<b>BOLD</b>", "ols", .1, .5, 4, .2, .22, .21)

	empty := lrp.DatasetReport{Name: "empty", Respondents: 10, Questions: 1, Train: 8, Test: 2}
	// Judges of grades that are not what the ratings were made of.
	single.Human = &lrp.Human{Judges: 2, Levels: 2, Grades: main.Human.Grades, Questions: main.Human.Questions}

	r.Datasets = []lrp.DatasetReport{main, single, foreign, empty}
	return r
}

const longName = "a data set with a name that is much longer than anybody would want to read in the heading of a table"
