package experiment

import (
	"errors"
	"math"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/lrp/grades"
	"github.com/luna-rating/luna/lrp/internal/design"
)

// NewExam returns what a prior of AUTO learns from a data set: the scores of its responses. Those
// without a score are left out. The model is for the word vectors. The error for a data set without
// scores, or without a key, names it.
func NewExam(ds *datasets.Dataset, analyzer text.Analyzer, m grades.Model) (*grades.Exam, error) {
	if err := ds.Validate(); err != nil {
		return nil, err
	}
	if !ds.HasKey() {
		return nil, fileerr.New(ds.Name, 0, "no answer key",
			"acceptable answers: a prior says what similarity to them is worth")
	}
	c := design.NewCorpus(ds, analyzer)
	graded := make([]grades.Graded, len(c.Questions))
	scored := false
	for j, q := range c.Questions {
		graded[j].Question = q
		for i := range ds.Respondents {
			if s := ds.Respondents[i].Scores; s != nil && !math.IsNaN(s[j]) {
				graded[j].Responses = append(graded[j].Responses, c.Docs[j][i])
				graded[j].Grades = append(graded[j].Grades, s[j])
				scored = true
			}
		}
	}
	if !scored {
		return nil, fileerr.New(ds.Name, 0, "ratings of respondents alone",
			"scores of their responses, such as a column \"Q1 score\" in a table or scores in "+
				"the native form")
	}
	e, err := m.NewExam(ds.Name, graded)
	if errors.Is(err, grades.ErrNotGraded) {
		return nil, fileerr.New(ds.Name, 0, "no scores of responses to questions with a key",
			"at least one")
	}
	return e, err
}

// NewExams is [NewExam] for several data sets, each with the analyzer of [Options.AnalyzerFor]. The
// options have no other influence.
func NewExams(sets []*datasets.Dataset, o Options, m grades.Model) ([]*grades.Exam, error) {
	exams := make([]*grades.Exam, len(sets))
	for i, ds := range sets {
		var err error
		if exams[i], err = NewExam(ds, o.AnalyzerFor(ds), m); err != nil {
			return nil, err
		}
	}
	return exams, nil
}
