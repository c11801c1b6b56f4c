package lrp

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/luna-rating/luna/regress"
)

// TestModelConcurrently checks that a model predicts the same from many goroutines as from one,
// with a memo that is nearly always full.
//
//luna:race
func TestModelConcurrently(t *testing.T) {
	others := civics(24, 9)
	for i := range others.Respondents {
		others.Respondents[i].Responses = others.Respondents[i].Responses[:3]
	}
	for _, c := range []struct {
		approach  string
		regressor regress.Regressor
	}{{"AUTO", nil}, {"COM", regress.OLS{}}, {"NNC", regress.KernelRidge{}}} {
		file := written(
			t,
			train(
				t, threeQuestions(12),
				TrainOptions{Approach: c.approach, Regressor: c.regressor, Folds: -1},
			),
		)
		m, fresh := read(t, file), read(t, file)
		m.memo.Limit, fresh.memo.Limit = 600, -1 // a few entries per generation; one
		wants := make([]string, len(others.Respondents))
		for i, r := range others.Respondents {
			wants[i] = describe(fresh, r.Responses, i)
		}
		var wait sync.WaitGroup
		for g := range 8 {
			wait.Go(func() {
				for k := range wants {
					i := (k + 7*g) % len(wants)
					if got := describe(m, others.Respondents[i].Responses, i); got != wants[i] {
						t.Errorf(
							"%s, respondent %d: found %s, expected %s", c.approach, i, got,
							wants[i],
						)
						return
					}
				}
			})
		}
		wait.Wait()
	}
}

func read(t *testing.T, file []byte) *Model {
	t.Helper()
	m, err := ReadModel(strings.NewReader(string(file)), "m", Parts{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// describe returns all predictions of a model for a respondent, and for every twelfth the
// explanation, which is slow.
func describe(m *Model, responses []string, i int) string {
	rating, err := m.Rating(responses)
	p, err2 := m.Predict(responses)
	said := fmt.Sprint(rating, err, p, err2)
	if i%12 == 0 {
		e, err := m.Explain(responses)
		said += fmt.Sprintf(" %+v %v", *e, err)
	}
	return said
}
