package auto

import (
	"cmp"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// Ratings that do not depend on the responses are predicted no worse than by the constant guess.
func TestNoStructure(t *testing.T) {
	const train = 60
	x := newExam(synthetic(260), true)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range x.ratings {
		x.ratings[i] = clip(.7 + .2*rng.NormFloat64())
	}
	for _, keyed := range []bool{true, false} {
		if !keyed {
			for _, q := range x.questions {
				q.Key = nil
			}
		}
		f := fit(t, prepare(t, Model{}, x), x, train)
		if got, most := x.error(f, train), 1.02*x.constantError(train); got > most {
			t.Errorf("key %v: RMSE %v, expected at most %v", keyed, got, most)
		}
	}
}

// Hyper-parameters that predict well are kept.
func TestGradesAreKept(t *testing.T) {
	x := civics(60)
	h := defaultHyper()
	b := problemOf(t, x, h)
	if better, err := b.better(h, plain(x.ratings), 0); err != nil || better {
		t.Errorf("found %v, %v, expected the given hyper-parameters to be kept", better, err)
	}
	// Nothing is validated that promises no gain.
	other := plain(x.ratings)
	if better, err := b.better(h, other, 60); err != nil || better || other.Slope != 0 {
		t.Errorf("found %v, %v and the slope %v, expected none", better, err, other.Slope)
	}
}

// Cross-validation predicts each respondent by a fit to four fifths of the others.
func TestCrossValidated(t *testing.T) {
	x := civics(25)
	p := prepare(t, Model{}, x)
	h := defaultHyper()
	// Their scales depend on the respondents, those left out included.
	h.Pooled, h.Ability, h.AbilityVar = 0, 0, 0
	b := problemOf(t, x, h)
	got, err := b.crossValidated(h, 1e-10)
	if err != nil {
		t.Fatal(err)
	}
	order := make([]int, len(x.ratings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, l int) int {
		return cmp.Compare(x.ratings[i], x.ratings[l])
	})
	for k := range 5 {
		leftOut := func(i int) bool { return slices.Index(order, i)%5 == k }
		out, _ := b.split(leftOut)
		f := fitPrecisely(t, p, b.others(leftOut), h)
		for _, i := range out {
			want, _ := predict(f, x.responses[i])
			if math.Abs(got[i]-want) > 1e-4 {
				t.Errorf("respondent %d: found %v, expected %v", i, got[i], want)
			}
		}
	}
}

// Ratings that depend on words wherever they are, and on no question, are predicted by the
// responses as a whole.
func TestWhole(t *testing.T) {
	const train = 160
	x := newExam(synthetic(200), true)
	words := []string{"calm", "eager", "quiet", "merry", "stern", "gentle"}
	rng := rand.New(rand.NewPCG(2, 1))
	for i, r := range x.responses {
		share := rng.Float64()
		x.ratings[i] = clip(share + .02*rng.NormFloat64())
		for j := range r {
			half := words[:3]
			if rng.Float64() > share {
				half = words[3:]
			}
			said := half[rng.IntN(3)] + " " + half[rng.IntN(3)]
			r[j] = x.cache.Doc(said)
		}
	}
	for _, q := range x.questions {
		q.Key = nil
	}
	f := fit(t, prepare(t, Model{}, x), x, train)
	if f.Graded() {
		t.Errorf("found functions of the texts with the variance %v", f.hyper.kernelWeights().total())
	}
	if got := x.error(f, train); got > .15 {
		t.Errorf("RMSE %v, expected below .15 for ratings with a standard deviation of .29", got)
	}
}

// A fit by the responses as a whole stays exact where one by grades would be in weight space, and
// is restored.
func TestManyWithoutGrades(t *testing.T) {
	suite.Slow(t, "fits 1,100 respondents")
	x := newExam(synthetic(1100), true)
	rng := rand.New(rand.NewPCG(3, 1))
	for i := range x.ratings {
		x.ratings[i] = clip(.7 + .2*rng.NormFloat64())
	}
	p := prepare(t, Model{}, x)
	f := fit(t, p, x, len(x.ratings))
	if f.large != nil || f.hyper.graded() {
		t.Fatalf("found a fit in weight space, expected one by the responses as a whole")
	}
	saved, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	restored, err := Model{}.Restore(x.questions, x.totals(0, len(x.ratings)), saved)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range x.responses[:20] {
		got, want := restored.Predict(r, .9), f.Predict(r, .9)
		if got.Rating != want.Rating || got.Low != want.Low || got.High != want.High {
			t.Errorf("found %v, expected %v", got, want)
		}
	}
}

// Half and quarter steps lead to at least as good hyper-parameters, and to multiples of them.
func TestRefine(t *testing.T) {
	const n = 120
	x := newExam(synthetic(n), true)
	rng := rand.New(rand.NewPCG(2, 5))
	for i := range x.ratings {
		x.ratings[i] = clip(.5*x.ratings[i] + .5*rng.Float64())
	}
	b := prepare(t, Model{}, x).newProblem(x.totals(0, n))
	s := search{problem: b, directions: wholeDirections}
	h := plain(x.ratings)
	h.Text = wholeText
	if err := s.climbFrom(*h); err != nil {
		t.Fatal(err)
	}
	coarse := s.best
	if err := s.refine(); err != nil {
		t.Fatal(err)
	}
	if s.best < coarse {
		t.Errorf("merit %v after refining, %v before", s.best, coarse)
	}
	for k, d := range s.doublings {
		if math.Mod(4*d, 1) != 0 {
			t.Errorf("direction %d: %v doublings, expected a multiple of a quarter", k, d)
		}
	}
	want := h.Noise * math.Pow(2, s.doublings[0])
	if math.Abs(s.hyper.Noise-want) > 1e-12*want {
		t.Errorf("noise %v, expected %v", s.hyper.Noise, want)
	}
}
