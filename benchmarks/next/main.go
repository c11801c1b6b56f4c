// Next simulates a teacher who grades the answers of exams, and shows how the error of the totals
// of all respondents falls with the number of decisions, for four orders:
//
//		go run ./benchmarks/next [-decisions 400] [-batch 20] [-repeats 5] [-figure FILE] DATASET...
//
//	  - next: groups of equal and nearly equal answers in the order of lrp next, which is asked again
//	    after each batch
//	  - most frequent first: the same groups, by the number of respondents who gave their answers
//	  - random groups: the same groups in random order
//	  - whole respondents: one random respondent after the other, with a decision for each answer
//
// A decision on a group gives all of its answers the score that a random member has in the data.
// AUTO knows the key and all texts, and predicts the other scores from the decisions alone. A total
// is the mean of the scores, where an empty answer without a score is worth nothing. An error is
// the root mean squared error of all totals, including those that are known, in part or in full,
// from grades. Everything is repeated with other random choices. The second table says how many
// decisions lrp next takes to reach the errors that another order has after a given number.
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
)

// settings are the flags.
type settings struct {
	decisions, batch, repeats int
	seed                      uint64
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("next: ")
	var s settings
	flag.IntVar(&s.decisions, "decisions", 400, "number of decisions")
	flag.IntVar(&s.batch, "batch", 20, "number of decisions after which AUTO learns from them")
	flag.IntVar(&s.repeats, "repeats", 5, "number of repetitions")
	flag.Uint64Var(&s.seed, "seed", 1, "seed of all random choices")
	picture := flag.String("figure", "", "`FILE` for a figure (.png or .svg)")
	flag.Parse()
	specs := flag.Args()
	if len(specs) == 0 {
		specs = []string{"sample-powergrading"}
	}
	if s.decisions < 1 || s.batch < 1 || s.repeats < 1 {
		log.Fatal("-decisions, -batch and -repeats have to be at least 1")
	}
	results, err := s.run(specs, os.Stderr)
	if err != nil {
		log.Fatal(err)
	}
	err = writeTables(os.Stdout, results)
	if err == nil && *picture != "" {
		err = atomicdir.WriteFile(*picture, func(w io.Writer) error { return writeFigure(w, *picture, results) })
	}
	if err != nil {
		log.Fatal(err)
	}
}

// result holds the results on a data set.
type result struct {
	name                            string
	respondents, questions, answers int
	groups                          int
	sizes                           []int       // numbers of decisions
	errors                          [][]float64 // by order and size
}

func (s *settings) run(specs []string, progress io.Writer) ([]*result, error) {
	var results []*result
	for _, spec := range specs {
		sets, err := datasets.Open(spec, datasets.Options{})
		if err != nil {
			return nil, err
		}
		for _, ds := range sets {
			start := time.Now()
			x, err := newExam(ds)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", ds.Name, err)
			}
			r := x.result()
			for n := 0; n <= min(s.decisions, r.groups); n += s.batch {
				r.sizes = append(r.sizes, n)
			}
			for k := range orders {
				errors, err := s.simulate(x, &orders[k], r.sizes)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", ds.Name, err)
				}
				r.errors = append(r.errors, errors)
				fmt.Fprintf(progress, "%s: %s, %.0f s\n", ds.Name, orders[k].name, time.Since(start).Seconds())
			}
			results = append(results, r)
		}
	}
	return results, nil
}
