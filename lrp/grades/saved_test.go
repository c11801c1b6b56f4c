package grades

import (
	"encoding/json"
	"errors"
	"math"
	"testing"
)

// What a fit has found makes the same fit again: predictions, intervals and explanations agree to the bit.
func TestRestore(t *testing.T) {
	x := civics(1100)
	for _, n := range []int{0, 1, 12, 90, 1050} {
		if n > mostExact && testing.Short() {
			continue
		}
		known := newExam(synthetic(n), true)
		p := prepare(t, Model{}, known)
		f := fit(t, p, known, n)
		text, err := json.Marshal(f.State())
		if err != nil {
			t.Fatal(err)
		}
		var s State
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatal(err)
		}
		back, err := prepare(t, Model{Prior: &s.Prior}, known).Restore(known.responses[:n], known.ratings[:n], s)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := json.Marshal(back.State()); string(again) != string(text) {
			t.Errorf("%d respondents: the state changed", n)
		}
		if back.Converged() != f.Converged() || back.Hyper() != f.Hyper() {
			t.Errorf("%d respondents: hyper-parameters changed", n)
		}
		for i, r := range x.responses[:60] {
			rating, _, lo, hi := f.RatingAndInterval(r, .9)
			again, grades, lo2, hi2 := back.RatingAndInterval(r, .9)
			if rating != again || lo != lo2 || hi != hi2 {
				t.Fatalf("%d respondents, respondent %d: %v [%v, %v], expected %v [%v, %v]", n, i, again, lo2, hi2, rating, lo, hi)
			}
			for j, g := range grades {
				if g != f.Grade(j, r[j]) {
					t.Fatalf("%d respondents: Grade differs from Rating's", n)
				}
			}
			if f.RatingOf(grades) != rating {
				t.Fatalf("%d respondents: RatingOf differs from Rating", n)
			}
		}
	}
}

// A state that was tampered with is refused.
func TestRestoreRefuses(t *testing.T) {
	x := newExam(synthetic(12), true)
	p := prepare(t, Model{}, x)
	good, err := json.Marshal(fit(t, p, x, 12).State())
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(s *State){
		"cues":       func(s *State) { s.Cues = s.Cues[1:] },
		"noise":      func(s *State) { s.Hyper.Noise = 0 },
		"variance":   func(s *State) { s.Hyper.Grams = -1 },
		"questions":  func(s *State) { s.Exact.Beta = s.Exact.Beta[1:] },
		"texts":      func(s *State) { s.Exact.Beta[2] = s.Exact.Beta[2][1:] },
		"overflow":   func(s *State) { s.Exact.Beta[2][0] = math.MaxFloat64 },
		"left":       func(s *State) { s.Left = s.Left[1:] },
		"left texts": func(s *State) { s.Left[3].Beta[0] = nil },
		"large":      func(s *State) { s.Large = &Weights{} },
	} {
		var s State
		if err := json.Unmarshal(good, &s); err != nil {
			t.Fatal(err)
		}
		change(&s)
		if _, err := p.Restore(x.responses, x.ratings, s); !errors.Is(err, ErrState) {
			t.Errorf("%s: found %v, expected ErrState", name, err)
		}
	}
}
