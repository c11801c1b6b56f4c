package solver

import (
	"math"

	"github.com/luna-rating/luna/internal/dense"
)

// choice is one problem as numbers: the cues of each candidate, and which one is right.
type choice struct {
	rows  [][]float64
	right int
}

// fit returns the weights w of the conditional logit (McFadden, "Conditional Logit Analysis of
// Qualitative Choice Behavior", 1974) that minimise
//
//	L(w) = -Σ log P(right candidate) + 1/2 Σ λ_g(j) (w_j s_j)²,   P(k) = exp(w·x_k) / Σ_l exp(w·x_l)
//
// over the choices, where s_j is the root mean square of column j around its mean in each choice, so
// that the penalty does not depend on the units, and g(j) is its group. Columns of groups that are
// not allowed, or constant in every choice, have weight 0. Newton's method with halved steps finds
// the minimum, which is unique as all λ are positive.
//
// The penalties λ are those of the largest evidence (MacKay, "Bayesian Interpolation", Neural
// Computation 4, 1992): with the trace T_g of the inverse Hessian's part for group g, which has n_g
// columns,
//
//	λ_g = (n_g - λ_g T_g) / Σ_g (w_j s_j)²,
//
// repeated until they settle, in the bounds of weakest and strongest. A group that does not help
// ends at the strongest penalty and hardly counts.
func fit(choices []choice, allowed []bool) (weights, penalties []float64) {
	penalties = make([]float64, len(allowed))
	for g := range penalties {
		penalties[g] = startPenalty
	}
	weights = make([]float64, len(groupOf))
	used, scales := scaled(choices, allowed)
	if len(used) == 0 {
		return weights, penalties
	}
	p := likelihoodOf(choices, used, scales)
	for _, c := range used {
		p.group = append(p.group, groupOf[c])
	}
	w := make([]float64, p.n)
	for range maxRounds {
		if p.reweigh(w, penalties) < settled {
			break
		}
	}
	w = p.minimise(w, penalties)
	for j, c := range used {
		weights[c] = w[j] / scales[j]
	}
	return weights, penalties
}

const (
	startPenalty = 100
	weakest      = 1
	strongest    = 10_000
	maxRounds    = 30
	settled      = 0.05 // the change of a penalty's logarithm
)

// reweigh makes one step of Newton's method for w and one of the penalties, towards the largest
// evidence. It returns the largest change of the penalties' logarithms.
func (p *likelihood) reweigh(w, penalties []float64) float64 {
	gradient, hessian := make([]float64, p.n), make([]float64, p.n*p.n)
	p.derive(w, penalties, gradient, hessian)
	factor := dense.Factorize(hessian, p.n)
	if factor == nil {
		return 0
	}
	inverse := factor.Inverse()
	factor.Solve(gradient)
	next, _ := p.halve(w, gradient, p.loss(w, penalties), penalties)
	copy(w, next)
	free, size := make([]float64, len(penalties)), make([]float64, len(penalties))
	for j, g := range p.group {
		free[g] += 1 - penalties[g]*inverse[j*p.n+j]
		size[g] += w[j] * w[j]
	}
	change := 0.0
	for g := range penalties {
		if free[g] <= 0 {
			continue
		}
		next := float64(strongest)
		if size[g] > 0 {
			next = max(weakest, min(strongest, free[g]/size[g]))
		}
		change = max(change, math.Abs(math.Log(next/penalties[g])))
		penalties[g] = next
	}
	return change
}

// minimise returns the weights of the least loss, from a first guess.
func (p *likelihood) minimise(w, penalties []float64) []float64 {
	gradient, hessian := make([]float64, p.n), make([]float64, p.n*p.n)
	loss := p.loss(w, penalties)
	for range maxNewton {
		p.derive(w, penalties, gradient, hessian)
		if norm(gradient) <= tolerance*float64(1+len(p.count)) {
			break
		}
		factor := dense.Factorize(hessian, p.n)
		if factor == nil {
			break
		}
		factor.Solve(gradient)
		next, better := p.halve(w, gradient, loss, penalties)
		if !(better < loss) {
			break
		}
		w, loss = next, better
	}
	return w
}

// tolerance bounds the gradient at the minimum, per choice.
const tolerance = 1e-7

