package auto

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/suite"
)

// omit leaves out a share of the answers. Ratings become the means of the scores of the others or,
// if all questions count, of all with 0 for those that were left out.
func (x *exam) omit(share float64, all bool) *exam {
	rng := rand.New(rand.NewPCG(1, 7))
	none := x.cache.Doc("")
	for i, r := range x.responses {
		var sum, answered float64
		for j, score := range x.scores[i] {
			if rng.Float64() < share*(.2+1.6*float64(i%7)/6) {
				r[j] = none
				continue
			}
			sum += score
			answered++
		}
		if all {
			answered = float64(len(r))
		}
		x.ratings[i] = sum / max(1, answered)
	}
	return x
}

// How much a question without an answer counts is found from the ratings, with few respondents and
// in weight space.
func TestSkippedIsChosen(t *testing.T) {
	for _, c := range []struct {
		train int
		all   bool
	}{{30, false}, {30, true}, {150, false}, {150, true}, {1100, false}} {
		if c.train > maxExact && !suite.Full(t) {
			continue
		}
		x := civics(c.train+200).omit(.3, c.all)
		p := prepare(t, Model{}, x)
		f := fit(t, p, x, c.train)
		q := *p
		other := *f.hyper
		other.Skipped = 1 - other.Skipped
		q.hyper = &other
		a, b := x.error(f, c.train), x.error(fit(t, &q, x, c.train), c.train)
		t.Logf("%+v: Skipped %v, RMSE %.4f, otherwise %.4f", c, f.hyper.Skipped, a, b)
		if c.all == (f.hyper.Skipped >= .75) {
			t.Errorf("%+v: found Skipped %v", c, f.hyper.Skipped)
		}
		if a > .9*b {
			t.Errorf("%+v: RMSE %.4f, otherwise %.4f", c, a, b)
		}
	}
}

// If nearly all questions are answered, nothing is searched.
func TestFewBlanks(t *testing.T) {
	x := civics(60)
	x.responses[7][2] = x.cache.Doc("")
	if f := fit(t, prepare(t, Model{}, x), x, 60); f.hyper.Skipped != 0 {
		t.Errorf("found Skipped %v", f.hyper.Skipped)
	}
}

// An explanation adds up, and questions that do not count have no effect. Those who answer nothing
// get a rating too.
func TestExplainWithGaps(t *testing.T) {
	x := civics(80).omit(.3, false)
	f := fit(t, prepare(t, Model{hyper: withSkips(1)}, x), x, 70)
	for _, r := range x.responses[70:] {
		e := f.Explain(r)
		sum := e.Base + e.Whole
		for j, p := range e.Parts {
			sum += p.Effect
			if blank(r[j]) && p.Effect != 0 {
				t.Errorf("question %d without an answer has the effect %v", j, p.Effect)
			}
		}
		if math.Abs(sum-e.Rating) > 1e-12 {
			t.Errorf("the parts add up to %v, expected %v", sum, e.Rating)
		}
	}
	silent := x.responses[0]
	for j := range silent {
		silent[j] = x.cache.Doc(" ")
	}
	if p := f.Predict(silent, .9); !(p.Low >= 0 && p.Low < p.High && p.High <= 1) ||
		math.IsNaN(p.Rating) {
		t.Errorf("found %+v for no answer at all", p)
	}
}

// A fit in which questions without an answer count less is saved and restored as it is.
func TestRestoreWithGaps(t *testing.T) {
	for _, n := range []int{40, 120} {
		x := civics(n).omit(.3, false)
		f := fit(t, prepare(t, Model{}, x), x, n)
		back, _ := restored(t, f, x, n)
		if f.hyper.Skipped == 0 || back.hyper.Skipped != f.hyper.Skipped {
			t.Errorf("%d respondents: restored Skipped %v of %v", n, back.hyper.Skipped,
				f.hyper.Skipped)
		}
		for i, r := range x.responses[:20] {
			got, want := back.Predict(r, .9), f.Predict(r, .9)
			if got.Rating != want.Rating || got.Low != want.Low || got.High != want.High {
				t.Fatalf("%d respondents, respondent %d: found %+v, expected %+v", n, i, got, want)
			}
		}
	}
}

// A text without words is an answer, if a poor one.
func TestWordless(t *testing.T) {
	for raw, want := range map[string]float64{"": .25, " \t": .25, "?": 1, "no idea": 1} {
		if got := withSkips(.75).count(text.English.Doc(raw)); got != want {
			t.Errorf("%q counts %v, expected %v", raw, got, want)
		}
	}
}

// What a fit keeps of a problem is for its own hyper-parameters, whichever the problem had last.
func TestExactHasItsOwnWeights(t *testing.T) {
	x := civics(30).withGaps()
	h, other := withSkips(.75), withSkips(0)
	b := problemOf(t, x, h)
	m, err := b.findMode(h, b.priorMean(h), tolFit)
	if err != nil {
		t.Fatal(err)
	}
	want := newExact(b, h, m)
	b.computeKernels(other)
	got := newExact(b, h, m)
	if !slices.Equal(got.counted, want.counted) || !slices.Equal(got.shared, want.shared) {
		t.Error("the weights are those of other hyper-parameters")
	}
}
