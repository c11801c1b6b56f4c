package grades

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/elements"
	"github.com/luna-rating/luna/internal/suite"
)

// The gradient agrees with finite differences of the objective.
//
//luna:race
func TestLargeGradient(t *testing.T) {
	x := civics(20).withGaps()
	p := prepare(t, Model{}, x)
	zero := defaultHyper()
	zero.Zero = true
	for _, h := range []*hyper{withSkips(.75), zero} {
		checkGradient(t, newWeightSpace(p, x.responses, x.ratings, h).without(map[int]bool{3: true}))
	}
}

func checkGradient(t *testing.T, g *weightSpace) {
	rng := rand.New(rand.NewPCG(1, 1))
	theta := normal(rng, g.size, .3)
	gradient, _ := g.gradient(g.view(theta))
	const step = 1e-5
	tested := append([]int{0, 1, 2, 3, 4, 5, 6, 7}, rng.Perm(g.size)[:300]...)
	for _, q := range g.questions {
		tested = append(tested, q.first)
		first := q.first + 1 + q.groups.size() + q.question.vectors.Dim()
		for k := range q.parameters(theta).height {
			tested = append(tested, first+k)
		}
	}
	for _, k := range tested {
		old := theta[k]
		theta[k] = old + step
		up := g.view(theta).objective
		theta[k] = old - step
		down := g.view(theta).objective
		theta[k] = old
		want := (up - down) / (2 * step)
		if math.Abs(want-gradient[k]) > 1e-5*(1+math.Abs(want)) {
			t.Errorf("parameter %d: derivative %v, by differences %v", k, gradient[k], want)
		}
	}
}

// The curvature is symmetric and positive definite. If errors are small and no second derivative is
// negative, it agrees with finite differences of the gradient.
func TestLargeCurvature(t *testing.T) {
	x := civics(20).withGaps()
	p := prepare(t, Model{}, x)
	h := withSkips(0.75)
	g := newWeightSpace(p, x.responses, x.ratings, h)
	rng := rand.New(rand.NewPCG(1, 2))
	v := g.view(normal(rng, g.size, .1))
	for i := range g.ratings { // no errors except those of the key
		g.ratings[i] = v.rating(v.meanGrade[i])
	}
	h.KeyNoise = 1e3
	c, gradient := g.curvature(g.view(v.theta))
	a, b := normal(rng, g.size, 1), normal(rng, g.size, 1)
	byA, byB := make([]float64, g.size), make([]float64, g.size)
	c.multiply(a, byA)
	c.multiply(b, byB)
	u, w := dot(a, byB), dot(b, byA)
	if math.Abs(u-w) > 1e-9*(math.Abs(u)+dot(a, byA)) {
		t.Errorf("a·Hb = %v, b·Ha = %v", u, w)
	}
	if dot(a, byA) < dot(a, a) {
		t.Errorf("a·Ha = %v, a·a = %v", dot(a, byA), dot(a, a))
	}
	const step = 1e-6
	for k := range a {
		a[k] = v.theta[k] + step*b[k]
	}
	moved, _ := g.gradient(g.view(a))
	var squares, differences float64
	for k := range moved {
		d := (moved[k]-gradient[k])/step - byB[k]
		squares += byB[k] * byB[k]
		differences += d * d
	}
	if differences > 1e-6*squares {
		t.Errorf("the product has a relative error of %v", math.Sqrt(differences/squares))
	}
}

// With one question whose texts are all informative the preconditioner is the inverse of the
// curvature, except for the shared parameters.
func TestPreconditioner(t *testing.T) {
	x := civics(30).withGaps()
	for i := range x.responses {
		x.responses[i] = x.responses[i][:1]
	}
	x.questions = x.questions[:1]
	p := prepare(t, Model{}, x)
	g := newWeightSpace(p, x.responses, x.ratings, withSkips(0.75))
	rng := rand.New(rand.NewPCG(1, 3))
	c, _ := g.curvature(g.view(normal(rng, g.size, .1)))
	a := normal(rng, g.size, 1)
	clear(a[:p.prior.cues()+3])
	product, back := make([]float64, g.size), make([]float64, g.size)
	c.multiply(a, product)
	newPreconditioner(c).solve(product, back)
	for k := g.questions[0].first; k < g.size; k++ {
		if math.Abs(back[k]-a[k]) > 1e-8 {
			t.Fatalf("parameter %d: %v, expected %v", k, back[k], a[k])
		}
	}
}

