package lrp_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress"
)

// How well do the constant best guess and two features with ridge regression predict?
func ExampleEvaluate() {
	sets, err := datasets.Open("sample-mohler", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	approaches, err := lrp.SelectApproaches("CBG", "FWO", "BOW")
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
	approaches, err := lrp.SelectApproaches("CBG", "BOW")
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
	fmt.Printf("%s less %s: %.3f, better in %d of %d trials, significant: %v\n", d.A, d.B, d.Mean, d.Wins, report.Trials, d.Significant())
	// Output:
	// BOW/ols less CBG: -0.083, better in 10 of 10 trials, significant: true
}

// A feature of one's own, alone and within COM, beside the others.
func ExampleApproachesOf() {
	length := features.KeySimilarity("LEN", "ratio of lengths in words", func(response, answer *text.Doc) float64 {
		a, b := float64(len(response.Words)), float64(len(answer.Words))
		return min(a, b) / max(a, b)
	})
	for _, a := range lrp.ApproachesOf([]features.Extractor{features.BWO, length}) {
		fmt.Printf("%s: %d features\n", a.Name, len(a.Extractors))
	}
	// Output:
	// RAN: 0 features
	// CBG: 0 features
	// BWO: 1 features
	// LEN: 1 features
	// COM: 2 features
	// AUTO: 0 features
}

// The numbers of one split, for another program.
func ExampleNewDesign() {
	sets, err := datasets.Open("csv:../datasets/testdata/weather.csv", datasets.Options{},
		datasets.CSV(datasets.CSVOptions{Key: "../datasets/testdata/weather_key.csv"}))
	if err != nil {
		log.Fatal(err)
	}
	approaches, err := lrp.SelectApproaches("BOW")
	if err != nil {
		log.Fatal(err)
	}
	design, err := lrp.NewDesign(sets[0], text.English, approaches[0], datasets.Split{Train: []int{0, 1}, Test: []int{2}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(design.Columns)
	if err := regress.WriteMatrixMarket(os.Stdout, design.Train); err != nil {
		log.Fatal(err)
	}
	fmt.Println(design.TrainY, design.TestIDs)
	// Output:
	// [1/BOW/cats 1/BOW/rain 2/BOW/face 2/BOW/upside]
	// %%MatrixMarket matrix coordinate real general
	// 2 4 4
	// 1 2 1
	// 1 3 1
	// 1 4 1
	// 2 1 1
	// [1 0] [cem]
}

// A model is trained once, kept in a file, and predicts with its uncertainty.
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
