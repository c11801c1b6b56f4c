package auto

import (
	"math"
	"slices"
	"testing"
)

// Respondents who are left out are predicted as by a fit to the others alone, by sums of grades,
// from ratings and from scores, and by the responses as a whole.
func TestAmong(t *testing.T) {
	x := civics(100).withGaps()
	p := prepare(t, Model{}, x)
	whole := plain(x.ratings)
	whole.Text = wholeText
	few := x.mixed() // has some who have a rating and all scores
	for i := 1; i < len(x.ratings); i += 8 {
		few.Scores[i] = x.scores[i]
	}
	for _, c := range []struct {
		name string
		Training
		*hyper
	}{
		{"totals", x.all(), withSkips(.5)}, {"as a whole", x.all(), whole},
		{"scores", x.withScores(), defaultHyper()}, {"some scores", few, withSkips(.5)},
	} {
		t.Run(c.name, func(t *testing.T) { checkAmong(t, p, c.Training, c.hyper) })
	}
}

func checkAmong(t *testing.T, p *Prepared, training Training, h *hyper) {
	const parts = 3
	// Their scales depend on the respondents, those left out included.
	h.Pooled, h.Ability, h.AbilityVar = 0, 0, 0
	b := p.newProblem(training)
	b.computeKernels(h)
	for k := range parts {
		var left unseen
		if err := b.predictWithout(&left, h, k, parts, 1e-12); err != nil {
			t.Fatal(err)
		}
		leftOut := func(i int) bool { return i%parts == k }
		f := fitPrecisely(t, p, b.others(leftOut), h)
		for i, y := range training.Ratings {
			if !leftOut(i) || math.IsNaN(y) {
				continue
			}
			if y != left.ratings[0] {
				t.Fatalf("respondent %d: found the rating %v, expected %v", i, left.ratings[0], y)
			}
			r := f.grades(training.Responses[i])
			if got, want := left.predicted[0], f.atMode(r); math.Abs(got-want) > 1e-5 {
				t.Errorf("respondent %d: %v, by a fit to the others %v", i, got, want)
			}
			got, want := left.deviations[0], f.exact.deviation(f, r)
			if math.Abs(got-want) > 1e-5 {
				t.Errorf("respondent %d: deviation %v, by a fit to the others %v", i, got, want)
			}
			left = unseen{left.ratings[1:], left.predicted[1:], left.deviations[1:]}
		}
		if len(left.ratings) > 0 {
			t.Errorf("part %d: %d more predictions than ratings", k, len(left.ratings))
		}
	}
}

// What is predicted without a part does not depend on what was predicted before, whose memory it
// uses.
func TestAmongInTurn(t *testing.T) {
	x := civics(150)
	graded, whole := defaultHyper(), plain(x.ratings)
	whole.Text = wholeText
	predict := func(b *problem, h *hyper, k int) []float64 {
		b.computeKernels(h)
		var left unseen
		if err := b.predictWithout(&left, h, k, 4, tolFit); err != nil {
			t.Fatal(err)
		}
		return append(left.predicted, left.deviations...)
	}
	b := problemOf(t, x, graded)
	for k := range 8 {
		h := []*hyper{graded, whole}[k/2%2]
		got, want := predict(b, h, k%4), predict(problemOf(t, x, h), h, k%4)
		if !slices.Equal(got, want) {
			t.Errorf("turn %d: other predictions than by a problem alone", k)
		}
	}
}
