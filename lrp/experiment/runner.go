package experiment

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/design"
	"github.com/luna-rating/luna/regress"
)

// runner fits and scores all approaches on splits of one data set. What depends on the texts alone
// is computed once.
type runner struct {
	seed       uint64
	builder    *design.Builder
	plans      []plan
	regressors []regress.Regressor
	// scores are what grades are compared with; nil if there are no scores, or no learner.
	scores    *scores
	points    int           // see [wholePoints]
	responses [][]*text.Doc // [respondent][question]; nil if there is no learner
}

// transductive stands for the name of a learner that saw the texts of the test parts.
const transductive = "transductive"

// plan is an approach ready for every split.
type plan struct {
	approach approach.Approach
	learner  approach.PreparedLearner // nil if the approach is not a learner
	// learnerName stands where other approaches name their regressor.
	learnerName string
	design      *design.Plan // nil if the approach does not need a regressor
}

func newRunner(ctx context.Context, ds *datasets.Dataset, o Options) (*runner, error) {
	c := design.NewCorpus(ds, o.AnalyzerFor(ds))
	if o.Learn == approach.LearnTotals {
		c.Scores = nil
	}
	r := &runner{seed: o.Seed, regressors: o.Regressors, points: wholePoints(ds)}
	isLearner := func(a approach.Approach) bool { return a.Learner != nil }
	if slices.ContainsFunc(o.Approaches, isLearner) {
		r.scores = newScores(ds, c.Docs)
		r.responses = c.Responses(c.Everyone())
	}
	return r, r.build(ctx, c, o)
}

// build computes what depends on the texts alone.
func (r *runner) build(ctx context.Context, c *design.Corpus, o Options) (err error) {
	var extractors []features.Extractor
	for _, a := range o.Approaches {
		extractors = append(extractors, a.Extractors...)
	}
	if r.builder, err = design.NewBuilder(ctx, o.Workers, c, extractors); err != nil {
		return err
	}
	if err := r.builder.Share(ctx, o.Workers); err != nil {
		return err
	}
	return r.plan(ctx, o)
}

// forSplit returns the runner for a split: another one if those in the test part are strangers to
// the keys.
func (r *runner) forSplit(ctx context.Context, split datasets.Split, o Options) (*runner, error) {
	if !o.Strangers {
		return r, nil
	}
	c := r.builder.Corpus.WithoutAnswersOf(split.Test)
	if c == r.builder.Corpus {
		return r, nil
	}
	other := *r
	return &other, other.build(ctx, c, o)
}

// run is [runner.trial] of the runner for the split.
func (r *runner) run(
	ctx context.Context, number int, split datasets.Split, o Options,
) ([]outcome, error) {
	x, err := r.forSplit(ctx, split, o)
	if err != nil {
		return nil, err
	}
	return x.trial(number, split)
}

// plan makes the plans of all approaches, those of many features first.
func (r *runner) plan(ctx context.Context, o Options) error {
	r.plans = make([]plan, len(o.Approaches))
	order := make([]int, len(r.plans))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(len(o.Approaches[b].Extractors), len(o.Approaches[a].Extractors))
	})
	return parallel.Do(ctx, o.Workers, len(order), func(i int) error {
		p := &r.plans[order[i]]
		p.approach = o.Approaches[order[i]]
		var err error
		switch {
		case p.approach.Learner != nil:
			err = r.prepare(p, o.Transductive)
		case p.approach.NeedsRegressor():
			p.design = r.builder.Plan(p.approach.Extractors)
		}
		return err
	}, nil)
}

// prepare prepares the plan of a learner. A transductive one sees the texts of all respondents,
// which its name says in all outcomes.
func (r *runner) prepare(p *plan, allTexts bool) (err error) {
	l := p.approach.Learner
	p.learnerName = l.Name()
	var population [][]*text.Doc
	if allTexts {
		p.learnerName, population = transductive, r.responses
	}
	p.learner, err = l.Prepare(r.builder.Corpus.Questions, population)
	return err
}