// N-grams are in one group if and only if they are in the same texts with the same values.
func TestGramGroups(t *testing.T) {
	v := make(vocabulary)
	var texts []*encodedText
	for _, s := range []string{
		"freedom", "freedom of speech", "speech", "", "free free press", "of press",
	} {
		texts = append(texts, &encodedText{grams: v.add(s)})
	}
	v.add("never seen")
	m := groupGrams(texts, len(v))
	column := func(n int) string {
		var c []float64
		for _, t := range texts {
			c = append(c, maps.Collect(t.grams.all())[int32(n)])
		}
		return fmt.Sprint(c)
	}
	nothing := column(len(v) - 1)
	counts := make([]float64, m.size())
	for a := range v {
		i := v[a]
		if g := m.of[i]; g >= 0 {
			counts[g]++
		}
		for b := range v {
			j := v[b]
			if (m.of[i] == m.of[j]) != (column(int(i)) == column(int(j))) {
				t.Errorf("%#x and %#x: groups %d and %d", a, b, m.of[i], m.of[j])
			}
		}
		if (m.of[i] < 0) != (column(int(i)) == nothing) {
			t.Errorf("%#x: group %d", a, m.of[i])
		}
	}
	for g, n := range counts {
		if math.Abs(m.root[g]*m.root[g]-n) > 1e-12 {
			t.Errorf("group %d has %v n-grams and the root %v", g, n, m.root[g])
		}
	}
	weights := m.ungroup(normal(rand.New(rand.NewPCG(1, 4)), m.size(), 1), 2)
	back := make([]float64, m.size())
	m.addGrouped(weights, 2, back)
	for n, w := range m.ungroup(back, 2) {
		if math.Abs(w-weights[n]) > 1e-12 {
			t.Errorf("n-gram %d: %v, expected %v", n, w, weights[n])
		}
	}
}

// The deviations put together from single texts are those of the exact fit, for known and for new
// texts.
//
//luna:race
func TestSpread(t *testing.T) {
	x := civics(120)
	p := prepare(t, Model{}, x)
	h := defaultHyper().byGrades()
	f, err := p.fitExactly(p.newProblem(x.totals(0, 80)), h)
	if err != nil {
		t.Fatal(err)
	}
	s := newUncertainty(f.exact, h)
	s.room = 20
	for range 2 {
		for i, r := range x.responses {
			if i%3 == 0 {
				r = slices.Clone(r)
				r[2] = text.English.Doc(r[2].Raw + " indeed")
			}
			read := f.grades(r)
			a, b := s.deviation(f, read), f.exact.deviation(f, read)
			if math.Abs(a-b) > 1e-6*b {
				t.Errorf("respondent %d: %v, expected %v", i, a, b)
			}
		}
	}
}

// Both ways to fit have about the same mode.
func TestLargeIsExact(t *testing.T) {
	for _, zero := range []bool{false, true} {
		h := withSkips(0.75).byGrades()
		if h.Zero = zero; zero {
			h.Skipped = 0
		}
		checkLarge(t, h)
	}
}

func checkLarge(t *testing.T, h *hyper) {
	x := civics(100).withGaps()
	p := prepare(t, Model{}, x)
	b := p.newProblem(x.totals(0, 80))
	small, err := p.fitExactly(b, h)
	if err != nil {
		t.Fatal(err)
	}
	g := newWeightSpace(p, x.responses[:80], x.ratings[:80], h)
	v, converged := g.findMode(make([]float64, g.size)) // from the prior mean
	if !converged {
		t.Error("the fit did not converge")
	}
	o := v.objective
	if d := o - small.exact.objective; d < -.5 || d > 2 {
		t.Errorf("objective %v, of the exact fit %v", o, small.exact.objective)
	}
	if o := g.view(g.start(small)).objective; math.Abs(o-small.exact.objective) > .5 {
		t.Errorf("the exact fit has objective %v, in weight space %v", small.exact.objective, o)
	}
	large := g.fitted(v, newUncertainty(small.exact, h))
	var squares float64
	for _, r := range x.responses {
		a, _ := predict(small, r)
		c, _ := predict(large, r)
		squares += (a - c) * (a - c)
	}
	if d := math.Sqrt(squares / 100); d > .015 {
		t.Errorf("predictions differ by %v", d)
	}
}

