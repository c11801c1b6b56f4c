package auto

import (
	"errors"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// dataset makes a data set of questions with one acceptable answer each, "" for none, and rows of
// responses.
func dataset(keys []string, rows [][]string, ratings []float64) *datasets.Dataset {
	ds := &datasets.Dataset{Name: "set"}
	for j, k := range keys {
		q := datasets.Question{ID: string(rune('a' + j))}
		if k != "" {
			q.Key = []string{k}
		}
		ds.Questions = append(ds.Questions, q)
	}
	for i, r := range rows {
		respondent := datasets.Respondent{Responses: r, Rating: ratings[i]}
		ds.Respondents = append(ds.Respondents, respondent)
	}
	return ds
}

// Predictions of degenerate data are numbers, and near the ratings if these are equal.
func TestDegenerate(t *testing.T) {
	rows := [][]string{
		{"freedom of speech", ""}, {"liberty", ""}, {"", ""},
		{"freedom", ""}, {"?!", ""}, {"freedom of speech", ""},
	}
	some := []float64{1, .5, 0, .9, .1, 1}
	for _, c := range []struct {
		name    string
		keys    []string
		ratings []float64
	}{
		{"keys", []string{"freedom of speech", "congress"}, some},
		{"no key", []string{"", ""}, some},
		{"one key", []string{"freedom of speech", ""}, some},
		{"all right", []string{"freedom", "congress"}, slices.Repeat([]float64{1}, 6)},
		{"all wrong", []string{"freedom", "congress"}, slices.Repeat([]float64{0}, 6)},
		{"equal", []string{"freedom", "congress"}, slices.Repeat([]float64{.4}, 6)},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := newExam(dataset(c.keys, rows, c.ratings), true)
			p := prepare(t, Model{}, x)
			for n := range len(rows) + 1 {
				f := fit(t, p, x, n)
				for i, r := range x.responses {
					p := f.Predict(r, .9)
					rating, lo, hi := p.Rating, p.Low, p.High
					// Only a prediction outside [0,1] may be outside its interval.
					inside := lo >= 0 && lo <= clip(rating) && clip(rating) <= hi && hi <= 1
					if math.IsNaN(rating) || math.Abs(rating-.5) > 1 || !inside {
						t.Errorf("%d rated, respondent %d: %v in [%v, %v]", n, i, rating, lo, hi)
					}
					for j, g := range p.Grades {
						if !(g >= 0 && g <= 1) {
							t.Errorf("%d rated, respondent %d, question %d: grade %v", n, i, j, g)
						}
					}
					equal := n == len(rows) && c.ratings[0] == c.ratings[1]
					if equal && math.Abs(rating-c.ratings[0]) > .1 {
						t.Errorf("respondent %d: %v, all ratings are %v", i, rating, c.ratings[0])
					}
				}
			}
		})
	}
}

// With nobody rated, responses similar to the key are right and empty ones are wrong.
func TestNobodyRated(t *testing.T) {
	x := newExam(dataset([]string{"freedom of speech", "the congress"},
		[][]string{
			{"freedom of speech", "congress"}, {"free speech", "the congres"},
			{"taxes", "soldiers"}, {"", ""},
		},
		make([]float64, 4)), true)
	f := fit(t, prepare(t, Model{}, x), x, 0)
	var ratings []float64
	for _, r := range x.responses {
		rating, _ := predict(f, r)
		ratings = append(ratings, rating)
	}
	if ratings[0] < .8 || ratings[1] < .5 || ratings[2] > .4 || ratings[3] > .1 ||
		ratings[1] >= ratings[0] {
		t.Errorf("ratings %v", ratings)
	}
}

