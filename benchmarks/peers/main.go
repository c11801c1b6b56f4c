// Peers runs other programs in Python on the data and the splits that Luna has, and compares:
//
//	go run ./benchmarks/peers [flags] auto DATASET...
//	go run ./benchmarks/peers [flags] experiment|snl|distances DATASET
//
// auto compares the errors of AUTO with those of eleven models of scikit-learn. The peers learn
// from totals. Six are ridge regressions, with a penalty chosen by the leave-one-out error, on
//
//   - key: BWO, FWO, CED and WED of each question
//   - lengths: the logarithm of each response's number of characters
//   - pooled: five numbers, the means over the questions of these features and of log length
//   - words by question, words: TF-IDF of words, those of different questions kept apart or not
//   - characters: TF-IDF of character n-grams, from 2 to 5
//
// and three more use all of these: a Gaussian process with the sum of these kernels, weighted by
// the marginal likelihood (GP), gradient boosting of trees, and support vectors (SVR). The stack is
// a sum of all these predictions, with nonnegative weights fitted to the predictions of a
// cross-validation within the training part, and inner CV is the model that is best there.
// Everything is chosen within the training part; only the "best of all" is the best in hindsight.
// All learn from the training part of each split, and from as many of it as -rated says. AUTO
// learns from totals and from grades of answers, as -learn says. With -results, the errors of the
// peers, which are slow, are kept in a file and not computed again; more splits are added to them.
//
// The others do the same work as a script, in turns on the same files, print medians and ratios,
// and fail if the numbers of the two sides differ. experiment: the lexical approaches with OLS and
// Lasso over random splits, against numpy and scikit-learn. snl: the similarity of sentences of Li
// et al. (2006), against NLTK. distances: the edit distances of all distinct answers to each
// question, against python-Levenshtein.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/datasets"
)

// trainFraction is the training fraction of the experiment's protocol.
const trainFraction = 0.8

// settings are the flags.
type settings struct {
	name            string // of the comparison
	specs           []string
	trials          int
	seed            uint64
	python, scripts string
	// of auto
	large int
	rated []int    // numbers of respondents to learn from, besides the whole training part
	learn []string // what AUTO learns from: totals, grades
	file  string
	// of the timed comparisons
	runs           int
	wordnet, brown string
}

func main() {
	var jobs []measure.Job
	for _, c := range comparisons {
		jobs = append(jobs, measure.Job{Name: c.name, Do: func(args []string) (any, error) { return c.do(args[0]) }})
	}
	measure.Jobs(jobs...)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	s, err := parse(args)
	if err != nil {
		return err
	}
	sets, err := open(s.specs)
	if err != nil {
		return err
	}
	if s.name == "auto" {
		return s.compareAUTO(ctx, sets, out)
	}
	k := slices.IndexFunc(comparisons, func(c comparison) bool { return c.name == s.name })
	if k < 0 {
		return fmt.Errorf("found %q, expected auto, experiment, snl or distances", s.name)
	}
	if len(sets) != 1 {
		return fmt.Errorf("found %d data sets, expected one, such as powergrading:DIR", len(sets))
	}
	return comparisons[k].compare(ctx, s, sets[0], out)
}

// parse reads the command line.
func parse(args []string) (*settings, error) {
	s := &settings{}
	f := flag.NewFlagSet("peers", flag.ExitOnError)
	f.IntVar(&s.trials, "trials", 100, "number of splits")
	f.Uint64Var(&s.seed, "seed", 1, "seed of the splits")
	f.StringVar(&s.python, "python", "/usr/bin/python3", "Python with the peers' modules")
	f.StringVar(&s.scripts, "scripts", "benchmarks/peers", "folder of the peers' scripts")
	f.IntVar(&s.large, "large", 10, fmt.Sprintf(
		"auto: number of splits, if less, of a data set with more than %d respondents", largeSet))
	rated := f.String("rated", "", "auto: numbers of respondents to learn from besides all, such as 20,40")
	learn := f.String("learn", "totals,grades", "auto: what AUTO learns from")
	f.StringVar(&s.file, "results", "", "auto: `FILE` to keep the peers' errors in")
	f.IntVar(&s.runs, "runs", 5, "number of runs of each side")
	f.StringVar(&s.wordnet, "wordnet", "/usr/share/wordnet", "snl: WordNet's dictionary files")
	f.StringVar(&s.brown, "brown", "", "snl: folder of the Brown corpus's tagged texts")
	_ = f.Parse(args) // exits on errors
	for _, number := range strings.FieldsFunc(*rated, func(r rune) bool { return r == ',' }) {
		n, err := strconv.Atoi(number)
		if err != nil || n < 2 {
			return nil, fmt.Errorf("-rated: found %q, expected numbers of at least 2", *rated)
		}
		s.rated = append(s.rated, n)
	}
	slices.Sort(s.rated)
	s.learn = strings.Split(*learn, ",")
	switch {
	case f.NArg() < 2:
		return nil, errors.New("expected auto, experiment, snl or distances, and a data set")
	case min(s.trials, s.large, s.runs) < 1:
		return nil, fmt.Errorf("found -trials %d -large %d -runs %d, expected at least 1",
			s.trials, s.large, s.runs)
	case slices.ContainsFunc(s.learn, func(l string) bool { return l != totals && l != grades }):
		return nil, fmt.Errorf("-learn: found %q, expected totals, grades or both", *learn)
	}
	if info, err := os.Stat(s.scripts); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("-scripts: found no folder %s; start this program at the top of the "+
			"repository", s.scripts)
	}
	s.name, s.specs = f.Arg(0), f.Args()[1:]
	return s, nil
}

// open opens the data sets, without their unrated respondents.
func open(specs []string) ([]*datasets.Dataset, error) {
	var all []*datasets.Dataset
	for _, spec := range specs {
		sets, err := datasets.Open(spec, datasets.Options{})
		if err != nil {
			return nil, err
		}
		for _, set := range sets {
			rated, _ := set.RatedOnly()
			all = append(all, rated)
		}
	}
	return all, nil
}
