package grades

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/embed"
)

// slowKernel computes k(a, b) by its definition.
func slowKernel(t *testing.T, h *hyper, a, b *encodedText) float64 {
	grams := func(s string) map[string]float64 {
		g := make(map[string]float64)
		if s == "" {
			return g
		}
		r := []rune(" " + s + " ")
		for i := range r {
			for n := 2; n <= 5 && i+n <= len(r); n++ {
				g[string(r[i:i+n])]++
			}
		}
		for k, c := range g {
			g[k] = 1 + math.Log(c)
		}
		return g
	}
	vector := func(s string) map[string]float64 {
		v, err := embed.Default()
		if err != nil {
			t.Fatal(err)
		}
		sum := make(map[string]float64)
		for _, w := range strings.Fields(s) {
			x, _ := v.Lookup(w)
			for i, e := range x {
				sum[string(rune('a'+i))] += float64(e)
			}
		}
		return sum
	}
	cosine := func(a, b map[string]float64) float64 {
		var aa, bb, ab float64
		for k, v := range a {
			aa += v * v
			ab += v * b[k]
		}
		for _, v := range b {
			bb += v * v
		}
		if aa == 0 || bb == 0 {
			return 0
		}
		return ab / math.Sqrt(aa*bb)
	}
	var far float64
	for k := range a.cues {
		far += math.Pow(a.cues[k]-b.cues[k], 2)
	}
	c := cosine(grams(a.doc.Clean), grams(b.doc.Clean))
	return h.Grams*((1-h.Sharp)*c+h.Sharp*c*c) +
		h.Vectors*cosine(vector(a.doc.Clean), vector(b.doc.Clean)) + h.Cues*math.Exp(-far/2)
}

// slowKernel computes the kernel of h between two respondents by its definition, from what is known
// of the respondents.
func (q *people) slowKernel(h *hyper, i, l int) float64 {
	a, b := q.members[i], q.members[l]
	var pooled float64
	for k, v := range a.pooled {
		pooled += v * b.pooled[k] / float64(len(a.pooled))
	}
	return h.Text*a.grams.dot(b.grams) + h.Pooled*pooled + h.AbilityVar*a.ability*b.ability
}

// slowObjective is minus the log posterior by the formulas of the package's documentation, with
// g - m = K·beta and h = K·gamma.
func slowObjective(
	t *testing.T, b *problem, h *hyper,
) func(beta [][]float64, gamma []float64, top, reach float64) float64 {
	type place struct{ j, k int }
	var places []place
	for j, n := range b.nodes {
		for k := range n.texts {
			places = append(places, place{j, k})
		}
	}
	c := make([][]float64, len(places))
	for i, p := range places {
		s := b.nodes[p.j].texts[p.k]
		for _, q := range places {
			u := b.nodes[q.j].texts[q.k]
			v := h.Shared
			for m := range s.cues {
				v += h.Weight * s.cues[m] * u.cues[m]
			}
			if p.j == q.j {
				v += h.Question + slowKernel(t, h, s, u)
			}
			c[i] = append(c[i], v)
		}
	}
	return func(beta [][]float64, gamma []float64, top, reach float64) float64 {
		grade := make([][]float64, len(b.nodes))
		sum := math.Pow((top-1)/h.Top, 2) + math.Pow((reach-1)/h.Reach, 2)
		for i, p := range places {
			var latent float64
			for l, q := range places {
				latent += c[i][l] * beta[q.j][q.k]
			}
			sum += beta[p.j][p.k] * latent
			n := b.nodes[p.j]
			g := b.prior.Intercept + latent
			for m, z := range n.texts[p.k].cues {
				g += b.prior.Weights[b.prior.names[m]] * z
			}
			grade[p.j] = append(grade[p.j], 1/(1+math.Exp(-g)))
		}
		for i, y := range b.ratings {
			var mean float64
			for j, n := range b.nodes {
				mean += grade[j][n.at[i]] * b.slowPortion(h, i, j)
			}
			var whole float64
			for l, g := range gamma {
				whole += g * b.people.slowKernel(h, i, l)
			}
			sum += whole * gamma[i]
			if gamma != nil {
				whole += h.Ability * b.people.members[i].ability
			}
			sum += math.Pow(y-top+reach*(1-mean)-whole, 2) / (h.Noise * h.Noise)
		}
		for _, a := range b.answers {
			sum += math.Pow(1-grade[a.question][a.node], 2) / (h.KeyNoise * h.KeyNoise)
		}
		return sum / 2
	}
}

// The posterior by its definition is stationary at the mode.
func TestModeIsStationary(t *testing.T) {
	for _, skipped := range skipSteps {
		t.Run(fmt.Sprint(skipped), func(t *testing.T) { checkMode(t, skipped) })
	}
}

