package auto

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// definition is the model linearised at a mode by its definition: a Gaussian process on the
// parameters u, which are g at all nodes, h of all respondents, top and reach.
type definition struct {
	*problem
	hyper    *hyper
	mode     *mode
	first    []int         // by question: the parameter of its first node
	whole    int           // that of the first respondent
	size     int           // the number of parameters
	prior    *mat.SymDense // covariance of the parameters
	jacobian *mat.Dense    // derivatives of the observations
	noise    []float64     // variances, by observation
	values   []float64     // what is observed
	fitted   []float64     // what is fitted at the mode
}

func define(b *problem, h *hyper, m *mode) *definition {
	d := &definition{problem: b, hyper: h, mode: m}
	for _, n := range b.nodes {
		d.first = append(d.first, d.whole)
		d.whole += n.size()
	}
	d.size = d.whole + len(b.Ratings) + 2
	d.prior = d.covariances()
	rated := b.rated.respondents // equal ones have an observation each
	d.jacobian = mat.NewDense(max(1, len(rated)+len(b.answers)), d.size, nil)
	for r, i := range rated {
		row := d.jacobian.RawRowView(r)
		copy(row, d.ratingSlopes(i))
		d.noise = append(d.noise, h.Noise*h.Noise)
		d.values = append(d.values, b.Ratings[i])
		d.fitted = append(d.fitted, m.fitted[i])
	}
	for k, a := range b.answers {
		value, variance := d.answer(a.question, a.node)
		p, share := m.grade.of[a.question][a.node], d.share(a.question, a.node)
		row := d.jacobian.RawRowView(len(rated) + k)
		row[d.first[a.question]+a.node] = share * p * (1 - p)
		d.noise = append(d.noise, variance)
		d.values = append(d.values, value)
		d.fitted = append(d.fitted, share*p)
	}
	return d
}

// covariances returns those of the parameters.
func (d *definition) covariances() *mat.SymDense {
	h, c := d.hyper, mat.NewSymDense(d.size, nil)
	for j, n := range d.nodes {
		for k, s := range n.texts {
			for l, o := range d.nodes[:j+1] {
				for i, t := range o.texts {
					v := h.Shared + h.Weight*dot(s.cues, t.cues)
					if l == j {
						v += h.Question + h.kernelWeights().sum(kernel(s, t))
					}
					c.SetSym(d.first[j]+k, d.first[l]+i, v)
				}
			}
		}
	}
	for i := range d.Ratings {
		for l := range i + 1 {
			if d.people != nil {
				c.SetSym(d.whole+i, d.whole+l, d.people.slowKernel(h, i, l))
			}
		}
	}
	c.SetSym(d.size-2, d.size-2, math.Pow(d.scale.topSD, 2))
	c.SetSym(d.size-1, d.size-1, math.Pow(d.scale.reachSD, 2))
	return c
}

// ratingSlopes returns the derivatives of the rating of respondent i.
func (d *definition) ratingSlopes(i int) []float64 {
	row := make([]float64, d.size)
	mean := -1.0
	for j, n := range d.nodes {
		k := int(n.at[i])
		p, portion := d.mode.grade.of[j][k], d.slowPortion(d.hyper, i, j)
		row[d.first[j]+k] = d.mode.reach * portion * p * (1 - p)
		mean += portion * p
	}
	row[d.whole+i], row[d.size-2], row[d.size-1] = 1, 1, mean
	return row
}

// slowPortion is how much the grade of question j counts in the mean grade of respondent i.
func (b *problem) slowPortion(h *hyper, i, j int) float64 {
	var own, all float64
	for l, d := range b.Responses[i] {
		c := 1.0
		if b.points != nil {
			c = b.points[l]
		}
		if d.Raw == "" {
			c *= 1 - h.Skipped
		}
		all += c
		if l == j && !(h.Zero && d.Raw == "") {
			own = c
		}
	}
	if all == 0 {
		return 0
	}
	return own / all
}

// share is how much a question counts with the text of a node.
func (d *definition) share(j, k int) float64 {
	points := 1.0
	if d.points != nil {
		points = d.points[j]
	}
	switch {
	case d.nodes[j].texts[k].doc.Raw != "":
		return points
	case d.hyper.Zero:
		return 0
	}
	return points * (1 - d.hyper.Skipped)
}

// answer returns what the text of a node is observed to be worth, and the variance of that: the
// mean of its scores and, for an acceptable answer, of 1, weighted by their precisions.
func (d *definition) answer(j, k int) (value, variance float64) {
	var sum, precision float64
	for i, scores := range d.Scores {
		if scores != nil && d.member[i] && int(d.nodes[j].at[i]) == k && !math.IsNaN(scores[j]) {
			sum += scores[j] / math.Pow(d.hyper.GradeNoise, 2)
			precision += 1 / math.Pow(d.hyper.GradeNoise, 2)
		}
	}
	if d.knowsKey(j, k) {
		sum += 1 / math.Pow(d.hyper.KeyNoise, 2)
		precision += 1 / math.Pow(d.hyper.KeyNoise, 2)
	}
	share := d.share(j, k)
	return share * sum / precision, max(share*share, tinySquare) / precision
}

