package experiment

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/auto"
	"github.com/luna-rating/luna/lrp/internal/design"
)

// PriorTest is the error on one data set with nobody rated: of AUTO with different priors, and of
// constants. All are RMSEs over the rated respondents; all of these are predicted, as nothing is
// learned from them.
type PriorTest struct {
	Name        string `json:"name"`        // of the data set
	Respondents int    `json:"respondents"` // the number of those with a rating
	Questions   int    `json:"questions"`   // their number
	// Exams are the exams that the prior was learned from. None shares a question with the data
	// set.
	Exams []string `json:"exams"`
	// Learned is the error with that prior, Shipped with [auto.DefaultPrior].
	Learned float64 `json:"learned"`
	Shipped float64 `json:"shipped"`
	// Half is the error of guessing .5 for everybody, Mean that of guessing their mean rating,
	// which is the lowest that a constant can have and is not known beforehand.
	Half float64 `json:"half"`
	Mean float64 `json:"mean"`
}

// errTooFewGroups is the error of [LeaveOutPriors] if nothing is left to learn from.
var errTooFewGroups = errors.New("found one group of data sets, expected at least two: the prior " +
	"for each is learned from the others")

// LeaveOutPriors tests how well a prior that was learned from other data sets predicts with nobody
// rated. Data sets in a group are left out together, and so are all that share a question with one
// of them. All data sets need scores and a key. Data sets without a rated respondent are only
// learned from. The options choose the analyzers, see [Options.AnalyzerFor], and nothing else.
func LeaveOutPriors(
	ctx context.Context, groups [][]*datasets.Dataset, o Options, m auto.Model,
) ([]PriorTest, error) {
	if len(groups) < 2 {
		return nil, errTooFewGroups
	}
	var exams [][]*auto.Exam
	for g, sets := range groups {
		exams = append(exams, nil)
		for _, ds := range sets {
			e, err := NewExam(ds, o.AnalyzerFor(ds), m)
			if err != nil {
				return nil, err
			}
			exams[g] = append(exams[g], e)
		}
	}
	all := slices.Concat(exams...)
	var tests []PriorTest
	for g, sets := range groups {
		others := slices.DeleteFunc(slices.Clone(all), func(e *auto.Exam) bool {
			return slices.ContainsFunc(exams[g], func(own *auto.Exam) bool {
				return own == e || own.Shares(e)
			})
		})
		if len(others) == 0 {
			return nil, errTooFewGroups
		}
		prior, err := auto.LearnPrior("", others...)
		if err != nil {
			return nil, err
		}
		for _, ds := range sets {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			rated, _ := ds.RatedOnly()
			if len(rated.Respondents) == 0 {
				continue
			}
			t, err := testPrior(rated, o.AnalyzerFor(rated), m, prior)
			if err != nil {
				return nil, err
			}
			tests = append(tests, t)
		}
	}
	return tests, nil
}

func testPrior(
	ds *datasets.Dataset, analyzer text.Analyzer, m auto.Model, prior auto.Prior,
) (PriorTest, error) {
	c, err := encodedCorpus(ds, analyzer, m)
	if err != nil {
		return PriorTest{}, err
	}
	t := PriorTest{Name: ds.Name, Respondents: len(ds.Respondents), Questions: len(ds.Questions)}
	for _, e := range prior.Exams {
		t.Exams = append(t.Exams, e.Name)
	}
	m.Prior = &prior
	if t.Learned, err = errorUnrated(c, m); err != nil {
		return t, err
	}
	m.Prior = nil
	if t.Shipped, err = errorUnrated(c, m); err != nil {
		return t, err
	}
	var mean float64
	for _, y := range c.Ratings {
		mean += y / float64(len(c.Ratings))
	}
	constant := func(v float64) float64 {
		return newScore(slices.Repeat([]float64{v}, len(c.Ratings)), c.Ratings).RMSE
	}
	t.Half, t.Mean = constant(.5), constant(mean)
	return t, nil
}

// errorUnrated returns the RMSE of the model with nobody rated.
func errorUnrated(c *design.Corpus, m auto.Model) (float64, error) {
	p, err := m.Prepare(c.WithoutKnown().Questions)
	if err != nil {
		return 0, err
	}
	f, err := p.Fit(auto.Training{})
	if err != nil {
		return 0, err
	}
	predicted := make([]float64, len(c.Ratings))
	for i, r := range c.Responses(c.Everyone()) {
		var grades []float64
		for j, d := range r {
			grades = append(grades, f.Grade(j, d))
		}
		predicted[i] = f.RatingOf(grades, r)
	}
	return newScore(clip(predicted), c.Ratings).RMSE, nil
}

// encodedCorpus processes the texts of a data set and has the model's encoder, if it has one,
// encode them.
func encodedCorpus(
	ds *datasets.Dataset, analyzer text.Analyzer, m auto.Model,
) (*design.Corpus, error) {
	c := design.NewCorpus(ds, analyzer)
	user := approach.Auto{Model: m, NoEncoder: m.Encoder == nil}
	return c, design.Encode(context.Background(), c, user)
}

// NewExam returns what a prior of AUTO learns from a data set: the scores of its responses. Those
// without a score are left out. The model is needed for its word vectors and its encoder. The error
// for a data set without scores, or without a key, names the data set.
func NewExam(ds *datasets.Dataset, analyzer text.Analyzer, m auto.Model) (*auto.Exam, error) {
	if err := ds.Validate(); err != nil {
		return nil, err
	}
	if !ds.HasKey() {
		return nil, files.New(ds.Name, 0, "no answer key",
			"acceptable answers: a prior says what similarity to them is worth")
	}
	c, err := encodedCorpus(ds, analyzer, m)
	if err != nil {
		return nil, err
	}
	graded := make([]auto.Graded, len(c.Questions))
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
		return nil, files.New(ds.Name, 0, "ratings of respondents alone",
			"scores of their responses, such as a column \"Q1 score\" in a table or scores in "+
				"the native form")
	}
	e, err := m.NewExam(ds.Name, graded)
	if errors.Is(err, auto.ErrNotGraded) {
		return nil, files.New(ds.Name, 0, "no scores of responses to questions with a key",
			"at least one")
	}
	return e, err
}
