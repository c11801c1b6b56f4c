package grades

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/luna-rating/luna/datasets/synth"
)

// The gradient is that of the objective, by finite differences.
func TestLargeGradient(t *testing.T) {
	x := civics(20)
	p := prepare(t, Model{}, x)
	g := newLarge(p.problem(x.responses, x.ratings), DefaultHyper())
	rng := rand.New(rand.NewPCG(1, 1))
	theta := make([]float64, g.size)
	for k := range theta {
		theta[k] = .3 * rng.NormFloat64()
	}
	gradient := make([]float64, g.size)
	g.objective(theta, gradient)
	const step = 1e-5
	tested := append([]int{0, 1, 2, 3, 4, 5, 6, 7}, rng.Perm(g.size)[:300]...)
	for _, q := range g.questions {
		tested = append(tested, q.first)
		height := q.own(theta).height
		for k := range height {
			tested = append(tested, q.first+1+len(q.question.grams)+q.question.vectors.Dim()+k)
		}
	}
	for _, k := range tested {
		old := theta[k]
		theta[k] = old + step
		up := g.objective(theta, nil)
		theta[k] = old - step
		down := g.objective(theta, nil)
		theta[k] = old
		if want := (up - down) / (2 * step); math.Abs(want-gradient[k]) > 1e-5*(1+math.Abs(want)) {
			t.Errorf("parameter %d: derivative %v, by differences %v", k, gradient[k], want)
		}
	}
}

// Both ways to fit are the same model: their objectives and predictions meet.
func TestLargeIsExact(t *testing.T) {
	x := civics(100)
	p := prepare(t, Model{}, x)
	h := DefaultHyper()
	b := p.problem(x.responses[:80], x.ratings[:80])
	small, err := p.fitExactly(b, h)
	if err != nil {
		t.Fatal(err)
	}
	g := newLarge(p.problem(x.responses[:80], x.ratings[:80]), h)
	theta, _, err := g.climb(make([]float64, g.size)) // from the prior's mean, not from the other fit
	if err != nil {
		t.Fatal(err)
	}
	o := g.objective(theta, nil)
	if d := o - small.exact.objective; d < -.5 || d > 2 {
		t.Errorf("objective %v, of the exact fit %v", o, small.exact.objective)
	}
	if o := g.objective(g.start(small), nil); math.Abs(o-small.exact.objective) > .5 {
		t.Errorf("the exact fit has objective %v, written by parameters %v", small.exact.objective, o)
	}
	large := g.fitted(p, theta, small.exact)
	var squares float64
	for _, r := range x.responses {
		a, _ := small.Rating(r)
		c, _ := large.Rating(r)
		squares += (a - c) * (a - c)
	}
	if d := math.Sqrt(squares / 100); d > .015 {
		t.Errorf("predictions differ by %v", d)
	}
}

// At the border between both ways the error must not jump.
func TestLargeAtTheBorder(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const train, test = 1000, 500
	x := newExam(synth.Generate(synth.Civics(), train+test, 5).Dataset(synth.Panel(), 1), true)
	p := prepare(t, Model{}, x)
	h := DefaultHyper()
	small, err := p.fitExactly(p.problem(x.responses[:train], x.ratings[:train]), h)
	if err != nil {
		t.Fatal(err)
	}
	large, err := p.fitLarge(x.responses[:train], x.ratings[:train], h)
	if err != nil {
		t.Fatal(err)
	}
	a, c := x.error(small, train), x.error(large, train)
	t.Logf("RMSE %.4f exactly, %.4f", a, c)
	if math.Abs(a-c) > .03*a {
		t.Errorf("RMSE %.4f exactly, %.4f by parameters", a, c)
	}
	for _, f := range []*Fitted{small, large} {
		held := 0
		for i := train; i < train+test; i++ {
			lo, hi := f.Interval(x.responses[i], .9)
			if lo <= x.ratings[i]+1e-9 && x.ratings[i] <= hi+1e-9 {
				held++
			}
		}
		if share := float64(held) / test; share < .85 || share > .98 {
			t.Errorf("90%% intervals hold %.3f of the ratings", share)
		}
	}
}

// error returns the root mean squared error for the respondents from the given one on.
func (x *exam) error(f *Fitted, from int) float64 {
	var squares float64
	for i := from; i < len(x.ratings); i++ {
		rating, _ := f.Rating(x.responses[i])
		squares += math.Pow(clip(rating)-x.ratings[i], 2)
	}
	return math.Sqrt(squares / float64(len(x.ratings)-from))
}
