// Leaveout prints what each feature adds to ALL: for each data set, the error of OLS on all
// features and on all but one, over the same splits.
//
//	go run ./benchmarks/leaveout [-trials 100] [-seed 1] DATASET...
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"slices"
	"text/tabwriter"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
	"github.com/luna-rating/luna/regress"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("leaveout: ")
	trials := flag.Int("trials", 100, "number of random splits")
	seed := flag.Uint64("seed", 1, "seed of all random choices")
	flag.Parse()
	specs := flag.Args()
	if len(specs) == 0 {
		specs = []string{"sample-powergrading", "sample-mohler"}
	}
	options := lrp.Options{Trials: *trials, Seed: *seed, Approaches: approaches(),
		Regressors: []regress.Regressor{regress.OLS{}}}
	for _, spec := range specs {
		sets, err := datasets.Open(spec, datasets.Options{})
		if err != nil {
			log.Fatal(err)
		}
		report, err := lrp.Evaluate(context.Background(), sets, options)
		if err != nil {
			log.Fatal(err)
		}
		for _, d := range report.Datasets {
			table(&d)
		}
	}
}

// approaches lists ALL and, for each feature, all others together.
func approaches() []lrp.Approach {
	combined := features.Combined()
	list := []lrp.Approach{{Name: "ALL", Method: approach.Features(combined)}}
	for i, e := range combined {
		others := slices.Concat(combined[:i], combined[i+1:])
		list = append(list, lrp.Approach{Name: e.Name(), Method: approach.Features(others)})
	}
	return list
}

// table prints the errors on a data set. Differences are per split, with the p-value of the
// corrected resampled t-test.
func table(d *experiment.DatasetReport) {
	fmt.Printf("%s: %d respondents, %d questions\n", d.Name, d.Respondents, d.Questions)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "left out\tRMSE\tadds\tp\t")
	all := d.Results[0]
	fmt.Fprintf(w, "none\t%.4f\t\t\t\n", all.RMSEMean)
	for _, r := range d.Results[1:] {
		differences := make([]float64, len(r.RMSE))
		for i := range differences {
			differences[i] = r.RMSE[i] - all.RMSE[i]
		}
		mean, _ := stats.MeanSD(differences)
		_, p := stats.CorrectedEstimate(differences, d.Train, d.Test).T()
		fmt.Fprintf(w, "%s\t%.4f\t%+.4f\t%.2f\t\n", r.Approach, r.RMSEMean, mean, p)
	}
	w.Flush()
	fmt.Println()
}
