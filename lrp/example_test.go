package lrp_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress"
)

// How well do the constant best guess and two features with ridge regression predict?
func ExampleEvaluate() {
	sets, err := datasets.Open("sample-mohler", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	approaches, err := lrp.Approaches("CBG", "FWO", "BOW")
	if err != nil {
		log.Fatal(err)
	}
	report, err := lrp.Evaluate(context.Background(), sets, lrp.Options{
		Seed: 1, Trials: 5, Approaches: approaches, Regressors: []regress.Regressor{regress.Ridge{}},
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range report.Datasets[0].Results {
		fmt.Printf("%s with %s: RMSE %.2f\n", r.Approach, r.Regressor, r.RMSEMean)
	}
	// Output:
	// CBG with none: RMSE 0.17
	// FWO with ridge: RMSE 0.17
	// BOW with ridge: RMSE 0.13
}

// Does the bag of words predict better than the constant best guess, and by more than chance?
func ExampleCompare() {
	sets, err := datasets.Open("sample-powergrading", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	approaches, err := lrp.Approaches("CBG", "BOW")
	if err != nil {
		log.Fatal(err)
	}
	report, err := lrp.Evaluate(context.Background(), sets, lrp.Options{
		Seed: 1, Trials: 10, Approaches: approaches, Regressors: []regress.Regressor{regress.OLS{}},
	})
	if err != nil {
		log.Fatal(err)
	}
	comparison, err := lrp.Compare(report, lrp.CompareOptions{Baseline: "CBG"})
	if err != nil {
		log.Fatal(err)
	}
	d := comparison.Datasets[0].Pairs[0]
	fmt.Printf(
		"%s less %s: %.3f, better in %d of %d trials, significant: %v\n", d.A, d.B, d.Mean, d.Wins,
		report.Trials, d.Significant(),
	)
	// Output:
	// BOW/ols less CBG: -0.083, better in 10 of 10 trials, significant: true
}

// A model is trained once, written to a file, and predicts with an interval.
func ExampleTrain() {
	sets, err := lrp.Load("sample-mohler")
	if err != nil {
		log.Fatal(err)
	}
	model, err := lrp.Train(context.Background(), sets[0], lrp.TrainOptions{Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer // or model.Save and lrp.OpenModel
	if err := model.Write(&file); err != nil {
		log.Fatal(err)
	}
	model, err = lrp.ReadModel(&file, "file", lrp.Parts{})
	if err != nil {
		log.Fatal(err)
	}
	p, err := model.Predict(sets[0].Respondents[0].Responses)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(model.Info().Approach, len(p.Grades), "grades")
	fmt.Println(p.Interval[0] < p.Rating, p.Rating < p.Interval[1])
	// Output:
	// AUTO 12 grades
	// true true
}