// maxNewton bounds the steps of Newton's method, which takes some five.
const maxNewton = 50

// scaled returns the columns of allowed groups that vary within choices, and their scales.
func scaled(choices []choice, allowed []bool) (columns []int, scales []float64) {
	for c, g := range groupOf {
		if !allowed[g] {
			continue
		}
		sum, n := 0.0, 0
		for _, choice := range choices {
			mean := 0.0
			for _, row := range choice.rows {
				mean += row[c] / float64(len(choice.rows))
			}
			for _, row := range choice.rows {
				sum += (row[c] - mean) * (row[c] - mean)
				n++
			}
		}
		if s := math.Sqrt(sum / float64(max(1, n))); s > 1e-9 {
			columns, scales = append(columns, c), append(scales, s)
		}
	}
	return columns, scales
}

// likelihood holds the scaled cues of all choices in one list.
type likelihood struct {
	n     int
	x     []float64 // n numbers per candidate
	count []int     // candidates of each choice
	right []int
	group []int // of each cue
}

func likelihoodOf(choices []choice, columns []int, scales []float64) *likelihood {
	p := &likelihood{n: len(columns)}
	for _, c := range choices {
		for _, row := range c.rows {
			for j, column := range columns {
				p.x = append(p.x, row[column]/scales[j])
			}
		}
		p.count, p.right = append(p.count, len(c.rows)), append(p.right, c.right)
	}
	return p
}

// loss returns L(w).
func (p *likelihood) loss(w, penalties []float64) float64 {
	loss := 0.0
	for j, g := range p.group {
		loss += penalties[g] / 2 * w[j] * w[j]
	}
	at := 0
	for i, count := range p.count {
		scores := make([]float64, count)
		for k := range scores {
			scores[k] = dot(w, p.x[at+k*p.n:at+(k+1)*p.n])
		}
		loss += logSum(scores) - scores[p.right[i]]
		at += count * p.n
	}
	return loss
}

// derive computes the gradient and the upper triangle of the Hessian of L at w.
func (p *likelihood) derive(w, penalties, gradient, hessian []float64) {
	n := p.n
	clear(hessian)
	for j := range w {
		gradient[j] = penalties[p.group[j]] * w[j]
		hessian[j*n+j] = penalties[p.group[j]]
	}
	mean, centred := make([]float64, n), make([]float64, len(p.x))
	at := 0
	for i, count := range p.count {
		rows := p.x[at : at+count*n]
		scores := make([]float64, count)
		for k := range scores {
			scores[k] = dot(w, rows[k*n:(k+1)*n])
		}
		shares := softmax(scores)
		clear(mean)
		for k, share := range shares {
			for j, x := range rows[k*n : (k+1)*n] {
				mean[j] += share * x
			}
		}
		for j := range mean {
			gradient[j] += mean[j] - rows[p.right[i]*n+j]
		}
		for k, share := range shares {
			root := math.Sqrt(share)
			for j, x := range rows[k*n : (k+1)*n] {
				centred[at+k*n+j] = root * (x - mean[j])
			}
		}
		at += count * n
	}
	dense.AddInner(hessian, n, n, centred, at/max(1, n), n)
}

// halve shortens a step until it lowers the loss.
func (p *likelihood) halve(w, step []float64, loss float64, penalties []float64) ([]float64, float64) {
	next := make([]float64, len(w))
	for size := 1.0; size > 1e-6; size /= 2 {
		for j := range w {
			next[j] = w[j] - size*step[j]
		}
		if l := p.loss(next, penalties); l < loss {
			return next, l
		}
	}
	return w, loss
}

func norm(v []float64) float64 { return math.Sqrt(dot(v, v)) }

// logSum returns log Σ exp(x) without overflow.
func logSum(xs []float64) float64 {
	top := math.Inf(-1)
	for _, x := range xs {
		top = max(top, x)
	}
	sum := 0.0
	for _, x := range xs {
		sum += math.Exp(x - top)
	}
	return top + math.Log(sum)
}

// softmax returns exp(x) / Σ exp(x).
func softmax(xs []float64) []float64 {
	l := logSum(xs)
	shares := make([]float64, len(xs))
	for i, x := range xs {
		shares[i] = math.Exp(x - l)
	}
	return shares
}
