package auto

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/suite"
)

// largeOf returns what learns n-grams by a training set, of which the first half is fitted exactly.
func largeOf(t *testing.T, x *exam, training Training, h *hyper) *large {
	t.Helper()
	p := prepare(t, Model{}, x)
	some := training.evenly(len(training.Ratings) / 2)
	b := p.newProblem(some)
	b.computeKernels(h)
	m, err := b.findMode(h, b.priorMean(h), tolFit)
	if err != nil {
		t.Fatal(err)
	}
	return p.fittedAt(b, h, m, nil, nil).newLarge(training)
}

// normalWeights returns random weights.
func (l *large) normalWeights(rng *rand.Rand, sd float64) nodeValues {
	w := l.zeros()
	copy(w.all, normal(rng, len(w.all), sd))
	return w
}

// largeKinds are training sets to learn n-grams by, with hyper-parameters.
func largeKinds(x *exam) map[string]struct {
	Training
	*hyper
} {
	zero := defaultHyper()
	zero.Zero = true
	type kind = struct {
		Training
		*hyper
	}
	return map[string]kind{
		"totals": {x.all(), withSkips(.5)}, "zero": {x.blanked(0), zero}, "some scores": {x.mixed(), withSkips(0)},
		"unequal points": {x.unequal(), defaultHyper()},
	}
}

// The objective is that of its definition, by the predictions of the fit with the weights.
func TestLargeObjective(t *testing.T) {
	x := civics(40).withGaps()
	for name, c := range largeKinds(x) {
		l := largeOf(t, x, c.Training, c.hyper)
		leftOut := []int{4, 13}
		l.leaveOut(leftOut)
		w := l.normalWeights(rand.New(rand.NewPCG(1, 1)), .2)
		got, f := l.evaluate(w), l.fit
		l.keep(w)
		want := dense.Dot(w.all, w.all) / c.hyper.Grams
		grade := func(j int, raw string) float64 {
			return sigmoid(f.logit(j, f.prepared.questions[j].text(x.cache.Doc(raw))))
		}
		for i, y := range c.Ratings {
			if !slices.Contains(leftOut, i) && !math.IsNaN(y) && !c.isComplete(i) {
				want += math.Pow((y-f.atMode(f.grades(c.Responses[i])))/c.hyper.Noise, 2)
			}
		}
		for j := range x.questions {
			// The squares of errors of the mean score of each text.
			precision, sum := make(map[string]float64), make(map[string]float64)
			for _, d := range f.prepared.questions[j].key {
				precision[d.doc.Raw] = math.Pow(c.hyper.KeyNoise, -2)
				sum[d.doc.Raw] = precision[d.doc.Raw]
			}
			for i, scores := range c.Scores {
				ignored := c.hyper.Zero && blank(c.Responses[i][j])
				if scores != nil && !ignored && !slices.Contains(leftOut, i) && !math.IsNaN(scores[j]) {
					raw := c.Responses[i][j].Raw
					precision[raw] += math.Pow(c.hyper.GradeNoise, -2)
					sum[raw] += scores[j] * math.Pow(c.hyper.GradeNoise, -2)
				}
			}
			for raw, v := range precision {
				want += v * math.Pow(sum[raw]/v-grade(j, raw), 2)
			}
		}
		if want /= 2; math.Abs(got-want) > 1e-9*want {
			t.Errorf("%s: objective %v, expected %v", name, got, want)
		}
	}
}

// Residuals are gathered to minus the gradient of the objective, and a step solves the normal
// equations of the linearised model.
func TestLargeStep(t *testing.T) {
	x := civics(40).withGaps()
	for name, c := range largeKinds(x) {
		l := largeOf(t, x, c.Training, c.hyper)
		l.leaveOut([]int{4, 13})
		rng := rand.New(rand.NewPCG(2, 1))
		w := l.normalWeights(rng, .2)
		l.evaluate(w)
		want := l.descent(w)
		const length = 1e-4
		for range 5 {
			along := l.normalWeights(rng, 1)
			want := dense.Dot(along.all, want.all)
			dense.AddScaled(w.all, length, along.all)
			up := l.evaluate(w)
			dense.AddScaled(w.all, -2*length, along.all)
			down := l.evaluate(w)
			dense.AddScaled(w.all, length, along.all)
			if got := (down - up) / (2 * length); math.Abs(got-want) > 1e-5*(1+math.Abs(want)) {
				t.Errorf("%s: descent %v, by differences %v", name, want, got)
			}
		}
		l.evaluate(w)
		step := l.step(w)
		got := l.product(step)
		dense.AddScaled(got.all, -1, want.all)
		if far := math.Sqrt(dense.Dot(got.all, got.all) / dense.Dot(want.all, want.all)); far > 1.01*smallGradient {
			t.Errorf("%s: the step leaves %v of the gradient, expected at most %v", name, far,
				smallGradient)
		}
	}
}