// checkMode checks the mode where questions without an answer count so much less.
func checkMode(t *testing.T, skipped float64) {
	x := civics(12).withGaps()
	x.questions = x.questions[:3]
	for i := range x.responses {
		x.responses[i] = x.responses[i][:3]
	}
	h := withSkips(skipped)
	b := problemOf(t, x, h)
	m, err := b.findMode(h, b.priorMean(h), 1e-13)
	if err != nil {
		t.Fatal(err)
	}
	objective := slowObjective(t, b, h)
	best := objective(m.beta.of, m.gamma, m.top, m.reach)
	// Kernels between known texts are in single precision.
	if math.Abs(best-m.objective) > 1e-4*best {
		t.Fatalf("objective %v, by its definition %v", m.objective, best)
	}
	if start := b.priorMean(h).objective; start < best+5 {
		t.Fatalf("the start, %v, is as good as the mode, %v", start, best)
	}
	const step = 1e-4
	check := func(what string, at *float64) {
		old := *at
		*at = old + step
		up := objective(m.beta.of, m.gamma, m.top, m.reach)
		*at = old - step
		down := objective(m.beta.of, m.gamma, m.top, m.reach)
		*at = old
		slope, curve := (up-down)/(2*step), (up+down-2*best)/(step*step)
		// How much better the minimum of the parabola along this direction is.
		if gain := slope * slope / (2 * curve); !(gain < 1e-6) {
			t.Errorf("%s: slope %v, curvature %v: %v better", what, slope, curve, gain)
		}
	}
	for j := range m.beta.of {
		for k := range m.beta.of[j] {
			check("beta", &m.beta.of[j][k])
		}
	}
	for i := range m.gamma {
		check("gamma", &m.gamma[i])
	}
	check("top", &m.top)
	check("reach", &m.reach)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		moved := make([][]float64, len(m.beta.of))
		for j := range moved {
			for _, v := range m.beta.of[j] {
				moved[j] = append(moved[j], v+.01*rng.NormFloat64())
			}
		}
		if o := objective(moved, m.gamma, m.top+.01*rng.NormFloat64(), m.reach); o < best-1e-6 {
			t.Errorf("a point nearby has %v, the mode %v", o, best)
		}
	}
}

// A damped step leads to the least objective of the linearised model with the penalty, and linear is
// its value there.
func TestDampedStep(t *testing.T) {
	b, h, m := exactMode(t, civics(15))
	from := b.pointAt(h, m.beta.of, m.gamma, 1.05, .9)
	for j := range from.beta.of {
		for k := range from.beta.of[j] {
			from.beta.of[j][k] /= 2 // somewhere else than at the mode
		}
	}
	b.evaluate(h, from)
	for _, damping := range []float64{1, 3} {
		m := b.newMode(from)
		m.damping = damping
		if err := b.linearise(h, m); err != nil {
			t.Fatal(err)
		}
		full, part := b.newPoint(), b.newPoint()
		b.step(h, m, full)
		b.evaluate(h, full)
		value := func(length float64) float64 {
			b.interpolate(h, part, from, full, length)
			sum := part.roughness + (damping-1)*length*length*roughnessBetween(h, from, full)
			for i, f := range b.linearised(m, part) {
				e := b.target(i) - f
				sum += e * e / b.noiseVariance(h, i)
			}
			return sum / 2
		}
		if got := value(1); math.Abs(got-m.linear) > 1e-8*got {
			t.Errorf("damping %v: the least value is %v, expected %v", damping, m.linear, got)
		}
		for _, length := range []float64{.999, 1.001} {
			if v := value(length); v < m.linear {
				t.Errorf("damping %v: %v of the step has %v, all of it %v", damping, length, v,
					m.linear)
			}
		}
		if now := value(0); math.Abs(now-from.objective) > 1e-8*now {
			t.Errorf("damping %v: the objective is %v, linearised %v", damping, from.objective, now)
		}
	}
}

// roughnessBetween returns (z - a)ᵀΣ⁻¹(z - a).
func roughnessBetween(h *hyper, a, z *point) float64 {
	sum := math.Pow((z.top-a.top)/h.Top, 2) + math.Pow((z.reach-a.reach)/h.Reach, 2)
	for i := range z.gamma {
		sum += (z.gamma[i] - a.gamma[i]) * (z.whole[i] - a.whole[i])
	}
	for j := range z.beta.of {
		for k := range z.beta.of[j] {
			sum += (z.beta.of[j][k] - a.beta.of[j][k]) * (z.latent.of[j][k] - a.latent.of[j][k])
		}
	}
	return sum
}

// linearised returns what the model linearised at m fits at s.
func (b *problem) linearised(m *mode, s *point) []float64 {
	fitted := slices.Clone(m.fitted)
	for i := range fitted {
		for j := range b.nodes {
			k := b.node(j, i)
			if k < 0 {
				continue
			}
			change := m.slope.of[j][k] * (s.latent.of[j][k] - m.latent.of[j][k])
			if i < len(b.ratings) {
				change *= m.gradeSlope()
			}
			fitted[i] += change
		}
		if i < len(b.ratings) {
			fitted[i] += s.top - m.top + (s.reach-m.reach)*(m.meanGrade[i]-1) + s.whole[i] - m.whole[i]
		}
	}
	return fitted
}

// The slopes are the derivatives of the fitted values.
func TestSlopes(t *testing.T) {
	b, _, m := exactMode(t, civics(15))
	const step = 1e-5
	for j, n := range b.nodes {
		for k := range n.texts {
			g := b.means.of[j][k] + m.latent.of[j][k]
			change := (sigmoid(g+step) - sigmoid(g-step)) / (2 * step)
			for i := range b.observations() {
				want := 0.0
				if b.node(j, i) == k {
					want = change
					if i < len(b.ratings) {
						want *= m.reach / float64(len(b.nodes))
					}
				}
				got := m.slope.of[j][k]
				if i < len(b.ratings) {
					got *= m.gradeSlope()
				}
				if b.node(j, i) == k && math.Abs(got-want) > 1e-8 {
					t.Fatalf("question %d, observation %d: slope %v, want %v", j, i, got, want)
				}
			}
		}
	}
}
