package grades

import (
	"math"
	"math/rand/v2"
	"testing"
)

// slowCovariance is the covariance of two observations in the linearised model by its definition.
func slowCovariance(b *problem, h *hyper, m *mode, a, c int) float64 {
	var sum float64
	slope := func(j, i int) float64 {
		k := b.node(j, i)
		if k < 0 {
			return 0
		}
		p := m.grade.of[j][k]
		if i < len(b.ratings) {
			return p * (1 - p) * m.reach * b.slowPortion(h, i, j)
		}
		return p * (1 - p)
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
				k += h.Question + h.kernelWeights().sum(kernel(s, t))
			}
			sum += g * k
		}
	}
	if a < len(b.ratings) && c < len(b.ratings) {
		sum += h.Top*h.Top + h.Reach*h.Reach*(m.meanGrade[a]-1)*(m.meanGrade[c]-1) +
			b.people.slowKernel(h, a, c)
	}
	if a == c {
		sum += b.noiseVariance(h, a)
	}
	return sum
}

// slowPortion is the share of question j in the mean grade of respondent i by its definition.
func (b *problem) slowPortion(h *hyper, i, j int) float64 {
	var own, all float64
	for l, d := range b.responses[i] {
		c := 1.0
		if d.Raw == "" {
			c -= h.Skipped
		}
		if all += c; l == j {
			own = c
		}
	}
	if all == 0 {
		return 0
	}
	return own / all
}

// The covariance of the observations agrees with its definition, for any number of questions.
func TestCovariance(t *testing.T) {
	all := civics(40).withGaps()
	byNodes, byPeople := 0, 0
	rng := rand.New(rand.NewPCG(1, 1))
	for questions := 1; questions <= len(all.questions); questions++ {
		x := *all
		x.questions = all.questions[:questions]
		x.responses = nil
		for _, r := range all.responses {
			x.responses = append(x.responses, r[:questions])
		}
		h := withSkips(skipSteps[questions%len(skipSteps)])
		b := problemOf(t, &x, h).withoutRespondent(3)
		beta := b.newNodeValues().of
		for j := range beta {
			for k := range beta[j] {
				beta[j][k] = .1 * rng.NormFloat64()
			}
		}
		m := b.newMode(b.pointAt(h, beta, nil, 1.1, .9))
		if err := b.linearise(h, m); err != nil {
			t.Fatal(err)
		}
		b.computeCovariance(h, m)
		byNodes = max(byNodes, len(b.buffers.byNodes))
		byPeople = max(byPeople, len(b.buffers.byPeople))
		for i := range b.observations() {
			for l, got := range m.covariance.row(i) {
				want := slowCovariance(b, h, m, i, i+l)
				if math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
					t.Fatalf("%d questions, observations %d and %d: %v, expected %v",
						questions, i, i+l, got, want)
				}
			}
		}
	}
	if byNodes <= questionsAtOnce || byPeople == 0 {
		t.Errorf("%d questions by nodes, %d by respondents: not all ways are tested",
			byNodes, byPeople)
	}
}

// An interpolated point has the values that are computed from its beta, top and reach.
func TestInterpolate(t *testing.T) {
	b, h, m := exactMode(t, civics(12))
	start, part := b.priorMean(h), b.newPoint()
	b.interpolate(h, part, start, m.point, .25)
	want := b.pointAt(h, part.beta.of, part.gamma, part.top, part.reach)
	if math.Abs(part.objective-want.objective) > 1e-9*want.objective {
		t.Errorf("objective %v, expected %v", part.objective, want.objective)
	}
	for j := range want.latent.of {
		for k, v := range want.latent.of[j] {
			if math.Abs(part.latent.of[j][k]-v) > 1e-12*(1+math.Abs(v)) {
				t.Errorf("question %d, node %d: %v, expected %v", j, k, part.latent.of[j][k], v)
			}
		}
	}
}
