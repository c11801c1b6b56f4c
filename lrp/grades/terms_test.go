package grades

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/luna-rating/luna/features/text"
)

// The products of words are those of scikit-learn 1.2.1: half of the inner products by
// TfidfVectorizer(sublinear_tf=True, token_pattern=r"\S+") fitted to the responses of the three
// members joined by spaces, and half of those with "0:" and "1:" before the words of both questions.
func TestWording(t *testing.T) {
	want := [4][4]float64{
		{1, .32009942, .19729389, .37046898},
		{.32009942, 1, .29257007, .3558869},
		{.19729389, .29257007, 1, .50063431},
		{.37046898, .3558869, .50063431, 1},
	}
	respondent := func(raw ...string) (x whole) {
		for _, s := range raw {
			x.responses = append(x.responses, text.English.Doc(s))
		}
		return x
	}
	members := []whole{
		respondent("The cat sat.", "A dog and a dog"), respondent("the dog", "cat"),
		respondent("no cat and no dog", "the end"),
	}
	w := newWording(members)
	for i := range 3 {
		for l := range 3 {
			if v := w.products[3*i+l]; math.Abs(v-want[i][l]) > 1e-8 {
				t.Errorf("members %d and %d: %v, expected %v", i, l, v, want[i][l])
			}
		}
	}
	// Words that no member has do not count: "of", "dogs", and here "end" and "cat".
	got, self := w.with(respondent("a cat of the dogs", "the the end"))
	for i, v := range got {
		if math.Abs(v-want[3][i]) > 1e-8 {
			t.Errorf("another and member %d: %v, expected %v", i, v, want[3][i])
		}
	}
	if math.Abs(self-1) > 1e-12 {
		t.Errorf("another with itself: %v, expected 1", self)
	}
	if got, self = w.with(respondent("", "of")); self != 0 || got[0] != 0 {
		t.Errorf("unknown words: %v and %v, expected 0", got, self)
	}
}

// h by words is what its kernels say, for members and others.
func TestFunctionOfWords(t *testing.T) {
	const train = 12
	x := newExam(synthetic(20), true)
	x.withGaps()
	h := defaultHyper()
	h.Words = .03
	p := prepare(t, Model{}, x)
	q := p.newProblem(x.totals(0, train)).meet()
	kernel, gamma := q.kernelOf(h), make([]float64, train)
	for i := range gamma {
		gamma[i] = math.Sin(float64(i))
	}
	f := q.function(h, gamma)
	for i, r := range x.responses {
		member := p.wholes.encode(r)
		for j, d := range r {
			member.ability += sigmoid(p.prior.mean(p.questions[j], p.questions[j].text(d))) /
				float64(len(r))
		}
		got, _, mean := q.with(h, member)
		if i < train {
			for l, v := range got {
				if math.Abs(v-kernel[i*train+l]) > 1e-12 {
					t.Errorf("members %d and %d: %v, between them %v", i, l, v, kernel[i*train+l])
				}
			}
		}
		if v, want := f.at(member), mean+dot(gamma, got); math.Abs(v-want) > 1e-12 {
			t.Errorf("respondent %d: %v, expected %v", i, v, want)
		}
	}
}

// Ratings that depend on rare words among common ones are predicted by words rather than n-grams.
func TestRareWords(t *testing.T) {
	const few, train = 60, 200
	x := newExam(synthetic(260), true)
	rng := rand.New(rand.NewPCG(2, 2))
	word := func() string { // of letters that say nothing
		b := make([]byte, 5)
		for i := range b {
			b[i] = "abcd"[rng.IntN(4)]
		}
		return string(b)
	}
	var common, kinds [40]string
	for i := range common {
		common[i], kinds[i] = word(), word()
	}
	for i, r := range x.responses {
		share := rng.Float64()
		x.ratings[i] = clip(share + .02*rng.NormFloat64())
		for j := range r {
			var said []string
			for range 12 {
				said = append(said, common[rng.IntN(len(common)/4)])
			}
			kind := rng.IntN(len(kinds) / 2)
			if rng.Float64() > share {
				kind += len(kinds) / 2
			}
			said[rng.IntN(len(said))] = kinds[kind]
			r[j] = x.cache.Doc(strings.Join(said, " "))
		}
	}
	for _, q := range x.questions {
		q.Key = nil
	}
	p := prepare(t, Model{}, x)
	b := p.newProblem(x.totals(0, train))
	grades := defaultHyper().additive()
	grades.Noise = 1 // predicts hardly better than the constant guess
	words, err := p.chooseStructure(b, b, grades, b.Training)
	if err != nil {
		t.Fatal(err)
	}
	if words.Words == 0 || words.Text != 0 || words.graded() {
		t.Errorf("found %+v, expected words alone", words)
	}
	small := p.newProblem(x.totals(0, few))
	if h, err := p.chooseStructure(small, small, grades, small.Training); err != nil {
		t.Fatal(err)
	} else if h.Words == 0 || h.Slope == 0 {
		t.Errorf("of few respondents: found %+v, expected words and a calibration slope", h)
	}
	grams, err := b.chooseWhole(b.Ratings, grades)
	if err != nil {
		t.Fatal(err)
	}
	got := x.error(fitPrecisely(t, p, b, words), train)
	if most := .9 * x.error(fitPrecisely(t, p, b, &grams.hyper), train); got > most {
		t.Errorf("RMSE %v, expected at most %v", got, most)
	}
}