// A text has the same rating whether it was known beforehand or not, alone or among others.
func TestKnownOrNot(t *testing.T) {
	ds := lrptest.Civics(60, 5)
	known := newExam(ds, true)
	part := *ds
	part.Respondents = ds.Respondents[:40]
	some := newExam(&part, true)
	// Rounding can tip a choice of hyper-parameters that are nearly as good, so these are fixed.
	a := fit(t, prepare(t, fixed(), known), known, 40)
	b := fit(t, prepare(t, fixed(), some), some, 40)
	for i, r := range known.responses {
		u := a.Predict(r, .9)
		fresh := make([]*text.Doc, len(r))
		for j, d := range r {
			fresh[j] = text.English.Doc(d.Raw)
		}
		v := b.Predict(fresh, .9)
		if math.Abs(u.Rating-v.Rating) > 1e-12 {
			t.Errorf("respondent %d: %v, %v", i, u.Rating, v.Rating)
		}
		for j, g := range u.Grades {
			if math.Abs(g-v.Grades[j]) > 1e-11 {
				t.Errorf("respondent %d, question %d: grade %v, %v", i, j, g, v.Grades[j])
			}
		}
		if w := a.Predict(fresh, .9); u.Rating != w.Rating {
			t.Errorf("respondent %d: %v, %v for the same text in a new Doc", i, u.Rating, w.Rating)
		}
		if math.Abs(u.Low-v.Low) > 1e-9 || math.Abs(u.High-v.High) > 1e-9 {
			t.Errorf("respondent %d: interval [%v, %v], [%v, %v]", i, u.Low, u.High, v.Low, v.High)
		}
	}
}

// Fits are the same to the bit, also concurrent ones.
//
//luna:race
func TestDeterminism(t *testing.T) {
	x := civics(30)
	p := prepare(t, Model{}, x)
	training := x.mixed()
	want, _ := predict(fitTo(t, p, training), x.responses[25])
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			f, err := p.Fit(training)
			if err != nil {
				t.Error(err)
				return
			}
			if got, _ := predict(f, x.responses[25]); got != want {
				t.Errorf("%v, %v", got, want)
			}
		})
	}
	wait.Wait()
}

func TestExplanationAddsUp(t *testing.T) {
	x := civics(60)
	p := prepare(t, Model{}, x)
	for _, n := range []int{0, 40} {
		f := fit(t, p, x, n)
		for i, r := range x.responses {
			rating, grades := predict(f, r)
			e := f.Explain(r)
			sum := e.Base + e.Whole
			for j, part := range e.Parts {
				sum += part.Effect
				logit := part.Intercept + part.Others
				for _, c := range part.Cues {
					logit += c.Effect
				}
				for _, s := range part.Texts {
					logit += s.Effect
				}
				if g := sigmoid(logit); part.Grade != grades[j] || math.Abs(g-grades[j]) > 1e-9 {
					t.Fatalf("respondent %d, question %d: grade %v, explained %v",
						i, j, grades[j], g)
				}
				if !slices.IsSortedFunc(part.Texts, func(a, b Effect) int {
					return int(math.Copysign(1, math.Abs(b.Effect)-math.Abs(a.Effect)))
				}) {
					t.Errorf("texts are not sorted: %v", part.Texts)
				}
			}
			if e.Rating != rating || math.Abs(sum-rating) > 1e-12 {
				t.Errorf("respondent %d: rating %v, explained %v", i, rating, sum)
			}
		}
		// The base is the mean prediction of the training set.
		if n > 0 {
			var mean float64
			for _, r := range x.responses[:n] {
				rating, _ := predict(f, r)
				mean += rating / float64(n)
			}
			if base := f.Explain(x.responses[0]).Base; math.Abs(base-mean) > 1e-4 {
				t.Errorf("base %v, mean prediction %v", base, mean)
			}
		}
	}
}

func TestFitErrors(t *testing.T) {
	x := civics(3)
	p := prepare(t, Model{}, x)
	few := Training{Responses: x.responses, Ratings: x.ratings[:2]}
	if _, err := p.Fit(few); !errors.Is(err, errShape) {
		t.Errorf("3 respondents, 2 ratings: %v", err)
	}
	short := Training{Responses: [][]*text.Doc{x.responses[0][:4]}, Ratings: []float64{1}}
	if _, err := p.Fit(short); !errors.Is(err, errShape) {
		t.Errorf("too few responses: %v", err)
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), -.1, 1.1} {
		one := Training{Responses: x.responses[:1], Ratings: []float64{bad}}
		if _, err := p.Fit(one); !errors.Is(err, errRating) {
			t.Errorf("rating %v: %v", bad, err)
		}
	}
	if _, err := (Model{}).Prepare(nil); !errors.Is(err, errNoQuestions) {
		t.Errorf("no questions: %v", err)
	}
}
