package lrp

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/regress"
)

// gramLimit bounds the number of respondents for which n x n matrices are kept.
const gramLimit = 4000

// experiment holds all that the trials on one data set share: whatever depends on its
// texts alone is computed once.
type experiment struct {
	corpus     *corpus
	plans      []plan
	dynamic    []*block // each block that depends on ratings, once
	regressors []regress.Regressor
	scores     *scores           // for grades to be held against; nil where there are none, or no learner
	pooled     bool              // outcomes hold the predictions
	blocks     map[string]*block // by the feature's name
	heldOut    *heldOutSums      // what was predicted of each respondent; nil where it is not collected
}

// block is one feature on all questions.
type block struct {
	extractor features.Extractor
	prepared  []features.Prepared // per question
	static    *regress.Matrix     // n x p over all respondents; nil where it depends on ratings
	groups    []int               // of static: the question of each column
	// restricted tells that a training part has only some of the columns of static.
	restricted bool
}

// perTrial reports whether the block's rows must be made for each trial.
func (b *block) perTrial() bool { return b.static == nil || b.restricted }

// plan is how one approach's design is put together.
type plan struct {
	approach Approach
	learner  PreparedLearner // nil where the approach is not a learner
	static   *regress.Matrix // n x p, the columns that do not depend on ratings
	groups   []int           // of static: the question of each column
	gram     *mat.SymDense   // static staticᵀ; nil where the Gram matrix is of no use
	dynamic  []*block
}

func newExperiment(ctx context.Context, ds *datasets.Dataset, o Options) (*experiment, error) {
	c := newCorpus(ds, *o.Analyzer)
	x := &experiment{corpus: c, regressors: o.Regressors}
	if slices.ContainsFunc(o.Approaches, func(a Approach) bool { return a.Learner != nil }) {
		x.scores = newScores(ds, c.docs)
	}
	var blocks []*block
	byName := make(map[string]*block)
	x.blocks = byName
	for _, a := range o.Approaches {
		for _, e := range a.Extractors {
			if byName[e.Name()] == nil {
				b := &block{extractor: e, prepared: make([]features.Prepared, len(c.questions))}
				byName[e.Name()] = b
				blocks = append(blocks, b)
			}
		}
	}
	nq := len(c.questions)
	err := parallel(ctx, o.Workers, len(blocks)*nq, func(i int) error {
		b, j := blocks[i/nq], i%nq
		b.prepared[j] = b.extractor.Prepare(c.questions[j])
		return nil
	}, nil)
	if err != nil {
		return nil, err
	}
	for _, b := range blocks {
		b.static, b.groups = c.staticMatrix(b.prepared)
		_, b.restricted = b.prepared[0].(features.Restricted)
		if b.perTrial() {
			x.dynamic = append(x.dynamic, b)
		}
	}
	x.plans = make([]plan, len(o.Approaches))
	err = parallel(ctx, o.Workers, len(x.plans), func(i int) error {
		a := o.Approaches[i]
		if a.Learner != nil {
			l, err := a.Learner.Prepare(c.questions)
			x.plans[i] = plan{approach: a, learner: l}
			return err
		}
		x.plans[i] = newPlan(a, byName, len(c.ratings))
		return nil
	}, nil)
	return x, err
}

func newPlan(a Approach, blocks map[string]*block, n int) plan {
	p := plan{approach: a}
	for _, e := range a.Extractors {
		switch b := blocks[e.Name()]; {
		case b.perTrial():
			p.dynamic = append(p.dynamic, b)
		case p.static == nil:
			p.static, p.groups = b.static, b.groups
		default:
			p.static, p.groups = regress.HStack(p.static, b.static), slices.Concat(p.groups, b.groups)
		}
	}
	if p.static != nil && n <= gramLimit {
		if _, cols := p.static.Dims(); cols >= n/2 {
			p.gram = regress.Gram(p.static)
		}
	}
	return p
}

// staticMatrix returns the feature's matrix over all respondents and the question of each column, or nil where
// it depends on ratings.
func (c *corpus) staticMatrix(prepared []features.Prepared) (*regress.Matrix, []int) {
	fitted := make([]features.Fitted, len(prepared))
	for j, p := range prepared {
		s, ok := p.(features.Static)
		if !ok {
			return nil, nil
		}
		fitted[j] = s.FitAll()
	}
	return c.matrix(fitted, c.everyone()), columnQuestions(fitted)
}

// columnQuestions returns the number of the question that each column of the questions' blocks, laid side by side, belongs to.
func columnQuestions(fitted []features.Fitted) []int {
	var questions []int
	for j, f := range fitted {
		for range f.Columns() {
			questions = append(questions, j)
		}
	}
	return questions
}

// matrix lays the questions' blocks side by side for the given respondents, none of whom is
// in the training part unless the feature is [features.Static]. Each distinct response has one row.
func (c *corpus) matrix(fitted []features.Fitted, respondents []int) *regress.Matrix {
	blocks := c.blocks(fitted, respondents)
	return regress.HStack(blocks[0], blocks[1:]...)
}

// blocks returns the questions' blocks of [corpus.matrix].
func (c *corpus) blocks(fitted []features.Fitted, respondents []int) []*regress.Matrix {
	blocks := make([]*regress.Matrix, len(fitted))
	for j, f := range fitted {
		a := c.answers[j].of(respondents)
		rows := make([]regress.Row, len(a.docs))
		for k, d := range a.docs {
			var row features.Row
			f.Append(&row, d)
			rows[k] = regress.Row{Index: row.Index, Value: row.Value}
		}
		blocks[j] = regress.Repeat(rows, a.at, len(f.Columns()))
	}
	return blocks
}

