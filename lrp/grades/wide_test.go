package grades

import (
	"cmp"
	"math"
	"testing"
)

// wideProblem is the problem of few respondents to many questions, some without a key and some with
// several acceptable answers.
func wideProblem(t testing.TB) *problem {
	x := newExam(essays(20, 18, 60, true, 1), true)
	for j, q := range x.questions {
		switch j % 6 {
		case 0:
			q.Key = nil
		case 1:
			q.Key = append(q.Key, x.responses[3][j], x.responses[4][j])
		}
	}
	x.withGaps()
	return prepare(t, Model{}, x).newProblem(x.responses, x.ratings)
}

// A wide problem is linearised like any other, has the same next step from there and the same
// predictions after it, with all respondents and some, whatever the hyper-parameters before.
func TestWide(t *testing.T) {
	b := wideProblem(t)
	if b.wide == nil {
		t.Fatalf("%d respondents to %d questions are not wide", len(b.ratings), len(b.nodes))
	}
	flat, other := withSkips(0.5), withSkips(0.5)
	flat.Grams, flat.Vectors, flat.Cues, flat.Weight = 0, 0, 0, 0
	other.Cues, other.Question = 7, 1
	for k, h := range []*hyper{defaultHyper(), other, flat, defaultHyper()} {
		b.computeKernels(h)
		some := b.among(h, []int{1, 2, 3, 5, 8, 9, 12, 13, 14, 15, 17, 19})
		for _, x := range []*problem{b, b.solved(h), some} {
			narrow := *x
			narrow.wide, narrow.buffers = nil, nil
			if x.solver != nil {
				narrow.solver = newElimination(&narrow)
			}
			want, err := narrow.findMode(h, narrow.priorMean(h), tolFit)
			if err != nil {
				t.Fatal(err)
			}
			got := x.newMode(x.pointAt(h, want.beta.of, want.gamma, want.top, want.reach))
			got.damping, want.damping = 2, 2
			if err := cmp.Or(x.linearise(h, got), narrow.linearise(h, want)); err != nil {
				t.Fatal(err)
			}
			near := func(what string, got, want []float64) {
				for i, v := range want {
					if math.Abs(got[i]-v) > 1e-10*(1+math.Abs(v)) {
						t.Errorf("%d: %s %d is %v, want %v", k, what, i, got[i], v)
					}
				}
			}
			near("fitted", got.fitted, want.fitted)
			near("alpha", got.alpha, want.alpha)
			near("precision", x.precisions(got), narrow.precisions(want))
			near("derivative", newExact(x, h, got).shared, newExact(&narrow, h, want).shared)
			next, full := x.buffers.full, narrow.buffers.full
			x.step(h, got, next)
			narrow.step(h, want, full)
			near("beta", next.beta.all, full.beta.all)
			x.evaluate(h, next)
			narrow.evaluate(h, full)
			near("next fitted", next.fitted, full.fitted)
			near("next grade", next.grade.all, full.grade.all)
		}
	}
}

// BenchmarkWide linearises a wide problem.
func BenchmarkWide(b *testing.B) {
	h := defaultHyper()
	x := wideProblem(b)
	x.computeKernels(h)
	x = x.solved(h)
	m := x.newMode(x.priorMean(h))
	for b.Loop() {
		if err := x.linearise(h, m); err != nil {
			b.Fatal(err)
		}
	}
}