// Weights are learned to the minimum of the objective, and those of an exact fit stay nearly as
// they are by its own training set.
func TestLargeLearns(t *testing.T) {
	x := civics(100).withGaps()
	for name, c := range largeKinds(x) {
		l := largeOf(t, x, c.Training, c.hyper)
		objective := func() float64 { return l.evaluate(l.weights()) }
		l.leaveOut(nil)
		before := objective()
		l.learn(nil)
		after := objective()
		for j, got := range l.saved().Means {
			var want float64
			for _, r := range c.Responses {
				want += l.fit.Grade(j, r[j]) / float64(len(c.Responses))
			}
			if math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: question %d has the mean grade %v, expected %v", name, j, got, want)
			}
		}
		for range 5 {
			l.learn(nil)
		}
		if best := objective(); after >= before || after-best > .02*(before-best) {
			t.Errorf("%s: objective %v became %v, and %v at last", name, before, after, best)
		}
	}
	// The exact fit to 80 of 80.
	h := defaultHyper()
	p := prepare(t, Model{}, x)
	b := p.newProblem(x.totals(0, 80))
	f := fitPrecisely(t, p, b, h)
	var exact []float64
	for _, r := range x.responses {
		rating, _ := predict(f, r)
		exact = append(exact, rating)
	}
	f.newLarge(x.totals(0, 80)).learn(nil)
	var squares float64
	for i, r := range x.responses {
		rating, _ := predict(f, r)
		squares += math.Pow(rating-exact[i], 2) / float64(len(exact))
	}
	if far := math.Sqrt(squares); far > .005 {
		t.Errorf("predictions of an exact fit move by %v", far)
	}
}

// The ratings and scores of those who are left out are not seen.
func TestLargeLeftOut(t *testing.T) {
	x := civics(60)
	held := []int{5, 17, 40}
	var before nodeValues
	for k := range 2 {
		training := x.mixed()
		for _, i := range held {
			if k == 1 {
				training.Ratings[i] = 1 - training.Ratings[i]
				for j, s := range training.Scores[i] {
					training.Scores[i][j] = 1 - s
				}
			}
		}
		whole := x.totals(0, 60)
		l := largeOf(t, x, whole, defaultHyper())
		l.Training = training
		l.learn(held)
		w := l.weights()
		if k == 1 && !slices.Equal(w.all, before.all) {
			t.Error("the weights depend on those who are left out")
		}
		before = w
	}
}

// Many respondents are predicted better than by the exact fit to some of them, their intervals
// contain about 90%, and the error does not jump where the way to fit changes.
func TestLarge(t *testing.T) {
	suite.Slow(t, "fits thousands of respondents")
	const train, test = 4000, 500
	x := civics(train + test)
	p := prepare(t, Model{}, x)
	h := defaultHyper()
	large, err := p.fitLarge(x.totals(0, train), h)
	if err != nil {
		t.Fatal(err)
	}
	some, err := p.fitExactly(p.newProblem(x.totals(0, train).evenly(maxExact)), h)
	if err != nil {
		t.Fatal(err)
	}
	small, err := p.fitLarge(x.totals(0, maxExact), h)
	if err != nil {
		t.Fatal(err)
	}
	exact, err := p.fitExactly(p.newProblem(x.totals(0, maxExact)), h)
	if err != nil {
		t.Fatal(err)
	}
	a, b, c, d := x.error(large, train), x.error(some, train), x.error(small, train), x.error(exact, train)
	t.Logf("RMSE %.4f by %d, %.4f by some of them; %.4f by %d, %.4f exactly", a, train, b, c, maxExact, d)
	if a > .95*b || math.Abs(c-d) > .05*d {
		t.Errorf("RMSE %.4f by %d, %.4f by some of them; %.4f by %d, %.4f exactly",
			a, train, b, c, maxExact, d)
	}
	for _, f := range []*Fitted{large, small} {
		inside := 0
		for i := train; i < train+test; i++ {
			if contains(f, x.responses[i], x.ratings[i]) {
				inside++
			}
		}
		if share := float64(inside) / test; share < .85 || share > .97 {
			t.Errorf("90%% intervals contain %.3f", share)
		}
	}
}
