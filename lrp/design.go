package lrp

import (
	"fmt"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/regress"
)

// Design is the numbers of one split: what a regressor learns from and what it predicts. The
// columns are those of the training part alone.
type Design struct {
	Columns       []string        // QUESTION/FEATURE, or QUESTION/FEATURE/TERM
	Groups        []int           // the question of each column by its number from 0, for [regress.Problem]
	Train, Test   *regress.Matrix // a row a respondent
	TrainY, TestY []float64       // the ratings
	TestIDs       []string        // of the respondents in the test part
}

// NewDesign fits the approach's features to the training part of the split, nothing else being
// known to them, and computes the rows of both parts. It is the plain way;
// [Evaluate] shares work between splits and gives the same predictions.
func NewDesign(ds *datasets.Dataset, analyzer text.Analyzer, a Approach, split datasets.Split) (*Design, error) {
	if !a.designed() {
		return nil, fmt.Errorf("%s has no features for a regressor", a.Name)
	}
	if err := evaluable(ds, []Approach{a}); err != nil {
		return nil, err
	}
	training := newCorpus(subset(ds, split.Train), analyzer)
	all := newCorpus(ds, analyzer)
	d := &Design{TrainY: take(all.ratings, split.Train), TestY: take(all.ratings, split.Test)}
	for _, i := range split.Test {
		d.TestIDs = append(d.TestIDs, ds.Respondents[i].ID)
	}
	var rows parts
	for k, e := range a.Extractors {
		fitted := training.fit(e)
		d.Columns = append(d.Columns, training.columnNames(fitted)...)
		next := parts{trainMatrix(fitted, len(split.Train)), all.matrix(fitted, split.Test), columnQuestions(fitted)}
		if k == 0 {
			rows = next
		} else {
			rows = rows.hstack(next)
		}
	}
	d.Train, d.Test, d.Groups = rows.train, rows.test, rows.groups
	return d, nil
}

// fit fits a feature to all respondents, question by question.
func (c *corpus) fit(e features.Extractor) []features.Fitted {
	return c.prepare(e).fitted(c, c.everyone())
}

// prepare prepares a feature for all questions.
func (c *corpus) prepare(e features.Extractor) *block {
	b := &block{extractor: e}
	for _, q := range c.questions {
		b.prepared = append(b.prepared, e.Prepare(q))
	}
	return b
}

// isStatic tells whether the rows of the feature do not depend on ratings.
func (b *block) isStatic() bool {
	for _, p := range b.prepared {
		if _, ok := p.(features.Static); !ok {
			return false
		}
	}
	return true
}

// columnNames names the columns of the questions' blocks, laid side by side.
func (c *corpus) columnNames(fitted []features.Fitted) []string {
	var names []string
	for j, f := range fitted {
		for _, name := range f.Columns() {
			names = append(names, c.questions[j].ID+"/"+name)
		}
	}
	return names
}

// subset returns the data set with the given respondents alone.
func subset(ds *datasets.Dataset, respondents []int) *datasets.Dataset {
	s := *ds
	s.Respondents = take(ds.Respondents, respondents)
	return &s
}
