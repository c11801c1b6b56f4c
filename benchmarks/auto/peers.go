package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// trainFraction is the training fraction of the experiment's protocol.
const trainFraction = 0.8

// batch is the number of splits after which the peers' errors are kept.
const batch = 50

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

// runPeers adds the errors that the result does not have yet. It calls keep after each batch.
func (s *settings) runPeers(
	ctx context.Context, set *datasets.Dataset, r *result, keep func() error,
) error {
	want := s.splits(set)
	splits, err := datasets.Splits(len(set.Respondents), trainFraction, want, s.seed)
	if err != nil {
		return err
	}
	in := newInput(set)
	for _, size := range s.sizes(set) {
		c := r.at(size)
		for done := c.peerSplits(); done < want; done = c.peerSplits() {
			in.Splits = nil
			for i := done; i < min(done+batch, want); i++ {
				learned := splits[i].Nested(size, s.seed, i)
				in.Splits = append(in.Splits, datasets.Split{Train: learned, Test: splits[i].Test})
			}
			found, err := s.script(ctx, in)
			if err != nil {
				return err
			}
			if err := c.addPeers(found.Errors, len(in.Splits)); err != nil {
				return err
			}
			if err := keep(); err != nil {
				return err
			}
			fmt.Fprintf(os.Stderr, "%s: peers, %d rated, %d of %d splits\n",
				set.Name, size, c.peerSplits(), want)
		}
	}
	return nil
}

// output is the output of the script.
type output struct {
	Errors     map[string][]float64 // by peer and split
	Difference float64              // the largest one from others' code; with --check
}

// script runs the peers on all splits of the input.
func (s *settings) script(ctx context.Context, in *input, flags ...string) (*output, error) {
	folder, err := os.MkdirTemp("", "auto")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	data, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "input.json")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		return nil, err
	}
	var reply struct{ Values output }
	args := append([]string{filepath.Join(s.peers, "ratings.py"), file}, flags...)
	_, err = measure.Run(ctx, &reply, s.python, args...)
	return &reply.Values, err
}
