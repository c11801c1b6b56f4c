package grades

import (
	"encoding/json"
	"errors"
	"math"
	"testing"
)

// A restored fit is the same as the one saved: its JSON and its predictions agree to the bit.
func TestRestore(t *testing.T) {
	x := civics(1100)
	for _, n := range []int{0, 1, 12, 90, 1050} {
		if n > maxExact && testing.Short() {
			continue
		}
		known := newExam(synthetic(n), true)
		f := fit(t, prepare(t, Model{}, known), known, n)
		saved, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Model{}.Restore(known.questions, known.responses[:n], known.ratings[:n], saved)
		if err != nil {
			t.Fatal(err)
		}
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
		"questions":  func(s *savedFit) { s.Exact.Beta = s.Exact.Beta[1:] },
		"texts":      func(s *savedFit) { s.Exact.Beta[2] = s.Exact.Beta[2][1:] },
		"overflow":   func(s *savedFit) { s.Exact.Beta[2][0] = math.MaxFloat64 },
		"left":       func(s *savedFit) { s.Left = s.Left[1:] },
		"left texts": func(s *savedFit) { s.Left[3].Beta[0] = nil },
		"large":      func(s *savedFit) { s.Large = &savedWeights{} },
	} {
		var s savedFit
		if err := json.Unmarshal(good, &s); err != nil {
			t.Fatal(err)
		}
		change(&s)
		if _, err := p.restore(x.responses, x.ratings, s); !errors.Is(err, errState) {
			t.Errorf("%s: found %v, expected errState", name, err)
		}
	}
	for _, bad := range []string{"", "{", string(good) + "{}", `{"unknown":1}`} {
		_, err := Model{}.Restore(x.questions, x.responses, x.ratings, []byte(bad))
		if err == nil {
			t.Errorf("%.20q is restored", bad)
		}
	}
}