// trainMatrix lays the questions' blocks side by side for the n training respondents.
func trainMatrix(fitted []features.Fitted, n int) *regress.Matrix {
	width := make([]int, len(fitted))
	total := 0
	for j, f := range fitted {
		width[j] = len(f.Columns())
		total += width[j]
	}
	m := regress.NewMatrix(n, total)
	for k := range n {
		var row features.Row
		for j := range fitted {
			fitted[j].AppendTrain(&row, k)
			row.Shift(width[j])
		}
		m.Append(regress.Row{Index: row.Index, Value: row.Value})
	}
	return m
}

// parts is a design cut into its training and its test rows.
type parts struct {
	train, test *regress.Matrix
	groups      []int // the question of each column
}

func (a parts) hstack(b parts) parts {
	return parts{regress.HStack(a.train, b.train), regress.HStack(a.test, b.test), slices.Concat(a.groups, b.groups)}
}

// fit fits the block to the training part and returns the rows of both parts.
func (b *block) fit(c *corpus, split datasets.Split) parts {
	if b.restricted {
		kept := b.kept(c, split.Train)
		return parts{onlyColumns(b.static, split.Train, kept), onlyColumns(b.static, split.Test, kept), b.groups}
	}
	fitted := b.fitted(c, split.Train)
	return parts{trainMatrix(fitted, len(split.Train)), c.matrix(fitted, split.Test), columnQuestions(fitted)}
}

// allFitted is the block's feature as its columns are in the design of a training part: with every column where one matrix
// serves all of them.
func (b *block) allFitted(c *corpus, train []int) []features.Fitted {
	if b.static == nil {
		return b.fitted(c, train)
	}
	fitted := make([]features.Fitted, len(b.prepared))
	for j, p := range b.prepared {
		fitted[j] = p.(features.Static).FitAll()
	}
	return fitted
}

// kept tells for each column of the block's one matrix whether the training part has it.
func (b *block) kept(c *corpus, train []int) []bool {
	var kept []bool
	for j, p := range b.prepared {
		kept = append(kept, p.(features.Restricted).Kept(c.rated(j, train))...)
	}
	return kept
}

// onlyColumns returns the given rows with zeros in the columns that are not kept; a column of
// zeros gets no weight.
func onlyColumns(m *regress.Matrix, rows []int, kept []bool) *regress.Matrix {
	return m.Select(rows).Mask(kept)
}

// fitted fits the block to the training part, question by question.
func (b *block) fitted(c *corpus, train []int) []features.Fitted {
	fitted := make([]features.Fitted, len(b.prepared))
	for j, p := range b.prepared {
		fitted[j] = p.Fit(c.rated(j, train))
	}
	return fitted
}

// trial fits and scores every approach on one split. Where nobody is in its training part, these are the
// controls and the learners alone.
func (x *experiment) trial(seed uint64, number int, split datasets.Split) ([]Outcome, error) {
	trainY, testY := take(x.corpus.ratings, split.Train), take(x.corpus.ratings, split.Test)
	dynamic := make(map[*block]parts, len(x.dynamic))
	for _, b := range x.dynamic {
		if len(split.Train) > 0 {
			dynamic[b] = b.fit(x.corpus, split)
		}
	}
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
	for _, p := range x.plans {
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
		design, gram := p.design(split, dynamic)
		used := design.train.Used()
		columns := count(used)
		// What a distance would see of words that the training part has not got cannot be learned.
		test := design.test.Mask(used)
		for _, r := range x.regressors {
			model, err := r.Fit(regress.Problem{X: design.train, Y: trainY, Gram: gram, Groups: design.groups})
			if err != nil {
				return nil, fmt.Errorf("%s with %s, trial %d: %w", p.approach.Name, r.Name(), number, err)
			}
			add(p.approach.Name, r.Name(), Clip(model.Predict(test)), Outcome{Columns: columns, Warnings: model.Diagnostics().Warnings})
		}
	}
	if x.heldOut != nil {
		x.heldOut.add(split.Test, held)
	}
	return outcomes, nil
}

// design returns the approach's training and test rows and, where the plan has one, the
// Gram matrix of the training rows.
func (p *plan) design(split datasets.Split, dynamic map[*block]parts) (parts, *mat.SymDense) {
	var d parts
	if p.static != nil {
		d = parts{p.static.Select(split.Train), p.static.Select(split.Test), p.groups}
	}
	var rated parts // the columns that depend on ratings
	for i, b := range p.dynamic {
		if rows := dynamic[b]; i == 0 {
			rated = rows
		} else {
			rated = rated.hstack(rows)
		}
	}
	var gram *mat.SymDense
	if p.gram != nil {
		gram = subGram(p.gram, split.Train)
		if rated.train != nil {
			gram.AddSym(gram, regress.Gram(rated.train))
		}
	}
	switch {
	case d.train == nil:
		d = rated
	case rated.train != nil:
		d = d.hstack(rated)
	}
	return d, gram
}

// subGram returns the rows and columns of g with the given indices.
func subGram(g *mat.SymDense, indices []int) *mat.SymDense {
	s := mat.NewSymDense(len(indices), nil)
	from, to := g.RawSymmetric(), s.RawSymmetric()
	for a, i := range indices {
		for b := a; b < len(indices); b++ {
			// The indices ascend: this is in the upper triangle.
			to.Data[a*to.Stride+b] = from.Data[i*from.Stride+indices[b]]
		}
	}
	return s
}

// count returns how many are true.
func count(list []bool) int {
	n := 0
	for _, b := range list {
		if b {
			n++
		}
	}
	return n
}

// indices returns 0 … n-1.
func indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
