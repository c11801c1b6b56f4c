package experiment

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/design"
)

// runner fits and scores all approaches on splits of one data set. What depends on the texts alone
// is computed once.
type runner struct {
	dataset *datasets.Dataset
	builder *design.Builder
	list    []approach.Approach
	fits    []design.Fit // of each of them
	// scores are what grades are compared with; nil if there are no scores, or no learner.
	scores *scores
	points points
	copied bool // [features.KeysCopied]
}

func newRunner(ctx context.Context, ds *datasets.Dataset, o Options) (*runner, error) {
	c := design.NewCorpus(ds, o.AnalyzerFor(ds))
	if o.Learn == approach.LearnTotals {
		c.Scores = nil
	}
	r := &runner{dataset: ds, list: o.Approaches, points: pointsOf(ds),
		copied: features.KeysCopied(c.Questions, c.Docs)}
	if slices.ContainsFunc(o.Approaches, approach.Approach.Learns) {
		r.scores = newScores(ds, c.Docs, o.Predictions)
	}
	return r, r.build(ctx, c, o)
}

// build computes what depends on the texts alone, for approaches of many features first.
func (r *runner) build(ctx context.Context, c *design.Corpus, o Options) (err error) {
	if err := design.Encode(ctx, c, r.list...); err != nil {
		return err
	}
	var extractors []features.Extractor
	order := make([]int, len(r.list))
	for i, a := range r.list {
		extractors, order[i] = append(extractors, a.Extractors()...), i
	}
	if r.builder, err = design.NewBuilder(ctx, o.Workers, c, extractors); err != nil {
		return err
	}
	if err := r.builder.Share(ctx, o.Workers); err != nil {
		return err
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(len(r.list[b].Extractors()), len(r.list[a].Extractors()))
	})
	r.fits = make([]design.Fit, len(order))
	return parallel.Do(ctx, o.Workers, len(order), func(i int) (err error) {
		k := order[i]
		setting := o.setting(r.list[k])
		setting.Dataset, setting.Builder = r.dataset, r.builder
		r.fits[k], err = r.list[k].Method.Prepare(setting)
		return err
	}, nil)
}

// copiedWarning says what copied keys know of test parts; nil if keys were not copied.
func (r *runner) copiedWarning(strangers bool) []string {
	switch {
	case !r.copied:
		return nil
	case strangers:
		return []string{"keys seem to be copied from responses: in each trial they are without answers " +
			"that only its test part gave, as for new people (strangers = false in the file of an experiment keeps those)"}
	}
	return []string{"keys seem to be copied from responses, also of test parts: errors may be too low " +
		"for new people (strangers = true leaves out what only the test part gave)"}
}

// forSplit returns the runner for a split: another one if those in the test part are strangers to
// the keys.
func (r *runner) forSplit(ctx context.Context, split datasets.Split, o Options) (*runner, error) {
	if !o.Strangers || !r.copied {
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

// trial fits and scores every approach on one split. If nobody is in its training part, these are
// the ones that need nobody.
func (r *runner) trial(number int, split datasets.Split) (outcomes []outcome, _ error) {
	s := r.builder.Split(split)
	defer s.Release()
	ratings := numbers.At(r.builder.Corpus.Ratings, split.Test)
	for i, a := range r.list {
		made, err := r.fits[i](number, s)
		if err != nil {
			return nil, fmt.Errorf("%s, trial %d: %w", a.Name, number+1, err)
		}
		for _, p := range made {
			o := outcome{Approach: a.Name, Predicted: p, Test: split.Test}
			o.compare(ratings, r.points)
			if p.Grades != nil && r.scores != nil {
				o.Learned.addGrades(r.scores, split, p.Grades)
			}
			o.Grades = nil // which are many: what was added is enough
			outcomes = append(outcomes, o)
		}
		if m, _ := a.Encoder(); m != nil {
			if err := m.Err(); err != nil {
				return nil, fmt.Errorf("%s, trial %d: %w", a.Name, number+1, err)
			}
		}
	}
	return outcomes, nil
}

// compare clips the predictions to [0,1] and compares them with the ratings.
func (o *outcome) compare(ratings []float64, in points) {
	o.Ratings = clip(o.Ratings)
	o.Score, o.Points = newScore(o.Ratings, ratings), newPointsAgreement(o.Ratings, ratings, in)
	if o.Intervals != nil || o.Grades != nil {
		o.Learned = &learned{Level: o.Level}
		for i, interval := range o.Intervals {
			if defined(interval) {
				o.Learned.Intervals = append(o.Learned.Intervals, ratedInterval{interval, ratings[i]})
			}
		}
	}
}

// complete fills in how judges and subgroups compare, and intervals over respondents. The function
// returns one of n test parts.
func (r *runner) complete(
	ctx context.Context, report *DatasetReport, o Options, n int, test func(i int) []int,
) error {
	report.warnOfTwins()
	if err := report.describeSubgroups(o.Subgroups); err != nil {
		return err
	}
	return report.compare(ctx, o, n, test)
}