// trial fits and scores every approach on one split. If nobody is in its training part, these are
// the controls and the learners alone.
func (r *runner) trial(number int, split datasets.Split) ([]outcome, error) {
	s := r.builder.Split(split)
	defer s.Release()
	t := trial{
		number: number, split: s,
		trainY: slices.DeleteFunc(numbers.At(r.builder.Corpus.Ratings, split.Train), math.IsNaN),
		testY:  numbers.At(r.builder.Corpus.Ratings, split.Test),
	}
	var outcomes []outcome
	for i := range r.plans {
		made, err := r.fit(&r.plans[i], t)
		if err != nil {
			return nil, err
		}
		outcomes = append(outcomes, made...)
	}
	for i := range outcomes {
		o := &outcomes[i]
		o.score, o.test = newScore(o.predicted, t.testY), split.Test
		o.points = newPointsAgreement(o.predicted, t.testY, r.points)
	}
	return outcomes, nil
}

// trial is one split with its ratings. Learners may also train on respondents without one.
type trial struct {
	number        int
	split         *design.Split
	trainY, testY []float64
}

// fit fits an approach to a trial's training part, with every regressor if it needs one, and
// predicts the test part.
func (r *runner) fit(p *plan, t trial) ([]outcome, error) {
	name := p.approach.Name
	if p.approach.Control != nil {
		predicted := p.approach.Control(approach.Trial{
			Seed: r.seed, Number: t.number, TrainY: t.trainY, Test: len(t.testY),
		})
		return []outcome{{approach: name, regressor: "none", predicted: predicted}}, nil
	}
	if p.learner != nil {
		o, err := r.learn(p.learner, t)
		if err != nil {
			return nil, fmt.Errorf("%s, trial %d: %w", name, t.number, err)
		}
		o.approach, o.regressor = name, p.learnerName
		return []outcome{o}, nil
	}
	if len(t.trainY) == 0 {
		return nil, nil
	}
	var outcomes []outcome
	d := t.split.Design(p.design)
	for _, g := range r.regressors {
		model, err := g.Fit(d.Problem)
		if err != nil {
			return nil, fmt.Errorf("%s with %s, trial %d: %w", name, g.Name(), t.number, err)
		}
		outcomes = append(outcomes, outcome{
			approach: name, regressor: g.Name(), predicted: clip(model.Predict(d.Test)),
			columns: d.Used, warnings: model.Diagnostics().Warnings,
		})
	}
	return outcomes, nil
}

// learn fits a learner and predicts the test part. The outcome does not name the approach.
func (r *runner) learn(l approach.PreparedLearner, t trial) (outcome, error) {
	fitted, err := l.Fit(r.builder.Corpus.Training(t.split.Train))
	if err != nil {
		return outcome{}, err
	}
	predictions := fitted.PredictAll(numbers.At(r.responses, t.split.Test))
	predicted, grades := make([]float64, len(predictions)), make([][]float64, len(predictions))
	intervals, details := make([][2]float64, len(predictions)), &learned{}
	for k, p := range predictions {
		predicted[k], grades[k], intervals[k] = p.Rating, p.Grades, p.Interval
		details.addInterval(p.Interval, t.testY[k])
	}
	if r.scores != nil {
		details.addGrades(r.scores, t.split.Split, grades)
	}
	return outcome{predicted: clip(predicted), intervals: intervals, learned: details,
		warnings: fitted.Warnings()}, nil
}

// complete fills in how judges and subgroups compare. The function returns one of n test parts.
func (r *runner) complete(
	ctx context.Context, report *DatasetReport, o Options, n int, test func(i int) []int,
) error {
	if err := report.describeSubgroups(o.Subgroups); err != nil {
		return err
	}
	return report.compareJudges(ctx, o, n, test)
}
