package solver

import (
	"math"
	"testing"

	"github.com/luna-rating/luna/internal/seeded"
)

// invented draws choices of two to four candidates with n cues, of which the first and the last are
// informative.
func invented(count, n int) *likelihood {
	rng := seeded.New(1, "logit test", n)
	p := &likelihood{n: n}
	for range count {
		candidates, right, top := 2+rng.IntN(3), 0, math.Inf(-1)
		for k := range candidates {
			at := len(p.x)
			for range n {
				p.x = append(p.x, rng.NormFloat64())
			}
			if s := p.x[at] - 0.5*p.x[at+n-1] + rng.NormFloat64(); s > top {
				right, top = k, s
			}
		}
		p.count, p.right = append(p.count, candidates), append(p.right, right)
	}
	for j := range n {
		p.group = append(p.group, j%2)
	}
	return p
}

// plainLoss is L(w) from its definition.
func plainLoss(p *likelihood, w, penalties []float64) float64 {
	sum, at := 0.0, 0
	for j := range w {
		sum += penalties[p.group[j]] * w[j] * w[j] / 2
	}
	for i, count := range p.count {
		total, right := 0.0, 0.0
		for k := range count {
			s := 0.0
			for j := range w {
				s += w[j] * p.x[(at+k)*p.n+j]
			}
			total += math.Exp(s)
			if k == p.right[i] {
				right = math.Exp(s)
			}
		}
		sum -= math.Log(right / total)
		at += count
	}
	return sum
}

func TestDerivatives(t *testing.T) {
	p := invented(40, 5)
	w, penalties := []float64{0.3, -0.2, 0.1, 0.7, -1}, []float64{2, 0.5}
	if got, want := p.loss(w, penalties), plainLoss(p, w, penalties); math.Abs(got-want) > 1e-9 {
		t.Errorf("the loss is %g, wanted %g", got, want)
	}
	gradient, hessian := make([]float64, 5), make([]float64, 25)
	p.derive(w, penalties, gradient, hessian)
	const h = 1e-4
	at := func(i, j int, a, b float64) float64 {
		v := append([]float64(nil), w...)
		v[i] += a
		v[j] += b
		return plainLoss(p, v, penalties)
	}
	for i := range w {
		if want := (at(i, i, h, 0) - at(i, i, -h, 0)) / (2 * h); math.Abs(gradient[i]-want) > 1e-5 {
			t.Errorf("gradient %d is %g, wanted %g", i, gradient[i], want)
		}
		for j := i; j < len(w); j++ {
			want := (at(i, j, h, h) - at(i, j, h, -h) - at(i, j, -h, h) + at(i, j, -h, -h)) / (4 * h * h)
			if math.Abs(hessian[i*5+j]-want) > 1e-4 {
				t.Errorf("Hessian %d,%d is %g, wanted %g", i, j, hessian[i*5+j], want)
			}
		}
	}
}

// TestMinimum compares the minimum with that of gradient descent on the plain loss.
func TestMinimum(t *testing.T) {
	p, penalties := invented(60, 4), []float64{3, 1}
	w := p.minimise(make([]float64, 4), penalties)
	v := make([]float64, 4)
	for range 3000 {
		next := append([]float64(nil), v...)
		for j := range v {
			a, b := append([]float64(nil), v...), append([]float64(nil), v...)
			a[j] += 1e-5
			b[j] -= 1e-5
			next[j] -= 0.02 * (plainLoss(p, a, penalties) - plainLoss(p, b, penalties)) / 2e-5
		}
		v = next
	}
	for j := range w {
		if math.Abs(w[j]-v[j]) > 1e-4 {
			t.Errorf("weight %d is %g, wanted %g", j, w[j], v[j])
		}
	}
}

// TestEvidence fits cues of which only those of one group help.
func TestEvidence(t *testing.T) {
	rng := seeded.New(2, "evidence", 0)
	choices := make([]choice, 300)
	useful := -1
	for j, g := range groupOf {
		if groups[g].name == "syntax" {
			useful = j
			break
		}
	}
	for i := range choices {
		choices[i].rows = [][]float64{make([]float64, len(groupOf)), make([]float64, len(groupOf))}
		for j := range groupOf {
			choices[i].rows[0][j], choices[i].rows[1][j] = rng.NormFloat64(), rng.NormFloat64()
		}
		if choices[i].rows[1][useful]-choices[i].rows[0][useful]+0.5*rng.NormFloat64() > 0 {
			choices[i].right = 1
		}
	}
	w, penalties := fit(choices, all())
	right := 0
	for _, c := range choices {
		if s := score(w, c.rows); (s[1] > s[0]) == (c.right == 1) {
			right++
		}
	}
	if right < 250 {
		t.Errorf("%d of 300 are right", right)
	}
	for g := range groups {
		if name := groups[g].name; name != "syntax" && penalties[g] < 10*penalties[groupOf[useful]] {
			t.Errorf("the penalty of %s is %g, of syntax %g", name, penalties[g],
				penalties[groupOf[useful]])
		}
	}
	none := make([]bool, len(groups))
	w, _ = fit(choices, none)
	if norm(w) != 0 {
		t.Error("weights without groups are not 0")
	}
	w, _ = fit(nil, all())
	if norm(w) != 0 {
		t.Error("weights without choices are not 0")
	}
}
