package auto

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// bareMode returns the mode of a problem, precisely, before what grades leave of ratings. It starts
// from a point, or from the prior mean for nil.
func bareMode(t *testing.T, b *problem, h *hyper, start *point) *mode {
	t.Helper()
	b.computeKernels(h)
	if start == nil {
		start = b.priorMean(h)
	}
	m := b.newMode(start)
	if err := b.descend(h, m, 1e-9); err != nil {
		t.Fatal(err)
	}
	if err := b.linearise(h, m); err != nil {
		t.Fatal(err)
	}
	return m
}

// What predicts a score without itself is about what a fit without it predicts. Where a respondent
// gave an acceptable answer that nobody else gave, it is what a fit predicts that does not know it
// as one.
func TestScoresLeftOut(t *testing.T) {
	const respondents = 30
	x := civics(respondents)
	x.withoutKey()
	for j, q := range x.questions { // the key has a wrong answer of one respondent
		for i, r := range x.responses {
			if x.scores[i][j] == 0 {
				q.Key = append(q.Key, r[j])
				break
			}
		}
	}
	p := prepare(t, Model{}, x)
	h := defaultHyper()
	training := x.withoutTotals()
	b := p.newProblem(training)
	m := bareMode(t, b, h, nil)
	alpha := slices.Clone(m.alpha)
	precision := m.system.precisions()
	left := b.scoresLeftOut(h, m, alpha, precision)
	var got, want []float64
	var differences [3][]float64 // of scores for a text of one respondent, for copies, and for the key
	for i := range respondents {
		for j := range x.questions {
			score, n := training.Scores[i][j], b.nodes[j]
			k := int(n.at[i])
			a := b.answers[n.answerAt[k]]
			if (i+j)%4 != 0 && !a.key {
				continue
			}
			training.Scores[i] = slices.Clone(training.Scores[i])
			training.Scores[i][j] = math.NaN()
			others := p.newProblem(training)
			kind := min(int(a.count)-1, 1)
			if kind == 0 && a.key {
				others.nodes[j].key = slices.DeleteFunc(others.nodes[j].key, func(l int) bool {
					return l == k
				})
				others.observe(func(int) bool { return true })
				kind = 2
			}
			others.computeKernels(h)
			s := bareMode(t, others, h, others.pointAt(h, m.beta.of, nil, m.top, m.reach))
			training.Scores[i][j] = score
			got = append(got, left(int(n.answerAt[k]), score))
			want = append(want, s.grade.of[j][k])
			differences[kind] = append(differences[kind], math.Abs(got[len(got)-1]-want[len(want)-1]))
		}
	}
	r := stat.Correlation(got, want, nil)
	for kind, list := range differences {
		mean := stat.Mean(list, nil)
		t.Logf("kind %d: %d scores, mean difference %.4f", kind, len(list), mean)
		if len(list) < 3 || mean > .02 {
			t.Errorf("kind %d: the mean difference of %d scores is %.4f, expected at most .02",
				kind, len(list), mean)
		}
	}
	if r < .98 {
		t.Errorf("correlation %.3f, expected at least .98", r)
	}
}

