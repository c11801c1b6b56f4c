package auto

import (
	"math"
	"slices"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// repeatedly returns the training set of respondents who give few different responses, with ratings
// that follow from these or do not.
func (x *exam) repeatedly(n int, follow bool) Training {
	t := Training{}
	for i := range n {
		k := i * i % 11 // one of six
		y := .3 + .4*x.ratings[k] + .02*float64(i%5)
		if !follow {
			y = float64(i*37%101) / 101
		}
		t.Responses, t.Ratings = append(t.Responses, x.responses[k]), append(t.Ratings, y)
	}
	return t
}

// Models in which equal respondents are one observation are those in which each has its own: with
// few respondents, where all is chosen anew without parts of them, with more, and with so many that
// only some are fitted exactly, whether ratings follow from the responses or not.
func TestEqualRespondents(t *testing.T) {
	x := civics(12).withGaps()
	for _, c := range []struct {
		n, questions int
		follow       bool
		model        Model
	}{
		{40, 2, true, Model{}}, {40, 1, false, Model{}}, {150, 3, true, Model{Encoder: hashing()}},
		{150, 2, false, Model{Encoder: hashing()}}, {1100, 1, true, fixed()},
	} {
		training := x.first(c.questions).repeatedly(c.n, c.follow)
		together, apart := prepare(t, c.model, x.first(c.questions)), prepare(t, c.model, x.first(c.questions))
		apart.apart = true
		if b := together.newProblem(training); len(b.observed) > 6 {
			t.Fatalf("%d distinct respondents are %d observations", 6, len(b.observed))
		}
		got, err := together.Fit(training)
		suite.OK(t, err)
		want, err := apart.Fit(training)
		suite.OK(t, err)
		for i, r := range x.first(c.questions).responses {
			p, q := got.Predict(r, .9), want.Predict(r, .9)
			for _, d := range []float64{p.Rating - q.Rating, p.Low - q.Low, p.High - q.High} {
				if !(math.Abs(d) < 1e-9) {
					t.Errorf("%d respondents, %d questions: prediction %d is %v, apart %v",
						c.n, c.questions, i, p, q)
				}
			}
		}
	}
}

// The leave-one-out errors of equal respondents are those that each has apart.
func TestEqualLeftOut(t *testing.T) {
	x := civics(12).first(2)
	var errors [2][]float64
	for k := range errors {
		p := prepare(t, Model{}, x)
		p.apart = k == 1
		b := p.newProblem(x.repeatedly(30, false))
		b = b.without(defaultHyper(), func(i int) bool { return i%3 == 1 })
		m := bareMode(t, b, defaultHyper(), nil)
		var err error
		errors[k], err = b.leaveOneOut(defaultHyper(), m)
		suite.OK(t, err)
	}
	if len(errors[0]) != 20 || len(errors[1]) != 20 {
		t.Fatalf("found %d and %d errors, expected 20", len(errors[0]), len(errors[1]))
	}
	for i, e := range errors[0] {
		if want := errors[1][i]; !(math.Abs(e-want) < 1e-9) {
			t.Errorf("error %d is %v, apart %v", i, e, want)
		}
	}
}

// Respondents are equal if all their responses are. Scores tell them apart.
func TestRows(t *testing.T) {
	x := civics(12).first(2)
	training := x.repeatedly(9, true)
	p := prepare(t, Model{}, x)
	if got, want := p.newProblem(training).row, []int{0, 1, 2, 3, 4, 5, 5, 4, 3}; !slices.Equal(got, want) {
		t.Errorf("rows %v, expected %v", got, want)
	}
	training.Scores = make([][]float64, 9)
	if got := p.newProblem(training).row; got[8] != 8 {
		t.Errorf("rows %v with scores, expected one for each respondent", got)
	}
}
