// Compare times Luna against the same work in Python, in turns on the same files, and prints
// medians and ratios as a Markdown table. It fails if the numbers of the two sides differ.
//
//	go run ./benchmarks/compare [-runs 5] [-only experiment,snl,distances] [-brown DIR] DATASET
//
// experiment: the 12 lexical approaches with OLS and Lasso over random splits, against numpy and
// scikit-learn. snl: the similarity of sentences of Li et al. (2006), against NLTK. distances: the
// edit distances of all distinct answers to each question, against python-Levenshtein. The scripts
// are in benchmarks/peers; README.md describes their requirements.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
)

// settings are the flags.
type settings struct {
	runs, trials, pairs, checked int
	seed                         uint64
	only                         string
	python, peers                string
	wordnet, brown               string
	spec                         string
	data                         *datasets.Dataset
}

func main() {
	measure.Jobs(
		measure.Job{Name: "experiment", Do: experimentJob},
		measure.Job{Name: "snl", Do: snlJob},
		measure.Job{Name: "distances", Do: distancesJob},
	)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	s, err := parse(args)
	if err != nil {
		return err
	}
	chosen, err := choose(s.only)
	if err != nil {
		return err
	}
	versions, err := s.versions(ctx, chosen)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "compare")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	// all before the first run, to report missing files at once
	given := make([]inputs, len(chosen))
	for i, c := range chosen {
		if given[i], err = c.inputs(s, folder); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	fmt.Printf("%s; %s\nMedians of %d runs in turns; %s, %d respondents, %d questions\n\n",
		measure.Machine(), versions, s.runs,
		s.data.Name, len(s.data.Respondents), len(s.data.Questions))
	rows := [][]string{{"work", "Luna", "peer", "ratio", "Luna's peak", "peer's peak"}}
	var notes []string
	for i, c := range chosen {
		fmt.Fprintf(os.Stderr, "%s …\n", c.name)
		r, note, err := c.measure(ctx, s, given[i])
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		rows, notes = append(rows, r...), append(notes, c.name+": "+note)
	}
	if err := measure.Table(os.Stdout, rows); err != nil {
		return err
	}
	fmt.Printf("\n%s\n", strings.Join(notes, "\n"))
	return nil
}

// parse reads the command line and the data set.
func parse(args []string) (*settings, error) {
	s := &settings{}
	f := flag.NewFlagSet("compare", flag.ExitOnError)
	f.IntVar(&s.runs, "runs", 5, "number of runs of each side")
	f.StringVar(&s.only, "only", "",
		"some of experiment, snl and distances, separated by commas (default all)")
	f.IntVar(&s.trials, "trials", 100, "experiment: number of splits")
	f.Uint64Var(&s.seed, "seed", 1, "experiment: seed of the splits")
	f.IntVar(&s.checked, "checked", 2,
		"experiment: number of splits with least squares checked against LAPACK, untimed")
	f.IntVar(&s.pairs, "pairs", 200, "snl: number of pairs")
	f.StringVar(&s.python, "python", measure.DefaultPython, "Python with the peers' modules")
	f.StringVar(&s.peers, "peers", measure.Scripts, "folder of the peers' scripts")
	f.StringVar(&s.wordnet, "wordnet", "/usr/share/wordnet", "snl: WordNet's dictionary files")
	f.StringVar(&s.brown, "brown", "", "snl: folder of the Brown corpus's tagged texts")
	_ = f.Parse(args) // exits on errors
	switch {
	case f.NArg() != 1:
		return nil, fmt.Errorf("found %d data sets, expected one, such as powergrading:DIR",
			f.NArg())
	case s.runs < 1 || s.trials < 1 || s.pairs < 1 || s.checked < 0:
		return nil, fmt.Errorf("found -runs %d -trials %d -pairs %d -checked %d, expected at "+
			"least 1 of the first three and 0 of the last", s.runs, s.trials, s.pairs, s.checked)
	}
	s.spec = f.Arg(0)
	sets, err := lrp.Load(s.spec)
	if err != nil {
		return nil, err
	}
	if len(sets) != 1 {
		return nil, fmt.Errorf("found %d data sets in %s, expected one", len(sets), s.spec)
	}
	s.data = sets[0]
	return s, measure.CheckScripts(s.peers)
}

// choose returns the comparisons with the given names, or all.
func choose(only string) ([]comparison, error) {
	if only == "" {
		return comparisons, nil
	}
	var chosen []comparison
	for name := range strings.SplitSeq(only, ",") {
		k := slices.IndexFunc(comparisons,
			func(c comparison) bool { return c.name == strings.TrimSpace(name) })
		if k < 0 {
			return nil, fmt.Errorf("-only: found %q, expected some of experiment, snl and "+
				"distances", name)
		}
		chosen = append(chosen, comparisons[k])
	}
	return chosen, nil
}