// At the size where the way to fit changes, the error does not jump.
func TestLargeAtTheBorder(t *testing.T) {
	suite.Slow(t, "takes seconds")
	const train, test = 1000, 500
	x := civics(train + test)
	p := prepare(t, Model{}, x)
	h := defaultHyper().byGrades()
	small, err := p.fitExactly(p.newProblem(x.totals(0, train)), h)
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
		t.Errorf("RMSE %.4f exactly, %.4f in weight space", a, c)
	}
	for _, f := range []*Fitted{small, large} {
		inside := 0
		for i := train; i < train+test; i++ {
			if contains(f, x.responses[i], x.ratings[i]) {
				inside++
			}
		}
		if share := float64(inside) / test; share < .85 || share > .98 {
			t.Errorf("90%% intervals contain %.3f of the ratings", share)
		}
	}
}

// The joint preconditioner is the inverse of the curvature without second derivatives, up to the
// single precision of its kernels.
func TestJointPreconditioner(t *testing.T) {
	x := civics(30).withGaps()
	p := prepare(t, Model{}, x)
	g := newWeightSpace(p, x.responses, x.ratings, withSkips(0.75)).without(map[int]bool{4: true})
	rng := rand.New(rand.NewPCG(1, 3))
	c, _ := g.curvature(g.view(normal(rng, g.size, .1)))
	for _, bend := range c.bend {
		clear(bend)
	}
	a := normal(rng, g.size, 1)
	product, back := make([]float64, g.size), make([]float64, g.size)
	c.multiply(a, product)
	newJointPreconditioner(c).solve(product, back)
	for k := range a {
		if math.Abs(back[k]-a[k]) > 1e-5 {
			t.Fatalf("parameter %d: %v, expected %v", k, back[k], a[k])
		}
	}
}

// Both preconditioners lead to the same mode, and the search ends close to it.
func TestPreconditionersAgree(t *testing.T) {
	x := newExam(essays(40, 2, 150, true, 2), true)
	p := prepare(t, Model{}, x)
	g := newWeightSpace(p, x.responses, x.ratings, defaultHyper())
	start := make([]float64, g.size)
	mode := func(inverse func(*curvature) inverse) *view {
		v := g.view(start)
		for range maxNewtonSteps {
			c, gradient := g.curvature(v)
			next := g.lineSearch(v, c.newtonStep(inverse(c), gradient, 1e-4))
			if next == nil || v.objective-next.objective < 1e-6 {
				break
			}
			v = next
		}
		return v
	}
	joint := mode(func(c *curvature) inverse { return newJointPreconditioner(c) })
	other := mode(func(c *curvature) inverse { return newPreconditioner(c) })
	found, converged := g.findMode(start)
	if !converged || found.objective-joint.objective > minStepGain {
		t.Errorf("objective %v, at the mode %v", found.objective, joint.objective)
	}
	for i, m := range joint.meanGrade {
		a, b := joint.rating(m), other.rating(other.meanGrade[i])
		if math.Abs(a-b) > 1e-5 {
			t.Errorf("respondent %d: %v and %v", i, a, b)
		}
	}
}

// Respondents that are left out beside those of heldOut are not in the subset.
func TestAddUnused(t *testing.T) {
	for _, c := range []struct{ n, want int }{{1001, 200}, {1999, 200}, {2500, 250}} {
		ratings := make([]float64, c.n)
		for i := range ratings {
			ratings[i] = float64(i)
		}
		held := heldOut(ratings)
		used := elements.Evenly(except(ratings, held), maxSubset)
		addUnused(held, c.n)
		if len(held) != c.want || len(used) != maxSubset {
			t.Errorf("%d respondents: %d left out beside %d used, expected %d beside %d",
				c.n, len(held), len(used), c.want, maxSubset)
		}
		for _, i := range used {
			if held[int(i)] {
				t.Errorf("%d respondents: respondent %v is used and left out", c.n, i)
			}
		}
	}
}
