package grades

import (
	"math"
	"testing"
)

// The mode without a respondent is that of a fit to the others.
func TestRefitsAreFits(t *testing.T) {
	x := civics(14)
	p := prepare(t, Model{}, x)
	h := defaultHyper()
	h.Pooled = 0 // their scale depends on the respondents, the one left out included
	b := problemOf(t, x, h)
	for i, y := range x.ratings {
		others := b.withoutRespondent(i)
		// Both start at the prior mean, as the posterior may have more than one mode.
		r, err := others.findMode(h, others.priorMean(h), 1e-10)
		if err != nil {
			t.Fatal(err)
		}
		responses := append(x.responses[:i:i], x.responses[i+1:]...)
		ratings := append(x.ratings[:i:i], x.ratings[i+1:]...)
		f := fitPrecisely(t, p, p.newProblem(responses, ratings), h)
		want, _ := predict(f, x.responses[i])
		if math.Abs(r.fitted[i]-want) > 1e-4 {
			t.Errorf("respondent %d, rated %v: %v without, %v by a fit to the others",
				i, y, r.fitted[i], want)
		}
		got := math.Sqrt(1/r.covariance.precision(i) - ignoredVariance + h.Noise*h.Noise)
		want = f.exact.deviation(f, f.grades(x.responses[i]))
		if math.Abs(got-want) > .001*want {
			t.Errorf("respondent %d: deviation %v without, %v by a fit to the others", i, got, want)
		}
	}
}

// fitPrecisely is fitExactly with a mode found to the last digits.
func fitPrecisely(t *testing.T, p *Prepared, b *problem, h *hyper) *Fitted {
	b.computeKernels(h)
	m, err := b.findMode(h, b.priorMean(h), 1e-10)
	if err != nil {
		t.Fatal(err)
	}
	f := &Fitted{prepared: p, hyper: h, coefficients: m.coefficients, exact: newExact(b, h, m)}
	f.whole = b.people.function(h, m.gamma)
	for j, n := range b.nodes {
		f.functions = append(f.functions, newFunction(n.question, n.texts, m.beta[j], h))
	}
	return f
}

// The factor is the conformal quantile.
func TestFactor(t *testing.T) {
	f := &Fitted{}
	for i := range 19 {
		f.scores = append(f.scores, float64(i+1))
	}
	for _, c := range []struct{ level, want float64 }{
		{.9, 18}, {.95, 19}, {.5, 10}, {.01, 1}, {.96, 19},
	} {
		if got := f.factor(c.level); got != c.want {
			t.Errorf("level %v: %v, expected %v", c.level, got, c.want)
		}
	}
	f.scores = nil
	if got := f.factor(.9); math.Abs(got-1.6448536269514722) > 1e-9 {
		t.Errorf("nobody rated: %v, expected the Gaussian quantile", got)
	}
	f.scores = []float64{.5, 1}
	if got := f.factor(.9); math.Abs(got-1.6448536269514722) > 1e-9 {
		t.Errorf("two rated: %v, expected the Gaussian quantile", got)
	}
}

// 90% intervals contain about 90% of the ratings of synthetic respondents that were not seen.
func TestCoverage(t *testing.T) {
	x := civics(700)
	p := prepare(t, fixed(), x)
	for _, n := range []int{25, 50, 150} {
		var inside, all float64
		for start := 0; start+n < 500; start += max(n, 100) {
			f, err := p.Fit(x.responses[start:start+n], x.ratings[start:start+n])
			if err != nil {
				t.Fatal(err)
			}
			for i := 500; i < 700; i++ {
				if contains(f, x.responses[i], x.ratings[i]) {
					inside++
				}
				all++
			}
		}
		t.Logf("%d rated: %.3f", n, inside/all)
		if share := inside / all; share < .85 || share > .95 {
			t.Errorf("%d rated: 90%% intervals contain %.3f", n, share)
		}
	}
}