// grades returns the number of texts whose grades are known.
func (b *problem) grades() (known int) {
	for j, n := range b.nodes {
		for k := range n.texts {
			scored := func(i int) bool {
				return b.member[i] && int(n.at[i]) == k && b.Scores != nil && b.Scores[i] != nil &&
					!math.IsNaN(b.Scores[i][j])
			}
			if b.knowsKey(j, k) || slices.ContainsFunc(respondents(b), scored) {
				known++
			}
		}
	}
	return known
}

// respondents returns the numbers of all respondents.
func respondents(b *problem) []int {
	list := make([]int, len(b.Ratings))
	for i := range list {
		list[i] = i
	}
	return list
}

// knowsKey reports whether the text of a node is known to be acceptable. One that a single
// respondent gave, who is left out, is not: it may come from there.
func (b *problem) knowsKey(j, k int) bool {
	n := b.nodes[j]
	if !slices.Contains(n.question.key, n.texts[k]) {
		return false
	}
	given, members := 0, 0
	for i, at := range n.at {
		if int(at) == k {
			given++
			if b.member[i] {
				members++
			}
		}
	}
	return given != 1 || members == 1
}

// covariance returns C = J·Σ·Jᵀ/damping + noise.
func (d *definition) covariance() *mat.SymDense {
	n := len(d.noise)
	var half, c mat.Dense
	half.Mul(d.jacobian, d.prior)
	c.Mul(&half, d.jacobian.T())
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for l := range i + 1 {
			s.SetSym(i, l, c.At(i, l)/d.mode.damping)
		}
		s.SetSym(i, i, s.At(i, i)+d.noise[i])
	}
	return s
}

// each returns the numbers of the problem's observations for each one of the definition.
func (d *definition) each(numbers []float64) []float64 {
	var list []float64
	for _, r := range d.rated.at {
		list = append(list, numbers[r])
	}
	return append(list, numbers[len(d.observed):]...)
}

// changes returns u - u₀.
func (d *definition) changes() []float64 {
	m := d.mode
	u := append(slices.Clone(m.latent.all), m.whole...)
	return append(u, m.top-d.scale.top, m.reach-d.scale.reach)
}

// residuals returns y - ŷ + J·(u - u₀)/damping.
func (d *definition) residuals() []float64 {
	u, r := d.changes(), make([]float64, len(d.noise))
	for i := range r {
		r[i] = d.values[i] - d.fitted[i] + dot(d.jacobian.RawRowView(i), u)/d.mode.damping
	}
	return r
}

// observations that are made for a test: what the exam has, by its number of questions.
type observations struct {
	name     string
	keyed    bool
	training func(x *exam) Training
	leftOut  func(i int) bool
}

// observed are all kinds of observations.
var observed = []observations{
	{"totals", true, (*exam).all, nobody},
	{"totals without some", true, (*exam).all, func(i int) bool { return i%5 == 3 }},
	{"totals without a key", false, (*exam).all, nobody},
	{"scores", true, (*exam).withScores, nobody},
	{"scores without a key", false, (*exam).withScores, func(i int) bool { return i%3 == 0 }},
	{"unequal points", true, (*exam).unequal, func(i int) bool { return i%3 == 0 }},
	{"some scores", true, (*exam).mixed, nobody},
	{"some scores without some", true, (*exam).mixed, func(i int) bool { return i%4 == 2 }},
	{"some scores without a key", false, (*exam).mixed, func(i int) bool { return i == 0 }},
	{"scores without totals", true, (*exam).withoutTotals, nobody},
	{"key", true, (*exam).all, everybody},
	{"nothing", false, (*exam).all, everybody},
}

func nobody(int) bool    { return false }
func everybody(int) bool { return true }

// Whatever is observed, elimination solves the equations of the covariance of the observations by
// its definition, at points where steps are damped too.
func TestElimination(t *testing.T) {
	step := 0
	for _, c := range observed {
		for _, questions := range []int{1, 7} {
			step++
			x := civics(36).withGaps().first(questions)
			if !c.keyed {
				x.withoutKey()
			}
			h := withSkips(skipSteps[step%len(skipSteps)])
			h.Zero = step%5 == 0
			m := Model{}
			if step%3 == 0 {
				m.Encoder, h.Meaning = hashing(), 0.02
			}
			b := prepare(t, m, x).newProblem(c.training(x))
			b.computeKernels(h)
			b = b.without(h, c.leftOut)
			checkElimination(t, c.name, b, h, uint64(step))
		}
	}
}

