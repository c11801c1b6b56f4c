package auto

import (
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// restored saves a fit to the first n respondents of an exam and returns what is restored from
// that.
func restored(t *testing.T, f *Fitted, x *exam, n int) (back *Fitted, saved []byte) {
	t.Helper()
	saved, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	if back, err = (Model{}).Restore(x.questions, x.totals(0, n), saved); err != nil {
		t.Fatal(err)
	}
	return back, saved
}

// A restored fit is the same as the one saved: its JSON and its predictions agree to the bit.
func TestRestore(t *testing.T) {
	x := civics(1100)
	for _, n := range []int{0, 1, 12, 90, 1050} {
		if n > maxExact && !suite.Full(t) {
			continue
		}
		known := newExam(synthetic(n), true)
		f := fit(t, prepare(t, Model{}, known), known, n)
		back, saved := restored(t, f, known, n)
		if again, _ := json.Marshal(back); string(again) != string(saved) {
			t.Errorf("%d respondents: the saved fit changed", n)
		}
		if back.Converged() != f.Converged() || *back.hyper != *f.hyper {
			t.Errorf("%d respondents: hyper-parameters changed", n)
		}
		for i, r := range x.responses[:60] {
			want, got := f.Predict(r, .9), back.Predict(r, .9)
			if got.Rating != want.Rating || got.Low != want.Low || got.High != want.High {
				t.Fatalf("%d respondents, respondent %d: %v [%v, %v], expected %v [%v, %v]", n, i,
					got.Rating, got.Low, got.High, want.Rating, want.Low, want.High)
			}
			for j, g := range got.Grades {
				if g != f.Grade(j, r[j]) {
					t.Fatalf("%d respondents: Grade differs from Predict's", n)
				}
			}
			if f.RatingOf(got.Grades, r) != want.Rating {
				t.Fatalf("%d respondents: RatingOf differs from Predict", n)
			}
		}
	}
}

// A saved fit that does not match is refused.
func TestRestoreRefuses(t *testing.T) {
	x := newExam(synthetic(12), true)
	p := prepare(t, Model{}, x)
	good, err := json.Marshal(fit(t, p, x, 12))
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(s *savedFit){
		"cues":       func(s *savedFit) { s.Cues = s.Cues[1:] },
		"noise":      func(s *savedFit) { s.Hyper.Noise = 0 },
		"variance":   func(s *savedFit) { s.Hyper.Grams = -1 },
		"words":      func(s *savedFit) { s.Hyper.Words = .05 }, // as fits of former versions have
		"questions":  func(s *savedFit) { s.Exact.Beta = s.Exact.Beta[1:] },
		"texts":      func(s *savedFit) { s.Exact.Beta[2] = s.Exact.Beta[2][1:] },
		"overflow":   func(s *savedFit) { s.Exact.Beta[2][0] = math.MaxFloat64 },
		"parts":      func(s *savedFit) { s.Parts = s.Parts[1:] },
		"no parts":   func(s *savedFit) { s.Parts = nil },
		"no scores":  func(s *savedFit) { s.Parts[0].Scores = nil },
		"score":      func(s *savedFit) { s.Parts[0].Scores[0] = -1 },
		"slope":      func(s *savedFit) { s.Hyper.Slope = -1 },
		"part slope": func(s *savedFit) { s.Parts[0].Slopes[0] = 4 },
		"slopes":     func(s *savedFit) { s.Parts[0].Slopes = s.Parts[0].Slopes[1:] },
		"part noise": func(s *savedFit) { s.Parts[0].Hyper.Noise *= 2; s.Parts[0].Mode = nil },
		"part texts": func(s *savedFit) {
			s.Parts[0] = savedPart{Hyper: s.Hyper, Mode: &savedMode{}, Scores: s.Parts[0].Scores}
			s.Parts[0].Hyper.Noise *= 3
		},
		"large": func(s *savedFit) { s.Large = &savedLarge{} },
	} {
		var s savedFit
		if err := json.Unmarshal(good, &s); err != nil {
			t.Fatal(err)
		}
		change(&s)
		if _, err := p.restore(x.all(), s); !errors.Is(err, errState) {
			t.Errorf("%s: found %v, expected errState", name, err)
		}
	}
	for _, bad := range []string{"", "{", string(good) + "{}", `{"unknown":1}`} {
		_, err := Model{}.Restore(x.questions, x.all(), []byte(bad))
		if err == nil {
			t.Errorf("%.20q is restored", bad)
		}
	}
}

// Scores of another number of respondents, or none, are refused.
func TestRestoreScores(t *testing.T) {
	const n = 90
	x := newExam(synthetic(n), true)
	f := fit(t, prepare(t, fixed(), x), x, n)
	for name, scores := range map[string][]float64{
		"none": nil, "few": f.scores[1:], "negative": append([]float64{-1}, f.scores[1:]...),
	} {
		s := f.saved()
		s.Scores = scores
		saved, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (Model{}).Restore(x.questions, x.all(), saved); !errors.Is(err, errState) {
			t.Errorf("%s: found error %v", name, err)
		}
	}
}

// As many folds are left out as it takes for 200 scores, and only the rated have any.
func TestFoldScores(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, 3: 3, 61: 61, 200: 200, 250: 200, 558: 224, 1350: 270} {
		b := problem{Training: Training{Ratings: make([]float64, n)}}
		if got := b.foldScores(); got != want {
			t.Errorf("%d respondents: found %d scores, expected %d", n, got, want)
		}
		if n > 0 {
			b.Ratings[0] = math.NaN()
			if got := b.foldScores(); got != want-1 {
				t.Errorf("%d respondents, one not rated: found %d scores, expected %d", n, got, want-1)
			}
		}
	}
}
