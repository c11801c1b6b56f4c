package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
)

// largeSet is the number of respondents above which -large applies.
const largeSet = 600

// batch is the number of splits after which the peers' errors are kept.
const batch = 50

// What AUTO learns from.
const totals, grades = string(approach.LearnTotals), string(approach.LearnGrades)

// cell holds the root mean squared errors by split on a data set, for one number of respondents to
// learn from.
type cell struct {
	set   *datasets.Dataset
	rated int // that number
	group int // the same, or everybody for the whole training part
	peers map[string][]float64
	cbg   []float64
	auto  map[string]learned // by what it learns from
}

// learned holds AUTO's errors by split, and the share of ratings in its 90% intervals.
type learned struct {
	rmse     []float64
	coverage *float64
}

// compareAUTO runs AUTO and its peers on all data sets and prints tables.
func (s *settings) compareAUTO(ctx context.Context, sets []*datasets.Dataset, out io.Writer) error {
	k, err := readKept(s.file, s.seed)
	if err != nil {
		return err
	}
	versions, err := s.versions(ctx, "numpy", "scipy", "sklearn")
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, versions)
	var all []*cell
	for _, set := range sets {
		cells := s.cells(set)
		if err := s.runPeers(ctx, set, cells, k); err != nil {
			return fmt.Errorf("%s: %w", set.Name, err)
		}
		if err := s.runAUTO(ctx, set, cells); err != nil {
			return fmt.Errorf("%s: %w", set.Name, err)
		}
		all = append(all, cells...)
	}
	return writeTables(out, all, s.learn)
}

// splits returns the number of splits of a data set.
func (s *settings) splits(set *datasets.Dataset) int {
	if len(set.Respondents) > largeSet {
		return min(s.large, s.trials)
	}
	return s.trials
}

// cells returns a cell for each number of respondents to learn from: those of -rated, except for
// more than four fifths of the training part, and the whole of it.
func (s *settings) cells(set *datasets.Dataset) (cells []*cell) {
	train := datasets.TrainSize(len(set.Respondents), trainFraction)
	for _, n := range slices.Compact(slices.Clone(s.rated)) {
		if 5*n <= 4*train {
			cells = append(cells, &cell{set: set, rated: n, group: n, auto: make(map[string]learned)})
		}
	}
	return append(cells, &cell{set: set, rated: train, group: everybody, auto: make(map[string]learned)})
}

// runAUTO evaluates AUTO and CBG on the splits.
func (s *settings) runAUTO(ctx context.Context, set *datasets.Dataset, cells []*cell) error {
	approaches, err := lrp.Approaches("CBG", "AUTO")
	if err != nil {
		return err
	}
	sizes := numbers.Map(cells, func(c *cell) int { return c.rated })
	for _, learn := range s.learn {
		if learn == grades && !slices.ContainsFunc(set.Respondents, datasets.Respondent.Scored) {
			continue
		}
		start := time.Now()
		report, err := lrp.Curve(ctx, []*datasets.Dataset{set}, lrp.Options{
			Trials: s.splits(set), Seed: s.seed, TrainFraction: trainFraction,
			Sizes: sizes, Learn: approach.Learn(learn), Approaches: approaches,
		})
		if err != nil {
			return err
		}
		for _, found := range report.Datasets[0].Results {
			c := cells[slices.Index(sizes, found.Size)]
			if found.Approach == "CBG" {
				c.cbg = found.RMSE
				continue
			}
			a := learned{rmse: found.RMSE}
			if found.Coverage != nil {
				a.coverage = &found.Coverage.Share
			}
			c.auto[learn] = a
		}
		fmt.Fprintf(os.Stderr, "%s: AUTO from %s, %d splits in %.1f s\n",
			set.Name, learn, s.splits(set), time.Since(start).Seconds())
	}
	return nil
}

// keyed are the features of the peers key and pooled.
var keyed = []features.Extractor{features.BWO, features.FWO, features.CED, features.WED}

// input is the input of the script.
type input struct {
	Texts   [][]string    // [respondent][question]
	Key     [][][]float64 // [respondent][question][feature of keyed], nil without a key
	Ratings []float64
	Splits  []datasets.Split
}

// newInput returns the input of a data set, still without splits.
func newInput(set *datasets.Dataset) *input {
	in := &input{}
	for _, r := range set.Respondents {
		in.Texts = append(in.Texts, r.Responses)
		in.Ratings = append(in.Ratings, r.Rating)
	}
	if set.HasKey() {
		in.Key = similarities(set)
	}
	return in
}

// similarities returns the features of all responses. They learn nothing from any respondent. Words
// are taken as English in every language, so that the errors kept do not depend on language
// detection.
func similarities(set *datasets.Dataset) [][][]float64 {
	cache := text.NewCache(text.English)
	all := make([][][]float64, len(set.Respondents))
	for i := range all {
		all[i] = make([][]float64, len(set.Questions))
	}
	for j, q := range set.Questions {
		question := features.NewQuestion(q.ID, q.Key, nil, cache)
		var columns []features.Fitted
		for _, e := range keyed {
			columns = append(columns, e.Prepare(question).Fit(nil))
		}
		for i, r := range set.Respondents {
			all[i][j] = make([]float64, len(columns))
			for k, c := range columns {
				var row features.Row
				c.Append(&row, cache.Doc(r.Responses[j]))
				for _, v := range row.Value { // one, or none if it is 0
					all[i][j][k] = v
				}
			}
		}
	}
	return all
}

// runPeers takes the peers' errors that are kept and computes the others.
func (s *settings) runPeers(ctx context.Context, set *datasets.Dataset, cells []*cell, k *kept) error {
	want := s.splits(set)
	splits, err := datasets.Splits(len(set.Respondents), trainFraction, want, s.seed)
	if err != nil {
		return err
	}
	in := newInput(set)
	for _, c := range cells {
		key := fmt.Sprintf("%s, %s, %d rated", set.Name, datasets.Digest(set), c.rated)
		for done := splitsOf(k.Errors[key]); done < want; done = splitsOf(k.Errors[key]) {
			in.Splits = nil
			for i := done; i < min(done+batch, want); i++ {
				train := splits[i].Nested(c.rated, s.seed, i)
				in.Splits = append(in.Splits, datasets.Split{Train: train, Test: splits[i].Test})
			}
			found, err := s.ratings(ctx, in)
			if err != nil {
				return err
			}
			if err := k.add(key, found.Errors, len(in.Splits)); err != nil {
				return err
			}
			fmt.Fprintf(os.Stderr, "%s: peers, %d rated, %d of %d splits\n", set.Name, c.rated,
				splitsOf(k.Errors[key]), want)
		}
		c.peers = make(map[string][]float64)
		for name, errs := range k.Errors[key] {
			c.peers[name] = errs[:want]
		}
	}
	return nil
}

// reply is the reply of ratings.py.
type reply struct {
	Errors     map[string][]float64 // by peer and split
	Difference float64              // the largest one from others' code; with --check
}

// ratings runs the peers on all splits of the input.
func (s *settings) ratings(ctx context.Context, in *input, flags ...string) (*reply, error) {
	var r struct{ Values reply }
	err := withInput(in, func(folder string) error {
		_, err := s.script(ctx, &r, "ratings.py", append([]string{folder}, flags...)...)
		return err
	})
	return &r.Values, err
}
