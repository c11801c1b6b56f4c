// Auto compares AUTO with the best models of scikit-learn over the same splits.
//
//	go run ./benchmarks/auto [-rated 20,40] [-trials 100] [-large 10] [-results FILE] DATASET...
//
// The peers learn from totals. Six are ridge regressions, with a penalty chosen by the
// leave-one-out error, on
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
//
// All learn from the training part of each split, and from as many of it as -rated says. AUTO
// learns from totals and from grades of answers, as -learn says.
//
// With -results, the errors of all are kept in a file. Those of the peers, which are slow, are not
// computed again; more splits are added to them. AUTO runs each time unless -only says otherwise:
// "peers" and "auto" run one side, "table" prints the contents of the file.
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

// largeSet is the number of respondents above which -large applies.
const largeSet = 600

// settings are the flags.
type settings struct {
	trials, large int
	rated         []int    // numbers of respondents to learn from, besides the whole training part
	learn         []string // what AUTO learns from: totals, grades
	seed          uint64
	file, only    string
	python, peers string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "auto:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	s, specs, err := parse(args)
	if err != nil {
		return err
	}
	sets, err := open(specs)
	if err != nil {
		return err
	}
	kept, err := readResults(s.file, s.seed)
	if err != nil {
		return err
	}
	if s.runsPeers() {
		versions, err := measure.PythonVersions(ctx, s.python, s.peers, "numpy", "scipy", "sklearn")
		if err != nil {
			return err
		}
		fmt.Fprintln(os.Stderr, versions)
	}
	keep := func() error { return kept.write(s.file) }
	var all []*result
	for _, set := range sets {
		r := kept.of(set, s.sizes(set))
		if s.runsPeers() {
			err = s.runPeers(ctx, set, r, keep)
		}
		if err == nil && s.runsAUTO() {
			err = errors.Join(s.runAUTO(ctx, set, r), keep())
		}
		if err != nil {
			return fmt.Errorf("%s: %w", set.Name, err)
		}
		all = append(all, r)
	}
	return writeTables(out, all, s.learn)
}

// parse reads the command line.
func parse(args []string) (*settings, []string, error) {
	s := &settings{}
	f := flag.NewFlagSet("auto", flag.ExitOnError)
	f.IntVar(&s.trials, "trials", 100, "number of splits")
	f.IntVar(&s.large, "large", 10, fmt.Sprintf(
		"number of splits, if less, of a data set with more than %d respondents", largeSet))
	rated := f.String("rated", "", "numbers of respondents to learn from besides all, such as 20,40")
	learn := f.String("learn", "totals,grades", "what AUTO learns from")
	f.Uint64Var(&s.seed, "seed", 1, "seed of the splits")
	f.StringVar(&s.file, "results", "", "`FILE` to keep the errors in")
	f.StringVar(&s.only, "only", "", "run the peers or auto alone, or just print the tables")
	f.StringVar(&s.python, "python", measure.DefaultPython, "Python with scikit-learn")
	f.StringVar(&s.peers, "peers", measure.Scripts, "folder of the peers' scripts")
	_ = f.Parse(args) // exits on errors
	for _, number := range strings.FieldsFunc(*rated, func(r rune) bool { return r == ',' }) {
		n, err := strconv.Atoi(number)
		if err != nil || n < 2 {
			return nil, nil, fmt.Errorf("-rated: found %q, expected numbers of at least 2", *rated)
		}
		s.rated = append(s.rated, n)
	}
	slices.Sort(s.rated)
	s.learn = strings.Split(*learn, ",")
	switch {
	case s.trials < 1 || s.large < 1:
		return nil, nil, fmt.Errorf("found -trials %d -large %d, expected at least 1",
			s.trials, s.large)
	case slices.ContainsFunc(s.learn, func(l string) bool { return l != totals && l != grades }):
		return nil, nil, fmt.Errorf("-learn: found %q, expected totals, grades or both", *learn)
	case s.only != "" && s.only != "peers" && s.only != "auto" && s.only != "table":
		return nil, nil, fmt.Errorf("-only: found %q, expected peers, auto or table", s.only)
	case s.only == "table" && s.file == "":
		return nil, nil, fmt.Errorf("-only table prints a file of results: -results is missing")
	}
	specs := f.Args()
	if len(specs) == 0 {
		specs = []string{"sample-powergrading", "sample-mohler"}
	}
	if !s.runsPeers() {
		return s, specs, nil
	}
	return s, specs, measure.CheckScripts(s.peers)
}

func (s *settings) runsPeers() bool { return s.only == "" || s.only == "peers" }

func (s *settings) runsAUTO() bool { return s.only == "" || s.only == "auto" }

// splits returns the number of splits of a data set.
func (s *settings) splits(set *datasets.Dataset) int {
	if len(set.Respondents) > largeSet {
		return min(s.large, s.trials)
	}
	return s.trials
}

// sizes returns the numbers of respondents to learn from: those of -rated, except for more than
// four fifths of the training part, and the whole of it.
func (s *settings) sizes(set *datasets.Dataset) []int {
	train := datasets.TrainSize(len(set.Respondents), trainFraction)
	few := slices.DeleteFunc(slices.Clone(s.rated), func(n int) bool { return 5*n > 4*train })
	return append(slices.Compact(few), train)
}

// open opens the data sets, without their unrated respondents.
func open(specs []string) ([]*datasets.Dataset, error) {
	var all []*datasets.Dataset
	seen := make(map[string]bool)
	for _, spec := range specs {
		sets, err := datasets.Open(spec, datasets.Options{})
		if err != nil {
			return nil, err
		}
		for _, set := range sets {
			if seen[set.Name] {
				return nil, fmt.Errorf("found two data sets of the name %s, expected one", set.Name)
			}
			seen[set.Name] = true
			rated, _ := set.RatedOnly()
			all = append(all, rated)
		}
	}
	return all, nil
}
