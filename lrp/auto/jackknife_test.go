package auto

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/suite"
)

// The scores of a part are those by a fit to the others.
func TestScoresAreByTheOthers(t *testing.T) {
	const parts = 5
	x := civics(15)
	p := prepare(t, Model{}, x)
	h := defaultHyper()
	// Their scales depend on the respondents, those left out included.
	h.Pooled, h.Ability, h.AbilityVar = 0, 0, 0
	b := problemOf(t, x, h)
	for k := range parts {
		var left unseen
		if err := b.predictWithout(&left, h, k, parts, 1e-10); err != nil {
			t.Fatal(err)
		}
		got := left.scores(h.calibration(b.Ratings))
		leftOut := func(i int) bool { return i%parts == k }
		out, _ := b.split(leftOut)
		f := fitPrecisely(t, p, b.others(leftOut), h)
		if len(got) != len(out) {
			t.Fatalf("part %d: %d scores, expected %d", k, len(got), len(out))
		}
		for l, i := range out {
			rating, _ := predict(f, x.responses[i])
			want := math.Abs(x.ratings[i]-rating) /
				f.exact.deviation(f, f.grades(x.responses[i]))
			if math.Abs(got[l]-want) > .01*(1+want) {
				t.Errorf("respondent %d: score %v, %v by a fit to the others", i, got[l], want)
			}
		}
	}
}

// What is chosen without a part does not depend on its ratings, and is what a fit to the others
// chooses.
func TestChoicesWithoutParts(t *testing.T) {
	x := civics(30)
	p := prepare(t, Model{}, x)
	choices := func() []*hyper {
		b := p.newProblem(x.totals(0, 30))
		b.computeKernels(defaultHyper())
		list, err := p.chooseWithout(b)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	before := choices()
	var responses [][]*text.Doc
	var ratings []float64
	for i, y := range x.ratings {
		if i%maxParts == 2 {
			x.ratings[i] = 1 - y
			continue
		}
		responses, ratings = append(responses, x.responses[i]), append(ratings, y)
	}
	after := choices()
	others := Training{Responses: responses, Ratings: ratings}
	want, err := p.chooseHyper(p.newProblem(others), others)
	if err != nil {
		t.Fatal(err)
	}
	for k, h := range before {
		if k == 2 && *h != *after[k] {
			t.Errorf("part %d: the choice depends on its ratings", k)
		}
	}
	if !before[2].like(want) || math.Abs(before[2].Slope-want.Slope) > 1e-9 {
		t.Errorf("found %+v, a fit to the others chooses %+v", *before[2], *want)
	}
	if len(slices.CompactFunc(after, func(a, b *hyper) bool { return a.like(b) })) == 1 {
		t.Error("no choice without a part differs from another")
	}
}

// fitPrecisely is fitExactly with a mode found to the last digits.
func fitPrecisely(t *testing.T, p *Prepared, b *problem, h *hyper) *Fitted {
	b.computeKernels(h)
	m, err := b.findMode(h, b.priorMean(h), 1e-10)
	if err != nil {
		t.Fatal(err)
	}
	f := p.bare(b, h, m)
	f.whole = b.people.function(h, m.gamma)
	for j, n := range b.nodes {
		f.functions = append(f.functions, newFunction(n.question, n.texts, m.beta.of[j], h))
	}
	return f
}

// Between two ranks quantiles are interpolated, and beyond the last there is none.
func TestQuantile(t *testing.T) {
	for _, c := range []struct {
		n           int
		level, want float64
		enough      bool
	}{
		{9, .9, 9, true}, {8, .9, 0, false}, {23, .9, 21.6, true}, {24, .9, 22.5, true},
		{1, .5, 1, true}, {4, .05, 1, true}, {0, .9, 0, false},
	} {
		values := make([]float64, c.n)
		for i := range values {
			values[i] = float64(i + 1)
		}
		got, enough := quantile(values, c.level)
		if math.Abs(got-c.want) > 1e-9 || enough != c.enough {
			t.Errorf("%d values, level %v: %v %v, expected %v %v",
				c.n, c.level, got, enough, c.want, c.enough)
		}
	}
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

// 90% intervals contain about 90% of the ratings where the structure and the hyper-parameters are
// chosen from few respondents whose ratings are partly chance. Those that take the choice for given
// contain clearly fewer.
func TestCoverageWithChoice(t *testing.T) {
	const n, repetitions = 24, 30
	suite.Slow(t, "fits many models")
	x := civics(n*repetitions + 200)
	rng := rand.New(rand.NewPCG(1, 2))
	for i, y := range x.ratings {
		x.ratings[i] = clip(.5*y + .5*rng.Float64())
	}
	p := prepare(t, Model{}, x)
	var inside, given, all float64
	for start := 0; start < n*repetitions; start += n {
		f, err := p.Fit(x.totals(start, start+n))
		if err != nil {
			t.Fatal(err)
		}
		q := *p
		q.hyper = f.hyper
		g, err := q.Fit(x.totals(start, start+n))
		if err != nil {
			t.Fatal(err)
		}
		for i := n * repetitions; i < len(x.ratings); i++ {
			if contains(f, x.responses[i], x.ratings[i]) {
				inside++
			}
			if contains(g, x.responses[i], x.ratings[i]) {
				given++
			}
			all++
		}
	}
	t.Logf("%.3f, with the choice for given %.3f", inside/all, given/all)
	if share := inside / all; share < .875 || share > .935 {
		t.Errorf("90%% intervals contain %.3f", share)
	}
	if given > inside-.01*all {
		t.Errorf("with the choice for given they contain %.3f, no fewer than %.3f",
			given/all, inside/all)
	}
}

// 90% intervals contain about 90% of the ratings of synthetic respondents that were not seen.
func TestCoverage(t *testing.T) {
	x := civics(700)
	p := prepare(t, fixed(), x)
	for _, n := range []int{25, 50, 150} {
		var inside, all float64
		for start := 0; start+n < 500; start += max(n, 100) {
			f, err := p.Fit(x.totals(start, start+n))
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

// The scores of a part do not depend on what was chosen without the parts before it.
func TestChoicesInTurn(t *testing.T) {
	x := civics(12)
	p := prepare(t, Model{}, x)
	a, b := defaultHyper(), defaultHyper()
	b.Grams *= 8
	problem := problemOf(t, x, a)
	m, err := problem.findMode(a, problem.priorMean(a), tolRefit)
	if err != nil {
		t.Fatal(err)
	}
	scores := func(choices ...*hyper) []float64 {
		parts, err := p.leaveOut(problem, a, m, choices)
		if err != nil {
			t.Fatal(err)
		}
		return parts[0].scores
	}
	got, same := scores(a, b, a), scores(a, a, a)
	if want := slices.Concat(same[:4], same[8:]); !slices.Equal(got, want) {
		t.Errorf("found %v, expected %v", got, want)
	}
}