// Means without the own scores are those of what predicts them, by how much questions count, for
// respondents with a rating and all scores, and others have the mean errors of their scores.
func TestMeansLeftOut(t *testing.T) {
	x := civics(24).withGaps()
	for _, h := range []*hyper{withSkips(.5), withSkips(0), {}} {
		if h.Noise == 0 {
			*h = *defaultHyper()
			h.Zero = true
		}
		training := x.mixed()
		for i := 5; i < 24; i += 4 { // rated; now with all scores
			training.Scores[i] = x.scores[i]
		}
		b := prepare(t, Model{}, x).newProblem(training)
		m := bareMode(t, b, h, nil)
		alpha := slices.Clone(m.alpha)[len(b.observed):]
		precision := m.system.precisions()
		means, others := b.meansLeftOut(h, m, precision)
		left := b.scoresLeftOut(h, m, alpha, precision[len(b.observed):])
		for i := range b.Ratings {
			complete := b.isComplete(i) && !math.IsNaN(b.Ratings[i])
			if complete == math.IsNaN(means[i]) {
				t.Fatalf("respondent %d: found the mean %v", i, means[i])
			}
			if b.Scores[i] == nil {
				continue
			}
			var mean, missed, scored, all float64
			for j, d := range b.Responses[i] {
				n := b.nodes[j]
				k := n.at[i]
				count, worth := 1.0, 1.0
				if d.Raw == "" {
					count = 1 - h.Skipped
					if worth = count; h.Zero {
						worth = 0
					}
				}
				grade := m.grade.of[j][k]
				if s := b.Scores[i][j]; !math.IsNaN(s) {
					grade = left(int(n.answerAt[k]), s)
					missed += worth * (s - grade)
					scored += count
				}
				mean += worth * grade
				all += count
			}
			switch {
			case scored == 0:
			case complete:
				if want := mean / all; math.Abs(means[i]-want) > 1e-12 {
					t.Errorf("respondent %d: mean %v, expected %v", i, means[i], want)
				}
			case math.IsNaN(b.Ratings[i]):
				// The sum of errors over all questions has as many times the variance as there are.
				want := missed / scored * math.Sqrt(scored/all)
				if math.Abs(others[0]-want) > 1e-12 {
					t.Errorf("respondent %d: error %v, expected %v", i, others[0], want)
				}
				others = others[1:]
			}
		}
		if len(others) > 0 {
			t.Errorf("%d more errors than respondents who have them", len(others))
		}
	}
}

// What grades leave of ratings is the Gaussian process of its definition: its weights, what it adds
// to predictions, its variances, and its errors without each respondent, by a process without them.
func TestRemainder(t *testing.T) {
	x := civics(26)
	training := x.mixed()
	for i := range training.Ratings {
		if i%4 == 1 || i%4 == 2 { // rated, with all scores
			training.Ratings[i], training.Scores[i] = x.ratings[i], x.scores[i]
		}
	}
	h := defaultHyper()
	b := prepare(t, Model{}, x).newProblem(training)
	m := bareMode(t, b, h, nil)
	means, _ := b.meansLeftOut(h, m, m.system.precisions())
	if err := b.linearise(h, m); err != nil {
		t.Fatal(err)
	}
	before := b.pointAt(h, m.beta.of, m.gamma, m.top, m.reach)
	var of []int
	var y []float64
	linear := func(x, z float64) float64 {
		return math.Pow(.1*h.Top, 2) + math.Pow(loose*before.reach, 2)*(x-1)*(z-1)
	}
	for i, mean := range means {
		if !math.IsNaN(mean) {
			of = append(of, i)
			y = append(y, b.Ratings[i]-before.rating(mean)-before.whole[i]-
				h.Ability*b.people.members[i].ability)
		}
	}
	if len(of) < 10 {
		t.Fatalf("%d respondents are rated and have all scores, expected at least 10", len(of))
	}
	covariance := func(of []int) *mat.SymDense {
		c := mat.NewSymDense(len(of), nil)
		for k, i := range of {
			for l, o := range of[:k+1] {
				c.SetSym(k, l, linear(means[i], means[o])+b.people.slowKernel(h, i, o))
			}
			c.SetSym(k, k, c.At(k, k)+h.Noise*h.Noise)
		}
		return c
	}
	solve := func(of []int, y []float64) []float64 {
		var inverse mat.Cholesky
		var x mat.VecDense
		if !inverse.Factorize(covariance(of)) {
			t.Fatal("not positive definite")
		}
		if err := inverse.SolveVecTo(&x, mat.NewVecDense(len(y), slices.Clone(y))); err != nil {
			t.Fatal(err)
		}
		return x.RawVector().Data
	}
	near := func(what string, i int, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) < 1e-9*(1+math.Abs(want))) {
			t.Errorf("%s of respondent %d: %v, expected %v", what, i, got, want)
		}
	}
	if err := b.addRemainder(h, m); err != nil {
		t.Fatal(err)
	}
	r := m.remainder
	if !slices.Equal(r.of, of) {
		t.Fatalf("found the respondents %v, expected %v", r.of, of)
	}
	weights := solve(of, y)
	for k, i := range of {
		near("weight", i, r.gamma[k], weights[k])
		near("coordinate", i, m.gamma[i], before.gamma[i]+weights[k])
	}
	factor := r.factor.data
	r.factor.data = slices.Clone(factor) // errors overwrite it
	for k, e := range r.errors() {
		others, values := slices.Delete(slices.Clone(of), k, k+1), slices.Delete(slices.Clone(y), k, k+1)
		predicted := 0.0
		for l, w := range solve(others, values) {
			predicted += w * (linear(means[of[k]], means[others[l]]) +
				b.people.slowKernel(h, of[k], others[l]))
		}
		near("error", of[k], e, y[k]-predicted)
	}
	r.factor.data = factor
	for i := range b.Ratings {
		kernel := make([]float64, len(b.Ratings))
		for l := range kernel {
			kernel[l] = b.people.slowKernel(h, i, l)
		}
		mean := .3 + .02*float64(i)
		c := make([]float64, len(of))
		added := 0.0
		for k, o := range of {
			c[k] = linear(mean, means[o]) + kernel[o]
			added += c[k] * weights[k]
		}
		near("prediction", i, m.rating(mean)+m.whole[i], before.rating(mean)+before.whole[i]+added)
		if len(b.observed) > 0 { // what ratings observed say of h is in their covariance
			for k, o := range of {
				c[k] = linear(mean, means[o])
			}
		}
		explained := dot(c, solve(of, c))
		near("variance", i, r.variance(mean, kernel), linear(mean, mean)-explained)
	}
}

