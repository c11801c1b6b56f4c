package auto

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

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
	a, b := q.members[q.row[i]], q.members[q.row[l]]
	var pooled float64
	for k, v := range a.pooled {
		pooled += v * b.pooled[k] / float64(len(a.pooled))
	}
	kernel := h.Text*a.grams.dot(b.grams) + h.Pooled*pooled + h.AbilityVar*a.ability*b.ability
	if h.Meaning == 0 {
		return kernel
	}
	return kernel + h.Meaning*q.slowMeaning(i, l)
}

// slowMeaning computes what two respondents have in common by meaning, less what they have with
// others.
func (q *people) slowMeaning(i, l int) float64 {
	n := float64(len(q.row))
	common := func(i, l int) (sum float64) {
		for j, t := range q.members[q.row[i]].texts {
			var cosine float64
			for k, v := range t.vector {
				cosine += float64(v) * float64(q.members[q.row[l]].texts[j].vector[k])
			}
			sum += float64(float32(cosine)) / float64(len(q.questions)) // as in the tables
		}
		return sum
	}
	var ofI, ofL, all, self float64
	for a := range q.row {
		ofI += common(i, a) / n
		ofL += common(l, a) / n
		self += common(a, a) / n
		for b := range q.row {
			all += common(a, b) / (n * n)
		}
	}
	return (common(i, l) - ofI - ofL + all) / (self - all)
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
		sum := math.Pow((top-b.scale.top)/b.scale.topSD, 2) +
			math.Pow((reach-b.scale.reach)/b.scale.reachSD, 2)
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
		for i, y := range b.Ratings {
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
				whole += h.Ability * b.people.members[b.row[i]].ability
			}
			if slices.Contains(b.rated.respondents, i) {
				sum += math.Pow(y-top+reach*(1-mean)-whole, 2) / (h.Noise * h.Noise)
			}
		}
		for j, n := range b.nodes {
			for k := range n.texts {
				sum += b.slowError(h, j, k, grade[j][k])
			}
		}
		return sum / 2
	}
}

// slowError is the sum of the squared errors of a text's grade for each of its scores and, if it is
// an acceptable answer, for 1, in standard deviations, beyond the least that any grade has. How
// much the question counts with the text is how much they do, but for a little more noise.
func (b *problem) slowError(h *hyper, j, k int, grade float64) float64 {
	var values, weights []float64
	for i, scores := range b.Scores {
		if scores != nil && int(b.nodes[j].at[i]) == k && !math.IsNaN(scores[j]) {
			values, weights = append(values, scores[j]), append(weights, math.Pow(h.GradeNoise, -2))
		}
	}
	if slices.Contains(b.nodes[j].question.key, b.nodes[j].texts[k]) {
		values, weights = append(values, 1), append(weights, math.Pow(h.KeyNoise, -2))
	}
	if values == nil {
		return 0
	}
	mean, sum := stat.Mean(values, weights), 0.0
	for i, v := range values {
		sum += weights[i] * (math.Pow(v-grade, 2) - math.Pow(v-mean, 2))
	}
	share := 1.0
	if b.points != nil {
		share = b.points[j]
	}
	if b.nodes[j].texts[k].doc.Raw == "" {
		share *= 1 - h.Skipped
	}
	sum *= share * share / max(share*share, tinySquare)
	return sum
}

// The posterior by its definition is stationary at the mode, from totals and from scores.
func TestModeIsStationary(t *testing.T) {
	for _, skipped := range skipSteps {
		t.Run(fmt.Sprint(skipped), func(t *testing.T) { checkMode(t, (*exam).all, skipped) })
	}
	for name, of := range map[string]func(*exam) Training{
		"some scores": (*exam).mixed, "scores": (*exam).withScores, "unequal points": (*exam).unequal,
	} {
		t.Run(name, func(t *testing.T) { checkMode(t, of, .5) })
	}
}

