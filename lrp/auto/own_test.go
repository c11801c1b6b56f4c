package auto

import (
	"math"
	"slices"
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// copied is an exam whose keys have what some of the respondents answered rightly.
func copied(n, from, to int, known bool) *exam {
	ds := lrptest.Civics(n, 5)
	lrptest.CopyAnswers(ds, ds.Respondents[from:to])
	return newExam(ds, known)
}

// rmse returns the error of predictions of some respondents and the share of ratings that the 90%
// intervals hold.
func rmse(f *Fitted, x *exam, some []int) (rmse, held float64) {
	n := float64(len(some))
	for k, p := range f.PredictAll(numbers.At(x.responses, some), .9) {
		y := x.ratings[some[k]]
		rmse += (p.Rating - y) * (p.Rating - y) / n
		if p.Low-1e-9 <= y && y <= p.High+1e-9 {
			held += 1 / n
		}
	}
	return math.Sqrt(rmse), held
}

func numbersOf(from, to int) []int {
	var list []int
	for i := from; i < to; i++ {
		list = append(list, i)
	}
	return list
}

// Keys with copies of training responses help to predict others no less than with those of others,
// and intervals hold as many ratings as they promise.
func TestCopiedKeys(t *testing.T) {
	const n, train = 240, 30
	others := numbersOf(2*train, n)
	clean, _ := rmse(fit(t, prepare(t, Model{}, civics(n)), civics(n), train), civics(n), others)
	x := copied(n, train, 2*train, true)
	helped, _ := rmse(fit(t, prepare(t, Model{}, x), x, train), x, others)
	x = copied(n, 0, train, true)
	own, held := rmse(fit(t, prepare(t, Model{}, x), x, train), x, others)
	t.Logf("RMSE %.4f by the key, %.4f with responses of others, %.4f with own ones; %.3f held",
		clean, helped, own, held)
	if own > 1.05*max(helped, clean) {
		t.Errorf("RMSE %v with own responses in the key, %v with those of others, %v without",
			own, helped, clean)
	}
	if held < .8 {
		t.Errorf("intervals hold %v of the ratings, expected 0.9", held)
	}
}

// What the key may have from a respondent is compared with the rest of it, in single cues and in
// pooled ones, and is no observation.
func TestOwnTexts(t *testing.T) {
	const n = 30
	for _, known := range []bool{true, false} {
		x := copied(n, 0, n, known)
		p := prepare(t, Model{}, x)
		b := p.newProblem(Training{Responses: x.responses, Ratings: x.ratings})
		q := b.meet()
		own, answers := 0, 0
		pooled := make([][]float64, n)
		for i := range pooled {
			pooled[i] = make([]float64, len(pooledCues()))
		}
		for j, question := range x.questions {
			rest := *question
			for i := range n {
				d, alone := x.responses[i][j], question
				times := 0
				for _, r := range x.responses {
					if r[j].Clean == d.Clean {
						times++
					}
				}
				equal := func(k *text.Doc) bool { return k.Clean == d.Clean }
				if times == 1 && slices.ContainsFunc(question.Key, equal) {
					own++
					alone = question.Without(d)
					rest.Key = rest.Without(d).Key
				}
				node := b.nodes[j].texts[b.nodes[j].at[i]]
				for k, c := range p.questions[j].cuesBy(alone) {
					if got := node.cues[k]; got != c(d) {
						t.Fatalf("question %d, respondent %d, cue %d: found %v, expected %v", j, i, k,
							got, c(d))
					}
				}
				for k, c := range pooledCues() {
					pooled[i][k] += c.prepare(alone, nil).whole(d) / float64(len(x.questions))
				}
			}
			want := make(map[string]bool)
			for _, k := range rest.Key {
				want[k.Raw] = true
			}
			for _, k := range b.nodes[j].key {
				if raw := b.nodes[j].texts[k].doc.Raw; !want[raw] {
					t.Errorf("question %d: %q is an observation", j, raw)
				}
			}
			if len(b.nodes[j].key) != len(want) {
				t.Errorf("question %d: found %d observations, expected %d", j, len(b.nodes[j].key),
					len(want))
			}
			answers += len(want)
		}
		for i := range pooled {
			for k, v := range q.standardised(pooled[i]) {
				if math.Abs(v-q.members[i].pooled[k]) > 1e-9 {
					t.Errorf("respondent %d, pooled cue %d: found %v, expected %v", i, k,
						q.members[i].pooled[k], v)
				}
			}
		}
		if own < n || answers == 0 {
			t.Errorf("found %d responses in the key and %d other answers", own, answers)
		}
	}
}

// cuesBy prepares the cues of the model with another key.
func (x *question) cuesBy(q *features.Question) []func(*text.Doc) float64 {
	var list []func(*text.Doc) float64
	for _, c := range cuesOf(&meaning{}, false) {
		list = append(list, c.prepare(q, nil).whole)
	}
	return list
}

// Nobody's texts but those of the training set decide which responses are compared with the rest of
// the key: the fit is the same whether responses of others are known beforehand or not.
func TestCopiedKnownOrNot(t *testing.T) {
	const n, train = 60, 40
	ds := lrptest.Civics(n, 5)
	lrptest.CopyAnswers(ds, ds.Respondents[:train])
	part := *ds
	part.Respondents = ds.Respondents[:train]
	all, some := newExam(ds, true), newExam(&part, true)
	a, b := fit(t, prepare(t, fixed(), all), all, train), fit(t, prepare(t, fixed(), some), some, train)
	for i, r := range all.responses {
		u, v := a.Predict(r, .9), b.Predict(r, .9)
		if math.Abs(u.Rating-v.Rating) > 1e-9 || math.Abs(u.Low-v.Low) > 1e-6 {
			t.Errorf("respondent %d: %v from %v, and %v from %v with other texts unknown", i, u.Rating,
				u.Low, v.Rating, v.Low)
		}
	}
}

// A fit with copied keys is restored to the bit.
func TestRestoreCopied(t *testing.T) {
	for _, n := range []int{20, 70} {
		x := copied(100, 0, n, true)
		f := fit(t, prepare(t, Model{}, x), x, n)
		back, _ := restored(t, f, x, n)
		for i, r := range x.responses {
			if want, got := f.Predict(r, .9), back.Predict(r, .9); got.Rating != want.Rating ||
				got.Low != want.Low || got.High != want.High {
				t.Fatalf("%d respondents, respondent %d: found %v, expected %v", n, i, got, want)
			}
		}
	}
}

// A prior that is learned from an exam with copied keys serves another exam as one from the exam
// without the copies does.
func TestPriorFromCopied(t *testing.T) {
	other := newExam(lrptest.Networks(200, 9), true)
	of := func(x *exam) float64 {
		var graded []Graded
		for j, q := range x.questions {
			g := Graded{Question: q}
			for i, r := range x.responses {
				g.Responses, g.Grades = append(g.Responses, r[j]), append(g.Grades, x.scores[i][j])
			}
			graded = append(graded, g)
		}
		learned, err := Model{}.NewExam("", graded)
		if err != nil {
			t.Fatal(err)
		}
		p, err := LearnPrior("", learned)
		if err != nil {
			t.Fatal(err)
		}
		f := fit(t, prepare(t, Model{Prior: &p}, other), other, 0)
		e, _ := rmse(f, other, numbersOf(0, 200))
		return e
	}
	if clean, own := of(civics(100)), of(copied(100, 0, 100, true)); own > 1.1*clean {
		t.Errorf("RMSE %v, and %v of a prior from the exam without copies", own, clean)
	}
}
