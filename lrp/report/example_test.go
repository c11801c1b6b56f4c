package report_test

import (
	"bytes"
	"fmt"
	"log"
	"math"

	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/report"
)

// evaluated returns a report of two approaches, as [experiment.Evaluate] would.
func evaluated() *experiment.Report {
	none := math.NaN()
	return &experiment.Report{
		Settings: experiment.Settings{
			Format: "lrp-report", Version: 1, Seed: 1, Trials: 3, TrainFraction: .8,
		},
		Protocol: "described",
		Datasets: []experiment.DatasetReport{{
			Dataset: experiment.Dataset{
				Name: "mine", Respondents: 50, Questions: 10, Train: 40, Test: 10,
				RatingMean: .6, RatingSD: .2, Ratings: []float64{.4, .5, .7, .8},
			},
			Results: []experiment.Result{
				{Approach: "CBG", Regressor: "none", RMSEMean: .2, RMSESD: .01,
					RMSECI95: [2]float64{.18, .22},
					Means:    experiment.Means{MAEMean: .16, PearsonMean: none}, RMSE: []float64{.19, .2, .21}},
				{Approach: "BOW", Regressor: "ols", RMSEMean: .12, RMSESD: .01,
					RMSECI95: [2]float64{.1, .14},
					Means:    experiment.Means{MAEMean: .09, PearsonMean: .8}, ColumnsMean: 137, RMSE: []float64{.11, .12,
						.13}},
			},
		}},
	}
}

// A report can be read back from its JSON document, such as results.json of lrp eval --out.
func ExampleReadJSON() {
	var file bytes.Buffer
	if err := report.WriteJSON(&file, evaluated()); err != nil {
		log.Fatal(err)
	}
	again, err := report.ReadJSON(&file)
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range again.Datasets[0].Results {
		fmt.Printf("%s/%s: RMSE %.2f, correlation %.1f\n", r.Approach, r.Regressor, r.RMSEMean,
			r.PearsonMean)
	}
	// Output:
	// CBG/none: RMSE 0.20, correlation NaN
	// BOW/ols: RMSE 0.12, correlation 0.8
}
