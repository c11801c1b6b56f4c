package grades

import (
	"math"
	"math/rand/v2"
	"testing"
)

// slowCovariance computes the covariance of two observations in the linearised model by its definition.
func slowCovariance(b *problem, h Hyper, m *mode, a, c int) float64 {
	var sum float64
	slope := func(j, i int) float64 {
		k := b.node(j, i)
		if k < 0 {
			return 0
		}
		if i < len(b.ratings) {
			return m.slope[j][k] * m.reach / float64(len(b.nodes))
		}
		return m.slope[j][k]
	}
	for j, n := range b.nodes {
		for l, o := range b.nodes {
			g := slope(j, a) * slope(l, c)
			if g == 0 {
				continue
			}
			s, t := n.texts[b.node(j, a)], o.texts[b.node(l, c)]
			k := h.Shared + h.Weight*dot(s.cues, t.cues)
			if j == l {
				k += h.Question + weigh(h.kernelWeights(), kernel(s, t))
			}
			sum += g * k
		}
	}
	if a < len(b.ratings) && c < len(b.ratings) {
		sum += h.Top*h.Top + h.Reach*h.Reach*(m.average[a]-1)*(m.average[c]-1)
	}
	if a == c {
		sum += b.noise(h, a)
	}
	return sum
}

// The covariance of the observations is that by its definition, for any number of questions.
func TestCovariance(t *testing.T) {
	whole := civics(40)
	tabled, untabled := 0, 0
	rng := rand.New(rand.NewPCG(1, 1))
	for questions := 1; questions <= len(whole.questions); questions++ {
		x := *whole
		x.questions = whole.questions[:questions]
		x.responses = nil
		for _, r := range whole.responses {
			x.responses = append(x.responses, r[:questions])
		}
		p := prepare(t, Model{}, &x)
		h := DefaultHyper()
		b := p.problem(x.responses, x.ratings).leaving(3)
		b.measure()
		b.weigh(h)
		beta := b.byNode()
		for j := range beta {
			for k := range beta[j] {
				beta[j][k] = .1 * rng.NormFloat64()
			}
		}
		m := b.newMode(b.at(h, beta, 1.1, .9))
		if err := b.linearise(h, m); err != nil {
			t.Fatal(err)
		}
		b.covary(h, m)
		tabled, untabled = max(tabled, len(b.room.tabled)), max(untabled, len(b.room.untabled))
		for i := range b.observations() {
			for l, got := range m.covariance.row(i) {
				if want := slowCovariance(b, h, m, i, i+l); math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
					t.Fatalf("%d questions, observations %d and %d: %v, expected %v", questions, i, i+l, got, want)
				}
			}
		}
	}
	if tabled <= questionsAtOnce || untabled == 0 {
		t.Errorf("%d questions by a table, %d without: not all ways are tested", tabled, untabled)
	}
}

// What is mixed on the way to a step is what the point there has.
func TestMix(t *testing.T) {
	b, h, m := climbed(t, civics(12))
	start, part := b.start(h), b.newState()
	b.mix(h, part, start, m.state, .25)
	want := b.at(h, part.beta, part.top, part.reach)
	if math.Abs(part.objective-want.objective) > 1e-9*want.objective {
		t.Errorf("objective %v, expected %v", part.objective, want.objective)
	}
	for j := range want.rise {
		for k, v := range want.rise[j] {
			if math.Abs(part.rise[j][k]-v) > 1e-12*(1+math.Abs(v)) {
				t.Errorf("question %d, node %d: %v, expected %v", j, k, part.rise[j][k], v)
			}
		}
	}
}

// A product of four rows at once is that of a row at a time.
func TestMultiply(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range 14 {
		k, x, y := make([]float64, n*n), make([]float64, n), make([]float64, n)
		for i := range k {
			k[i] = rng.NormFloat64()
		}
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		multiply(y, k, x)
		for i, got := range y {
			if want := dot(k[i*n:][:n], x); got != want {
				t.Errorf("%d rows, row %d: %v, expected %v", n, i, got, want)
			}
		}
	}
}
