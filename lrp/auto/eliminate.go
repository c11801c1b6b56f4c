package auto

import (
	"math"

	"github.com/luna-rating/luna/internal/dense"
)

// elimination solves equations with the covariance C of a problem's observations. But for the
// shared parameters, the grades of answers to different questions have nothing in common. With A
// the covariance of the answers without the shared parameters, B that of the answers with the
// ratings, R that of the ratings, and V, V' what the shared parameters contribute to answers and
// ratings,
//
//	C = ( R + V'V'ᵀ   Bᵀ + V'Vᵀ )
//	    ( B + VV'ᵀ    A + VVᵀ   )
//
// A is decomposed by questions, A = UᵀU, and the answers are eliminated. With Z = U⁻ᵀB, W = U⁻ᵀV,
// S = PᵀP = I + WᵀW and G = V' - ZᵀW, the part of C⁻¹ of the ratings is the inverse of
//
//	F = QᵀQ = R - ZᵀZ + G·S⁻¹·Gᵀ
//
// and with u = U⁻ᵀs, t = P⁻ᵀWᵀu and x = Q⁻ᵀ(r - Zᵀu - G·P⁻¹·t)
//
//	(r, s)ᵀC⁻¹(r, s) = uᵀu - tᵀt + xᵀx
type elimination struct {
	nodes  []*nodes
	own    []*cholesky // U by question
	white  []float64   // (Z W), by answers
	inner  []float64   // (Z W)ᵀ(Z W)
	shared *cholesky   // P
	linked []float64   // P⁻ᵀGᵀ, by shared parameters
	given  *cholesky   // Q
}

// newElimination returns one for the observations of the problem.
func (b *problem) newElimination() *elimination {
	n, p := len(b.observed), b.sharedParameters()
	e := &elimination{
		nodes: b.nodes, shared: newCholesky(p), own: make([]*cholesky, len(b.nodes)),
		white: make([]float64, len(b.answers)*(n+p)), inner: make([]float64, (n+p)*(n+p)),
		linked: make([]float64, p*n), given: newCholesky(n),
	}
	for j, x := range b.nodes {
		e.own[j] = newCholesky(len(x.graded))
	}
	return e
}

// factorise decomposes the covariance of the model linearised at m, and reports whether it was
// positive definite.
func (e *elimination) factorise(b *problem, h *hyper, m *mode) bool {
	b.sharedJacobian(h, m, b.workspace().shared)
	scale := math.Sqrt(1 / m.damping)
	if !e.factoriseAnswers(b, h, m, scale) {
		return false
	}
	n, p := e.given.n, e.shared.n
	clear(e.inner)
	if len(b.answers) > 0 {
		dense.AddInner(e.inner, n+p, n+p, e.white, len(b.answers), n+p)
	}
	for k := range p {
		row := e.shared.row(k)
		copy(row, e.inner[(n+k)*(n+p)+n+k:])
		row[0]++
	}
	if !e.shared.factorise() {
		return false
	}
	if n == 0 {
		return true
	}
	all, jacobian := b.observations(), b.workspace().shared
	for k := range p {
		for i, v := range jacobian[k*all:][:n] {
			e.linked[k*n+i] = v*scale - e.inner[i*(n+p)+n+k]
		}
	}
	e.shared.whitenMany(e.linked, n)
	e.given.clear()
	b.addRespondents(h, m, e.given)
	for i := range n {
		row := e.given.row(i)
		for l, v := range e.inner[i*(n+p)+i:][:len(row)] {
			row[l] = row[l]/m.damping - v
		}
		row[0] += h.Noise * h.Noise / b.rated.count[i]
	}
	dense.AddInner(e.given.data, n, n, e.linked, p, n)
	return e.given.factorise()
}

