// Auto compares AUTO with scikit-learn's ridge regressions over the same splits.
//
//	go run ./benchmarks/auto [-trials 100] [-large 20] [-results FILE] DATASET...
//	go run ./benchmarks/auto -respondents 45 [-questions 7] [-draws 8] [-unkeyed] DATASET...
//
// The peers are ridge regressions, with a penalty chosen by the leave-one-out error in the training
// part, on
//
//   - key: BWO, FWO, CED and WED of each question
//   - lengths: the logarithm of each response's number of characters
//   - pooled: five numbers, the means over the questions of these features and of log length
//   - words by question, words: TF-IDF of words, those of different questions kept apart or not
//   - characters: TF-IDF of character n-grams, from 2 to 5
//
// The table has the peer with the least mean error over the splits, so each data set has the peer
// that is best in hindsight. Without a key there is no peer of that name.
//
// With -respondents, a larger data set is compared on random draws of so many of its respondents,
// each with all splits. With -questions the draws have so many of its questions, and ratings are
// the means of the scores there, scaled by the lowest and the highest. -unkeyed leaves the keys out.
//
// With -results, the errors of all are kept in a file. Those of the peers, which are slow, are not
// computed again; more splits are added to them. AUTO runs each time unless -only says otherwise:
// "peers" and "auto" run one side, "table" prints what the file has.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/datasets"
)

// largeSet is the number of respondents above which -large holds.
const largeSet = 600

// settings are the flags.
type settings struct {
	trials, large int
	respondents   int // of a draw; 0 for all
	questions     int // of a draw; 0 for all
	draws         int
	unkeyed       bool
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
	var rows []*result
	for _, set := range sets {
		var draws []*result
		compared, err := s.drawsOf(set)
		if err != nil {
			return err
		}
		for _, draw := range compared {
			r := kept.of(draw)
			if s.runsPeers() {
				err = s.runPeers(ctx, draw, r, keep)
			}
			if err == nil && s.runsAUTO() {
				err = errors.Join(s.runAUTO(ctx, draw, r), keep())
			}
			if err != nil {
				return fmt.Errorf("%s: %w", draw.Name, err)
			}
			draws = append(draws, r)
		}
		rows = append(rows, together(s.nameOf(set), draws))
	}
	return writeTable(out, rows)
}

// parse reads the command line.
func parse(args []string) (*settings, []string, error) {
	s := &settings{}
	f := flag.NewFlagSet("auto", flag.ExitOnError)
	f.IntVar(&s.trials, "trials", 100, "number of splits")
	f.IntVar(&s.large, "large", 20, fmt.Sprintf(
		"number of splits, if less, of a data set with more than %d respondents", largeSet))
	f.IntVar(&s.respondents, "respondents", 0, "compare on draws of so many respondents (0: all)")
	f.IntVar(&s.questions, "questions", 0, "compare on draws of so many questions (0: all)")
	f.IntVar(&s.draws, "draws", 8, "number of draws of a data set that is larger")
	f.BoolVar(&s.unkeyed, "unkeyed", false, "leave the acceptable answers out")
	f.Uint64Var(&s.seed, "seed", 1, "seed of the splits and draws")
	f.StringVar(&s.file, "results", "", "`FILE` to keep the errors in")
	f.StringVar(&s.only, "only", "", "run the peers or auto alone, or just print the table")
	f.StringVar(&s.python, "python", measure.DefaultPython, "Python with scikit-learn")
	f.StringVar(&s.peers, "peers", measure.Scripts, "folder of the peers' scripts")
	_ = f.Parse(args) // exits on errors
	switch {
	case s.trials < 1 || s.large < 1:
		return nil, nil, fmt.Errorf("found -trials %d -large %d, expected at least 1",
			s.trials, s.large)
	case s.respondents < 0 || s.questions < 0 || s.draws < 1:
		return nil, nil, fmt.Errorf("found -respondents %d -questions %d -draws %d, "+
			"expected at least 0, 0 and 1", s.respondents, s.questions, s.draws)
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
