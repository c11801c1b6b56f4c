// Regressors compares the regressors of the catalogs on real data: the held-out error of each
// with several approaches, over the same splits.
//
//	go run ./benchmarks/regressors [-trials 20] [-predictions 1500] [-approach COM,BOW] DATASET...
//
// It prints a table for each data set, one row per approach and one column per regressor, and then
// a summary over all cells, a cell being a data set with an approach: in how many of them each
// regressor has the least error, in how many it is within 2% of the least, and where it does best
// compared with the best of the others. Cells in which no regressor is better than the constant
// best guess by more than 2% are left out of the summary.
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
	trials := flag.Int("trials", 20, "maximum number of random splits of a data set")
	predictions := flag.Int("predictions", 1500, "number of `respondents` to predict per data set, "+
		"which reduces the number of splits of the larger ones, to no fewer than 3")
	seed := flag.Uint64("seed", 1, "seed of all random choices")
	names := flag.String("approach", "COM,BOW,CNG,DEM,NNC", "approaches, separated by commas")
	flag.Parse()
	specs := flag.Args()
	if len(specs) == 0 {
		specs = []string{"sample-powergrading", "sample-mohler"}
	}
	regressors, err := catalog()
	if err != nil {
		log.Fatal(err)
	}
	approaches, err := lrp.SelectApproaches(append([]string{"CBG"}, strings.Split(*names, ",")...)...)
	if err != nil {
		log.Fatal(err)
	}
	options := lrp.Options{Seed: *seed, Regressors: regressors}
	var cells []cell
	for _, spec := range specs {
		sets, err := datasets.Open(spec, datasets.Options{})
		if err != nil {
			log.Fatal(err)
		}
		for _, set := range sets {
			tested := max(1, len(set.Respondents)/5)
			options.Trials = min(*trials, max(3, *predictions/tested))
			options.Approaches = usable(approaches, set)
			report, err := lrp.Evaluate(context.Background(), []*datasets.Dataset{set}, options)
			if err != nil {
				log.Fatal(err)
			}
			found := cellsOf(&report.Datasets[0])
			printCells(os.Stdout, &report.Datasets[0], options.Trials, found)
			cells = append(cells, found...)
		}
	}
	printSummary(os.Stdout, cells)
}

// catalog returns all regressors with their defaults.
func catalog() ([]regress.Regressor, error) {
	var list []regress.Regressor
	for _, e := range slices.Concat(regress.Catalog(), golearn.Catalog()) {
		r, err := e.New(regress.Options{Alpha: regress.DefaultAlpha})
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// usable returns the approaches that a data set allows: without an answer key, those that need none.
func usable(approaches []lrp.Approach, set *datasets.Dataset) []lrp.Approach {
	return slices.DeleteFunc(slices.Clone(approaches), func(a lrp.Approach) bool {
		return a.NeedsKey() && !set.HasKey()
	})
}

// cell holds the errors of all regressors with one approach on one data set.
type cell struct {
	dataset, approach string
	constant          float64  // RMSE of the constant best guess
	regressors        []string // in catalog order
	rmse              []float64
}

// best returns the least error.
func (c *cell) best() float64 { return slices.Min(c.rmse) }

// cellsOf sorts the results of a data set into cells.
func cellsOf(d *lrp.DatasetReport) []cell {
	var cells []cell
	constant := 0.0
	for _, r := range d.Results {
		if r.Approach == "CBG" {
			constant = r.RMSEMean
			continue
		}
		i := slices.IndexFunc(cells, func(c cell) bool { return c.approach == r.Approach })
		if i < 0 {
			i = len(cells)
			cells = append(cells, cell{dataset: d.Name, approach: r.Approach})
		}
		cells[i].regressors = append(cells[i].regressors, r.Regressor)
		cells[i].rmse = append(cells[i].rmse, r.RMSEMean)
	}
	for i := range cells {
		cells[i].constant = constant
	}
	return cells
}

func fatal(err error) {
	if err != nil {
		log.Fatal(fmt.Errorf("writing the tables: %w", err))
	}
}
