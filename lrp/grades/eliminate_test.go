package grades

import (
	"fmt"
	"math"
	"testing"
)

// manyAnswers returns the problem of 30 respondents where some have given acceptable answers, at
// least n to each question.
func manyAnswers(t testing.TB, n int, h *hyper) *problem {
	x := civics(30)
	for j, q := range x.questions {
		for i := range n + j%3 {
			q.Key = append(q.Key, x.responses[i*len(x.responses)/(n+2)][j])
		}
	}
	return problemOf(t, x, h)
}

// Elimination of the acceptable answers solves the equations that the decomposition of the whole
// covariance solves, also at points where steps are damped, ratings are ignored and questions without
// an answer count less.
func TestElimination(t *testing.T) {
	h := withSkips(0.5)
	b := manyAnswers(t, 3, h)
	for _, part := range []*problem{b, b.ignoring(func(i int) bool { return i%5 == 0 })} {
		quick := part.solved(h)
		if _, ok := quick.solver.(*elimination); !ok {
			t.Fatalf("%d respondents and %d answers are not eliminated", len(b.ratings),
				len(b.answers))
		}
		for _, damping := range []float64{1, 4} {
			want, got := part.newMode(part.priorMean(h)), quick.newMode(part.priorMean(h))
			want.damping, got.damping = damping, damping
			if err := part.linearise(h, want); err != nil {
				t.Fatal(err)
			}
			if err := quick.linearise(h, got); err != nil {
				t.Fatal(err)
			}
			near := func(what string, i int, x, y float64) {
				if math.Abs(x-y) > 1e-9*(1+math.Abs(y)) {
					t.Errorf("damping %g: %s %d is %g, want %g", damping, what, i, x, y)
				}
			}
			for i, w := range want.alpha {
				near("alpha", i, got.alpha[i], w)
			}
			near("objective", 0, got.linear, want.linear)
			precisions := part.precisions(want)
			for i, p := range quick.precisions(got) {
				near("precision", i, p, precisions[i])
			}
		}
	}
}

// BenchmarkElimination linearises with the decomposition of the whole covariance and with
// elimination.
func BenchmarkElimination(b *testing.B) {
	h := defaultHyper()
	whole := manyAnswers(b, 28, h)
	for _, x := range []struct {
		name string
		*problem
	}{{"whole", whole}, {"elimination", whole.solved(h)}} {
		m := x.newMode(x.priorMean(h))
		name := fmt.Sprintf("%s/%dx%d", x.name, len(whole.ratings), len(whole.answers))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := x.linearise(h, m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
