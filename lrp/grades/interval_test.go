package grades

import (
	"math"
	"testing"
)

// Without each respondent in turn the mode is that of a fit to the others.
func TestRefitsAreFits(t *testing.T) {
	x := civics(14)
	p := prepare(t, Model{}, x)
	h := DefaultHyper()
	b := p.problem(x.responses, x.ratings)
	b.measure()
	b.weigh(h)
	for i, y := range x.ratings {
		rest := *b
		rest.without = i
		// From the same start, as the posterior may have more than one mode.
		r, err := rest.climb(h, rest.start(h), 1e-10)
		if err != nil {
			t.Fatal(err)
		}
		responses := append(x.responses[:i:i], x.responses[i+1:]...)
		ratings := append(x.ratings[:i:i], x.ratings[i+1:]...)
		others := fitPrecisely(t, p, p.problem(responses, ratings), h)
		want, _ := others.Rating(x.responses[i])
		if math.Abs(r.fitted[i]-want) > 1e-4 {
			t.Errorf("respondent %d, rated %v: %v without, %v by a fit to the others", i, y, r.fitted[i], want)
		}
		deviation := math.Sqrt(1/r.covariance.precision(i) - unseen + h.Noise*h.Noise)
		if want := others.exact.deviation(others, others.read(x.responses[i])); math.Abs(deviation-want) > .001*want {
			t.Errorf("respondent %d: deviation %v without, %v by a fit to the others", i, deviation, want)
		}
	}
}

// fitPrecisely is fitExactly with a mode found to the last digits.
func fitPrecisely(t *testing.T, p *Prepared, b *problem, h Hyper) *Fitted {
	b.measure()
	b.weigh(h)
	m, err := b.climb(h, b.start(h), 1e-10)
	if err != nil {
		t.Fatal(err)
	}
	f := &Fitted{prepared: p, hyper: h, line: m.line, exact: newExact(b, h, m)}
	for j, n := range b.nodes {
		f.functions = append(f.functions, functionOf(n.question, n.texts, m.beta[j], h))
	}
	return f
}

// The factor is the conformal quantile.
func TestFactor(t *testing.T) {
	f := &Fitted{}
	for i := range 19 {
		f.scores = append(f.scores, float64(i+1))
	}
	for _, c := range []struct{ level, want float64 }{{.9, 18}, {.95, 19}, {.5, 10}, {.01, 1}, {.96, 19}} {
		if got := f.factor(c.level); got != c.want {
			t.Errorf("level %v: %v, want %v", c.level, got, c.want)
		}
	}
	f.scores = nil
	if got := f.factor(.9); math.Abs(got-1.6448536269514722) > 1e-9 {
		t.Errorf("nobody rated: %v, want the Gaussian quantile", got)
	}
	f.scores = []float64{.5, 1}
	if got := f.factor(.9); math.Abs(got-1.6448536269514722) > 1e-9 {
		t.Errorf("two rated: %v, want the Gaussian quantile", got)
	}
}

// On synthetic respondents never seen, the intervals hold what they promise.
func TestCoverage(t *testing.T) {
	x := civics(700)
	p := prepare(t, fixed(), x)
	for _, n := range []int{25, 50, 150} {
		var held, all float64
		for start := 0; start+n < 500; start += max(n, 100) {
			f, err := p.Fit(x.responses[start:start+n], x.ratings[start:start+n])
			if err != nil {
				t.Fatal(err)
			}
			for i := 500; i < 700; i++ {
				lo, hi := f.Interval(x.responses[i], .9)
				if lo-1e-9 <= x.ratings[i] && x.ratings[i] <= hi+1e-9 {
					held++
				}
				all++
			}
		}
		t.Logf("%d rated: %.3f", n, held/all)
		if share := held / all; share < .85 || share > .95 {
			t.Errorf("%d rated: 90%% intervals hold %.3f", n, share)
		}
	}
}
