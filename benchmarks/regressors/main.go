// Regressors compares the regressors of the catalogs on real data: the held-out error of each with
// several approaches, over the same splits.
//
//	go run ./benchmarks/regressors [-trials 10] [-approach ALL,BOW] [-results FILE] DATASET...
//
// It prints a table for each data set, one row per approach and one column per regressor, and then
// a summary over all cells. A cell is a data set with an approach. For each regressor the summary
// says in how many cells it has the least error and in how many it is within 2% of the least, the
// median of its error relative to the least, and the cell in which it does best compared with the
// best of the others. Cells in which no regressor has an error at least 2% below that of the
// constant best guess are left out.
//
// With -results, errors are kept in a file: the summary covers all data sets in it, and those
// already there are not evaluated again, so that a long comparison can be made in several runs.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress"
	"github.com/luna-rating/luna/regress/golearn"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("regressors: ")
	trials := flag.Int("trials", 10, "number of random splits of a data set")
	seed := flag.Uint64("seed", 1, "seed of all random choices")
	names := flag.String("approach", "ALL,BOW,CNG,DEM,NNC", "approaches, separated by commas")
	skip := flag.String("skip", "", "regressors to leave out, separated by commas")
	file := flag.String("results", "", "`FILE` to keep the results in")
	flag.Parse()
	specs := flag.Args()
	if len(specs) == 0 {
		specs = []string{"sample-powergrading", "sample-mohler"}
	}
	approaches, err := lrp.Approaches(strings.Split("CBG,"+*names, ",")...)
	check(err)
	regressors, err := catalog(strings.Split(*skip, ","))
	check(err)
	results, err := readResults(*file)
	check(err)
	options := lrp.Options{Seed: *seed, Trials: *trials, Regressors: regressors}
	for _, spec := range specs {
		sets, err := datasets.Open(spec, datasets.Options{})
		check(err)
		for _, set := range sets {
			if slices.ContainsFunc(results, func(r result) bool { return r.Dataset == set.Name }) {
				continue
			}
			options.Approaches = usable(approaches, set)
			report, err := lrp.Evaluate(context.Background(), []*datasets.Dataset{set}, options)
			check(err)
			r := newResult(&report.Datasets[0], *trials)
			check(r.print(os.Stdout))
			check(r.append(*file))
			results = append(results, r)
		}
	}
	check(printSummary(os.Stdout, results))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// catalog returns all regressors with their defaults, except those to skip.
func catalog(skip []string) ([]regress.Regressor, error) {
	var list []regress.Regressor
	for _, e := range slices.Concat(regress.Catalog(), golearn.Catalog()) {
		if slices.Contains(skip, e.Name) {
			continue
		}
		r, err := e.New(regress.Options{Alpha: regress.DefaultAlpha})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name, err)
		}
		list = append(list, r)
	}
	return list, nil
}

// usable returns the approaches that a data set allows: all, or without an answer key those that
// need none.
func usable(approaches []lrp.Approach, set *datasets.Dataset) []lrp.Approach {
	return slices.DeleteFunc(slices.Clone(approaches), func(a lrp.Approach) bool {
		return a.NeedsKey() && !set.HasKey()
	})
}