// checkMode checks the mode where questions without an answer count so much less. It is that before
// what grades leave of ratings is added.
func checkMode(t *testing.T, of func(*exam) Training, skipped float64) {
	x := civics(12).withGaps().first(3)
	h := withSkips(skipped)
	b := prepare(t, Model{}, x).newProblem(of(x))
	b.computeKernels(h)
	m := b.newMode(b.priorMean(h))
	if err := b.descend(h, m, 1e-13); err != nil {
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

// A damped step leads to the least objective of the linearised model with the penalty, and linear
// is its value there.
func TestDampedStep(t *testing.T) {
	for _, of := range []func(*exam) Training{(*exam).all, (*exam).mixed} {
		b, h, m := exactMode(t, civics(15), of)
		from := b.pointAt(h, m.beta.of, m.gamma, 1.05, .9)
		for j := range from.beta.of {
			for k := range from.beta.of[j] {
				from.beta.of[j][k] /= 2 // somewhere else than at the mode
			}
		}
		b.evaluate(h, from)
		for _, damping := range []float64{1, 3} {
			checkStep(t, b, h, from, damping)
		}
	}
}

func checkStep(t *testing.T, b *problem, h *hyper, from *point, damping float64) {
	m := b.newMode(from)
	m.damping = damping
	if err := b.linearise(h, m); err != nil {
		t.Fatal(err)
	}
	d := define(b, h, m)
	full, part := b.newPoint(), b.newPoint()
	b.step(h, m, full)
	b.evaluate(h, full)
	value := func(length float64) float64 {
		b.interpolate(h, part, from, full, length)
		sum := part.roughness + (damping-1)*length*length*roughnessBetween(b, from, full)
		change := difference(from, part)
		for i, y := range d.values {
			e := y - d.fitted[i] - dot(d.jacobian.RawRowView(i), change)
			sum += e * e / d.noise[i]
		}
		return sum / 2
	}
	if got := value(1); math.Abs(got-m.linear) > 1e-8*got {
		t.Errorf("damping %v: the least value is %v, expected %v", damping, m.linear, got)
	}
	for _, length := range []float64{.999, 1.001} {
		if v := value(length); v < m.linear {
			t.Errorf("damping %v: %v of the step has %v, all of it %v", damping, length, v, m.linear)
		}
	}
	if now := value(0); math.Abs(now-from.objective) > 1e-8*now {
		t.Errorf("damping %v: the objective is %v, linearised %v", damping, from.objective, now)
	}
}

// difference returns by how much the parameters of z are above those of a.
func difference(a, z *point) []float64 {
	change := append(slices.Clone(z.latent.all), z.whole...)
	floats.Sub(change, append(slices.Clone(a.latent.all), a.whole...))
	return append(change, z.top-a.top, z.reach-a.reach)
}

// roughnessBetween returns (z - a)ᵀΣ⁻¹(z - a).
func roughnessBetween(b *problem, a, z *point) float64 {
	d := difference(a, z)
	last := len(d) - 2
	sum := math.Pow(d[last]/b.scale.topSD, 2) + math.Pow(d[last+1]/b.scale.reachSD, 2)
	beta := append(slices.Clone(z.beta.all), z.gamma...)
	floats.Sub(beta, append(slices.Clone(a.beta.all), a.gamma...))
	return sum + dot(beta, d[:last])
}

// The slopes are the derivatives of what is fitted.
func TestSlopes(t *testing.T) {
	h := withSkips(.5)
	x := civics(16).withGaps()
	b := prepare(t, Model{}, x).newProblem(x.mixed())
	b.computeKernels(h)
	m := b.newMode(b.pointAt(h, nil, nil, 1.1, .9))
	if err := b.linearise(h, m); err != nil {
		t.Fatal(err)
	}
	d := define(b, h, m)
	fitted := func(s *point) (list []float64) {
		for _, i := range b.observed {
			list = append(list, s.fitted[i])
		}
		for _, a := range b.answers {
			list = append(list, d.share(a.question, a.node)*s.grade.of[a.question][a.node])
		}
		return list
	}
	const step = 1e-5
	moved := func(at *float64, by float64) []float64 {
		old := *at
		*at += by
		b.computeGrades(h, m.point)
		*at = old
		return fitted(m.point)
	}
	check := func(parameter int, at *float64) {
		up, down := moved(at, step), moved(at, -step)
		for i := range up {
			want := (up[i] - down[i]) / (2 * step)
			if got := d.jacobian.At(i, parameter); math.Abs(got-want) > 1e-8 {
				t.Errorf("parameter %d, observation %d: slope %v, expected %v", parameter, i, got, want)
			}
		}
	}
	for k := range m.latent.all {
		check(k, &m.latent.all[k])
	}
	for i := range m.whole {
		check(d.whole+i, &m.whole[i])
	}
	check(d.size-2, &m.top)
	check(d.size-1, &m.reach)
}