// There is an error for everybody, and merit is the same wherever a search comes from.
func TestMeritWithScores(t *testing.T) {
	x := civics(40)
	h := defaultHyper()
	for _, of := range []func(*exam) Training{(*exam).mixed, (*exam).withScores} {
		b := prepare(t, Model{}, x).newProblem(of(x))
		m := bareMode(t, b, h, nil)
		errors, err := b.leaveOneOut(h, m)
		if err != nil {
			t.Fatal(err)
		}
		if len(errors) != 40 {
			t.Errorf("%d errors of 40 respondents", len(errors))
		}
		s := search{problem: b, directions: directions}
		merits, none := make([]float64, 3), make([]float64, len(directions))
		for k := range merits {
			if merits[k], _, err = s.merit(h, none); err != nil {
				t.Fatal(err)
			}
		}
		if slices.Max(merits)-slices.Min(merits) > 1 {
			t.Errorf("found the merits %v, expected about the same", merits)
		}
	}
}

// Without anybody who is rated and has all scores nothing is left of ratings.
func TestNoRemainder(t *testing.T) {
	x := civics(12)
	h := defaultHyper()
	for _, of := range []func(*exam) Training{(*exam).mixed, (*exam).withoutTotals} {
		b := prepare(t, Model{}, x).newProblem(of(x))
		m := bareMode(t, b, h, nil)
		before := b.pointAt(h, m.beta.of, m.gamma, m.top, m.reach)
		if err := b.addRemainder(h, m); err != nil {
			t.Fatal(err)
		}
		if m.top != before.top || m.reach != before.reach || !slices.Equal(m.gamma, before.gamma) ||
			m.remainder.errors() != nil {
			t.Errorf("found top %v and reach %v, expected %v and %v", m.top, m.reach, before.top,
				before.reach)
		}
	}
}

// What grades leave of ratings is added once, to a mode that has nothing of it, wherever its search
// starts.
func TestRemainderOfMany(t *testing.T) {
	x := civics(350)
	f := fitTo(t, prepare(t, fixed(), x), x.withScores())
	for i, v := range f.exact.remainder.before {
		if v != 0 {
			t.Fatalf("respondent %d has the coordinate %v before", i, v)
		}
	}
}