func checkElimination(t *testing.T, name string, b *problem, h *hyper, seed uint64) {
	if got, want := len(b.answers), b.grades(); got != want {
		t.Errorf("%s: the grades of %d texts are observed, expected %d", name, got, want)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	beta := b.newNodeValues()
	copy(beta.all, normal(rng, len(beta.all), .1))
	gamma := make([]float64, len(b.Ratings))
	for _, i := range b.observed {
		gamma[i] = .1 * rng.NormFloat64()
	}
	var d *definition
	for _, damping := range []float64{1, 4} {
		m := b.newMode(b.pointAt(h, beta.of, gamma, 1.1, .9))
		m.damping = damping
		if err := b.linearise(h, m); err != nil {
			t.Fatal(err)
		}
		if b.observations() == 0 {
			if want := (1 - 1/damping) * m.objective; math.Abs(m.linear-want) > 1e-12*want {
				t.Errorf("%s: the least objective is %v, expected %v", name, m.linear, want)
			}
			continue
		}
		near := func(what string, i int, got, want float64) {
			t.Helper()
			if !(math.Abs(got-want) <= 1e-8*(1+math.Abs(want))) {
				t.Errorf("%s, %d questions, damping %v: %s %d is %v, expected %v",
					name, len(b.nodes), damping, what, i, got, want)
			}
		}
		if d == nil {
			d = define(b, h, m)
		}
		d.mode = m // at the same point
		var inverse mat.Cholesky
		if !inverse.Factorize(d.covariance()) {
			t.Fatalf("%s: the covariance by its definition is not positive definite", name)
		}
		product := func(x, y []float64) float64 {
			var solved mat.VecDense
			if err := inverse.SolveVecTo(&solved, mat.NewVecDense(len(y), y)); err != nil {
				t.Fatal(err)
			}
			return mat.Dot(mat.NewVecDense(len(x), x), &solved)
		}
		r := d.residuals()
		unit := make([]float64, len(m.alpha))
		for i := range unit {
			unit[i] = 1 // sums over equal respondents
			near("alpha", i, m.alpha[i], product(d.each(unit), r))
			unit[i] = 0
		}
		near("least objective", 0, m.linear, (product(r, r)+(1-1/damping)*m.roughness)/2)
		for k := range 3 {
			u, v := normal(rng, len(unit), 1), normal(rng, len(unit), 1)
			want := product(d.each(u), d.each(v))
			solved := slices.Clone(v)
			m.system.solve(solved)
			near("solution", k, dot(u, solved), want)
			near("product", k, m.system.product(m.system.whiten(u), m.system.whiten(v)), want)
		}
		for i, p := range m.system.precisions() {
			unit[i] = 1
			near("precision", i, p, product(d.each(unit), d.each(unit)))
			unit[i] = 0
		}
	}
}

// The variance of a prediction is that of the Gaussian process, and what grades leave of ratings
// adds to it. Where both explain the same, it may come to less than nothing, which is nothing.
func TestDeviation(t *testing.T) {
	x := civics(28).withGaps()
	some := x.mixed()
	for i := 1; i < len(x.ratings); i += 4 {
		some.Scores[i] = x.scores[i] // they have a rating too
	}
	for name, training := range map[string]Training{
		"totals": x.all(), "scores": x.withScores(), "some scores": some, "mixed": x.mixed(),
	} {
		h := withSkips(.5)
		h.Meaning = 0.02
		b := prepare(t, Model{Encoder: hashing()}, x).newProblem(training)
		f := fitPrecisely(t, b.prepared, b, h)
		d := define(b, h, f.exact.mode)
		var inverse mat.Cholesky
		if !inverse.Factorize(d.covariance()) {
			t.Fatal("not positive definite")
		}
		for i, r := range x.responses {
			slopes := mat.NewVecDense(d.size, d.ratingSlopes(i))
			var prior, covariances, solved mat.VecDense
			prior.MulVec(d.prior, slopes)
			covariances.MulVec(d.jacobian, &prior)
			if err := inverse.SolveVecTo(&solved, &covariances); err != nil {
				t.Fatal(err)
			}
			variance := mat.Dot(slopes, &prior) - mat.Dot(&covariances, &solved)
			graded := f.grades(r)
			if m := f.exact.remainder; m != nil {
				kernel := make([]float64, len(b.Ratings))
				for l := range kernel {
					kernel[l] = b.people.slowKernel(h, i, l)
				}
				variance += m.variance(graded.mean, kernel)
			}
			got, want := f.exact.deviation(f, graded), math.Sqrt(max(0, variance)+h.Noise*h.Noise)
			if !(math.Abs(got-want) < 1e-6*want) {
				t.Errorf("%s, respondent %d: deviation %v, expected %v", name, i, got, want)
			}
		}
	}
}
