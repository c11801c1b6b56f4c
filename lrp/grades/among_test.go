package grades

import (
	"math"
	"slices"
	"testing"

	"github.com/luna-rating/luna/internal/elements"
)

// Who is left out is predicted as by a fit to the others alone, by sums of grades and by the
// responses as a whole.
func TestAmong(t *testing.T) {
	const parts = 4
	x := civics(150).withGaps()
	p := prepare(t, Model{}, x)
	whole := plain(x.ratings)
	whole.Text = wholeText
	for _, h := range []*hyper{withSkips(.5), whole} {
		// Their scales depend on the respondents, those left out included.
		h.Pooled, h.Ability, h.AbilityVar = 0, 0, 0
		b := p.newProblem(x.all())
		b.computeKernels(h)
		for k := range parts {
			var left unseen
			if _, err := b.predictWithout(&left, h, k, parts, nil, 1e-12); err != nil {
				t.Fatal(err)
			}
			leftOut := func(i int) bool { return i%parts == k }
			out, _ := b.split(leftOut)
			f := fitPrecisely(t, p, b.others(leftOut), h)
			for l, i := range out {
				r := f.grades(x.responses[i])
				if got, want := left.predicted[l], f.atMode(r); math.Abs(got-want) > 1e-5 {
					t.Errorf("respondent %d: %v, by a fit to the others %v", i, got, want)
				}
				got, want := left.deviations[l], f.exact.deviation(f, r)
				if math.Abs(got-want) > 1e-5 {
					t.Errorf("respondent %d: deviation %v, by a fit to the others %v", i, got, want)
				}
			}
			if !slices.Equal(left.ratings, elements.At(x.ratings, out)) {
				t.Errorf("part %d: other ratings", k)
			}
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
		if _, err := b.predictWithout(&left, h, k, 4, nil, tolFit); err != nil {
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