// factoriseAnswers computes U, Z and W. The shared parameters count by the scale.
func (e *elimination) factoriseAnswers(b *problem, h *hyper, m *mode, scale float64) bool {
	n := e.given.n
	p := e.shared.n
	share := m.gradeSlope()
	width := n + p
	all := b.observations()
	jacobian := b.workspace().shared
	question := h.Question
	for j, x := range b.nodes {
		if len(x.graded) == 0 {
			continue
		}
		slope, own := m.slope.of[j], e.own[j]
		for a, k := range x.graded {
			kernel, row := x.row(k)[:len(slope)], e.white[(x.first+a)*width:][:width]
			g := share * slope[k] / m.damping
			weight := b.counted[:n]
			of := row[:n]
			for i, node := range x.seen {
				of[i] = weight[i] * g * slope[node] * (kernel[node] + question)
			}
			for c := range p {
				row[n+c] = scale * jacobian[c*all+n+x.first+a]
			}
			for l, other := range x.graded[a:] {
				own.row(a)[l] = slope[k] / m.damping * slope[other] * (kernel[other] + question)
			}
			_, variance := b.answers[x.first+a].value(h)
			own.row(a)[0] += variance
		}
		if !own.factorise() {
			return false
		}
		own.whitenMany(e.rows(j, e.white, width), width)
	}
	return true
}

// rows returns the rows of question j of a matrix with a row for each answer.
func (e *elimination) rows(j int, x []float64, columns int) []float64 {
	return x[e.nodes[j].first*columns:][:len(e.nodes[j].graded)*columns]
}

// whiten returns (x, u, t) for the observations (r, s), which it overwrites.
func (e *elimination) whiten(observations []float64) []float64 {
	n, p := e.given.n, e.shared.n
	ratings, answers := observations[:n], observations[n:]
	for j, own := range e.own {
		if own.n > 0 {
			own.whiten(e.rows(j, answers, 1))
		}
	}
	white := make([]float64, len(observations)+p)
	products := make([]float64, n+p) // (Z W)ᵀu
	for a, v := range answers {
		if v != 0 {
			dense.AddScaled(products, v, e.white[a*(n+p):][:n+p])
		}
	}
	t := products[n:]
	e.shared.whiten(t)
	for i := range ratings {
		ratings[i] -= products[i]
	}
	if n > 0 {
		for k, v := range t {
			dense.AddScaled(ratings, -v, e.linked[k*n:][:n])
		}
		e.given.whiten(ratings)
	}
	copy(white, observations)
	copy(white[len(observations):], t)
	return white
}

// product returns xᵀC⁻¹y for whitened x and y.
func (e *elimination) product(x, y []float64) float64 {
	n := len(x) - e.shared.n
	return dense.Dot(x[:n], y[:n]) - dense.Dot(x[n:], y[n:])
}

// solve turns x into C⁻¹x.
func (e *elimination) solve(x []float64) {
	n, p := e.given.n, e.shared.n
	white := e.whiten(x)
	t := white[len(x):]
	ratings, answers := x[:n], x[n:]
	copy(answers, white[n:len(x)])
	if n > 0 {
		e.given.unwhiten(ratings)
		for k := range t {
			t[k] += dense.Dot(ratings, e.linked[k*n:])
		}
	}
	e.shared.unwhiten(t)
	if len(answers) == 0 {
		return
	}
	products := make([]float64, len(answers))
	dense.Multiply(products, e.white, n+p, append(append(make([]float64, 0, n+p), ratings...), t...))
	dense.AddScaled(answers, -1, products)
	for j, own := range e.own {
		if own.n > 0 {
			own.unwhiten(e.rows(j, answers, 1))
		}
	}
}

// precisions returns the diagonal of C⁻¹, that of the ratings and that of the answers:
//
//	diag(A⁻¹) - |P⁻ᵀWᵀU⁻ᵀ|² + |Q⁻ᵀ(Zᵀ + G·S⁻¹·Wᵀ)U⁻ᵀ|²
//
// by columns. The elimination cannot be used thereafter.
func (e *elimination) precisions() []float64 {
	n, p := e.given.n, e.shared.n
	var list []float64
	if n > 0 {
		list = e.given.precisions()
	}
	row, ratings := make([]float64, n+p), make([]float64, n)
	for j, own := range e.own {
		if own.n == 0 {
			continue
		}
		white := e.rows(j, e.white, n+p)
		dense.SolveMany(own.data, own.n, own.n, white, n+p, n+p) // U⁻¹(Z W)
		for a, v := range own.precisions() {
			copy(row, white[a*(n+p):])
			t := row[n:]
			e.shared.whiten(t)
			v -= dot(t, t)
			if n > 0 {
				copy(ratings, row)
				for k, x := range t {
					dense.AddScaled(ratings, x, e.linked[k*n:][:n])
				}
				e.given.whiten(ratings)
				v += dot(ratings, ratings)
			}
			list = append(list, v)
		}
	}
	return list
}
