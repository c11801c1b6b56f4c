package lrp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/regress"
)

// experiment holds all that the trials on one data set share: whatever depends on its
// texts alone is computed once.
type experiment struct {
	corpus     *corpus
	plans      []plan
	regressors []regress.Regressor
	scores     *scores           // for grades to be held against; nil where there are none, or no learner
	responses  [][]*text.Doc     // [respondent][question]; nil where there is no learner
	pooled     bool              // outcomes hold the predictions
	blocks     map[string]*block // by the feature's name
	heldOut    *heldOutSums      // what was predicted of each respondent; nil where it is not collected
	workspaces sync.Pool         // of *workspace
}

func newExperiment(ctx context.Context, ds *datasets.Dataset, o Options) (*experiment, error) {
	c := newCorpus(ds, *o.Analyzer)
	x := &experiment{corpus: c, regressors: o.Regressors, blocks: make(map[string]*block)}
	x.workspaces.New = func() any { return newWorkspace() }
	if slices.ContainsFunc(o.Approaches, func(a Approach) bool { return a.Learner != nil }) {
		x.scores = newScores(ds, c.docs)
		x.responses = c.responses(c.everyone())
	}
	var blocks []*block
	for _, a := range o.Approaches {
		for _, e := range a.Extractors {
			if x.blocks[e.Name()] == nil {
				b := &block{extractor: e, prepared: make([]features.Prepared, len(c.questions))}
				x.blocks[e.Name()] = b
				blocks = append(blocks, b)
			}
		}
	}
	if err := prepare(ctx, o.Workers, c.questions, blocks); err != nil {
		return nil, err
	}
	err := parallel(ctx, o.Workers, len(blocks), func(i int) error {
		blocks[i].complete(c)
		return nil
	}, nil)
	if err != nil {
		return nil, err
	}
	return x, x.plan(ctx, o)
}

// prepare prepares each block for each question. Questions of many texts take longest and come first, so that no worker is left
// with one at the end.
func prepare(ctx context.Context, workers int, questions []*features.Question, blocks []*block) error {
	order := indices(len(questions))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(questions[b].Docs), len(questions[a].Docs)) })
	return parallel(ctx, workers, len(blocks)*len(order), func(i int) error {
		b, j := blocks[i%len(blocks)], order[i/len(blocks)]
		b.prepared[j] = b.extractor.Prepare(questions[j])
		return nil
	}, nil)
}

// plan makes the plans of all approaches, those of many features first.
func (x *experiment) plan(ctx context.Context, o Options) error {
	x.plans = make([]plan, len(o.Approaches))
	order := indices(len(x.plans))
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(len(o.Approaches[b].Extractors), len(o.Approaches[a].Extractors))
	})
	return parallel(ctx, o.Workers, len(x.plans), func(i int) error {
		i = order[i]
		a := o.Approaches[i]
		if a.Learner != nil {
			l, err := a.Learner.Prepare(x.corpus.questions)
			x.plans[i] = plan{approach: a, learner: l}
			return err
		}
		x.plans[i] = newPlan(a, x.blocks)
		return nil
	}, nil)
}

// trial fits and scores every approach on one split. Where nobody is in its training part, these are the
// controls and the learners alone.
func (x *experiment) trial(seed uint64, number int, split datasets.Split) ([]Outcome, error) {
	trainY, testY := take(x.corpus.ratings, split.Train), take(x.corpus.ratings, split.Test)
	w := x.workspaces.Get().(*workspace)
	defer x.workspaces.Put(w)
	cut := newCut(x.corpus, split, w)
	var outcomes []Outcome
	var held [][]float64
	add := func(approach, regressor string, predicted []float64, o Outcome) {
		o.Approach, o.Regressor, o.Score = approach, regressor, NewScore(predicted, testY)
		if x.pooled {
			o.predicted = predicted
		}
		held = append(held, predicted)
		outcomes = append(outcomes, o)
	}
	for i := range x.plans {
		p := &x.plans[i]
		if p.approach.Control != nil {
			predicted := p.approach.Control(Trial{Seed: seed, Number: number, TrainY: trainY, Test: len(testY)})
			add(p.approach.Name, "none", predicted, Outcome{})
			continue
		}
		if p.learner != nil {
			o, predicted, err := x.learn(p.learner, split)
			if err != nil {
				return nil, fmt.Errorf("%s, trial %d: %w", p.approach.Name, number, err)
			}
			add(p.approach.Name, p.approach.Learner.Name(), predicted, o)
			continue
		}
		if len(split.Train) == 0 {
			continue
		}
		d := cut.design(p)
		d.Y = trainY
		for _, r := range x.regressors {
			model, err := r.Fit(d.Problem)
			if err != nil {
				return nil, fmt.Errorf("%s with %s, trial %d: %w", p.approach.Name, r.Name(), number, err)
			}
			add(p.approach.Name, r.Name(), Clip(model.Predict(d.test)), Outcome{Columns: d.used, Warnings: model.Diagnostics().Warnings})
		}
	}
	if x.heldOut != nil {
		x.heldOut.add(split.Test, held)
	}
	return outcomes, nil
}

// indices returns 0 … n-1.
func indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
