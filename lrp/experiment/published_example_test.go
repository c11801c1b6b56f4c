package experiment_test

import (
	"context"
	"fmt"
	"log"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/regress"
)

// Published needs the texts exactly as in the files, hence Raw.
func ExamplePublished() {
	sets, err := datasets.Open("sample-powergrading", datasets.Options{Raw: true})
	if err != nil {
		log.Fatal(err)
	}
	approaches, err := approach.Select(experiment.PublishedApproaches(), "CBG", "BWO", "NNO")
	if err != nil {
		log.Fatal(err)
	}
	report, err := experiment.Published(context.Background(), sets, experiment.Options{
		Seed: 1, Trials: 10, Approaches: approaches, Regressors: []regress.Regressor{regress.OLS{}},
	})
	if err != nil {
		log.Fatal(err)
	}
	d := report.Datasets[0]
	fmt.Println(d.Train, "to train,", d.Test, "to test")
	for _, r := range d.Results {
		fmt.Printf("%s %.2f\n", r.Approach, r.RMSEMean)
	}
	// Output:
	// 19 to train, 5 to test
	// CBG 0.19
	// BWO 0.22
	// NNO 0.18
}
