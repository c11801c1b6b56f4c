// Command mine extends Luna from another module: two features, a regressor, a data format and a
// form of report. docs/extending.md of Luna explains it.
package main

import (
	"context"
	"flag"
	"io"
	"log"
	"os"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/regress"
)

func main() {
	convert := flag.Bool("jsonl", false, "write the data set in Luna's own form, for lrp")
	flag.Parse()
	d, err := open(flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	if *convert {
		err = datasets.WriteJSONL(os.Stdout, d)
	} else {
		err = evaluate(os.Stdout, d)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func open(path string) (*datasets.Dataset, error) {
	sets, err := datasets.Open("form:"+path, datasets.Options{}, Form)
	if err != nil {
		return nil, err
	}
	return sets[0], nil
}

// evaluate compares what is new with what Luna has, on the same splits.
func evaluate(w io.Writer, d *datasets.Dataset) error {
	all := approach.All(append(features.Catalog(), RGL, FST)...)
	approaches, err := approach.Select(all, "CBG", "FWO", "RGL", "BOW", "FST", "ALL")
	if err != nil {
		return err
	}
	report, err := lrp.Evaluate(context.Background(), []*datasets.Dataset{d}, lrp.Options{
		Seed:       1,
		Trials:     20,
		Approaches: approaches,
		Regressors: []regress.Regressor{regress.Ridge{}, PLS{}},
	})
	if err != nil {
		return err
	}
	return WriteLaTeX(w, report)
}
