package grades

import (
	"math"

	"github.com/luna-rating/luna/internal/dense"
)

// elimination solves equations with the covariance of a problem's observations where most of these
// are acceptable answers. But for the shared parameters, those of different questions have nothing
// in common. With A the covariance of the answers without the shared parameters, B that of the
// answers with the respondents, R that of the respondents, and V, V' what the shared parameters
// contribute to answers and respondents,
//
//	C = ( R + V'V'ᵀ   Bᵀ + V'Vᵀ )
//	    ( B + VV'ᵀ    A + VVᵀ   )
//
// A is decomposed by questions, A = UᵀU, and the answers are eliminated. With Z = U⁻ᵀB, W = U⁻ᵀV,
// S = I + WᵀW, G = V' - ZᵀW and t = Wᵀu + Gᵀx, the solution of C·(x, y) = (r, s) is
//
//	F = R - ZᵀZ + G·S⁻¹·Gᵀ,     u = U⁻ᵀs
//	F·x = r - Zᵀu - G·S⁻¹·Wᵀu,     y = U⁻¹(u - Zx - W·S⁻¹·t)
//
// F⁻¹ is the part of C⁻¹ of the respondents.
type elimination struct {
	nodes  []*nodes
	keys   []*cholesky // U by question
	white  []float64   // (Z W), by answers
	inner  []float64   // (Z W)ᵀ(Z W)
	shared *cholesky   // that of S, PᵀP
	linked []float64   // P⁻ᵀGᵀ, by shared parameters
	given  *cholesky   // that of F
}

func newElimination(b *problem) *elimination {
	n, p := len(b.ratings), b.sharedParameters()
	e := &elimination{
		nodes: b.nodes,
		white: make([]float64, len(b.answers)*(n+p)), inner: make([]float64, (n+p)*(n+p)),
		shared: newCholesky(p), linked: make([]float64, p*n), given: newCholesky(n),
	}
	for _, x := range b.nodes {
		e.keys = append(e.keys, newCholesky(len(x.key)))
	}
	return e
}

func (e *elimination) factorise(b *problem, h *hyper, m *mode) bool {
	b.sharedJacobian(h, m, b.workspace().shared)
	scale := math.Sqrt(1 / m.damping)
	if !e.factoriseAnswers(b, h, m, scale) {
		return false
	}
	n, p := e.given.n, e.shared.n
	clear(e.inner)
	dense.AddInner(e.inner, n+p, n+p, e.white, len(b.answers), n+p)
	for k := range p {
		row := e.shared.row(k)
		copy(row, e.inner[(n+k)*(n+p)+n+k:])
		row[0]++
	}
	if !e.shared.factorise() {
		return false
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
		row[0] += b.noiseVariance(h, i)
	}
	dense.AddInner(e.given.data, n, n, e.linked, p, n)
	return e.given.factorise()
}

// factoriseAnswers computes U, Z and W. The shared parameters count by the scale.
func (e *elimination) factoriseAnswers(b *problem, h *hyper, m *mode, scale float64) bool {
	n, p, share := e.given.n, e.shared.n, m.gradeSlope()
	width := n + p
	all, jacobian, question := b.observations(), b.workspace().shared, h.Question
	for j, x := range b.nodes {
		if len(x.key) == 0 {
			continue
		}
		slope, own := m.slope.of[j], e.keys[j]
		for a, k := range x.key {
			kernel, row := x.row(k)[:len(slope)], e.white[(x.firstKey+a)*width:][:width]
			g, weight, of := share*slope[k]/m.damping, b.weight[:len(x.at)], row[:len(x.at)]
			for i, node := range x.at {
				of[i] = weight[i] * g * slope[node] * (kernel[node] + question)
			}
			for c := range p {
				row[n+c] = scale * jacobian[c*all+n+x.firstKey+a]
			}
			for l, other := range x.key[a:] {
				own.row(a)[l] = slope[k] / m.damping * slope[other] * (kernel[other] + question)
			}
			own.row(a)[0] += h.KeyNoise * h.KeyNoise
		}
		if !own.factorise() {
			return false
		}
		own.whitenMany(e.rows(j, e.white, width), width)
	}
	return true
}

// rows returns the rows of question j of a matrix with a row for each acceptable answer.
func (e *elimination) rows(j int, x []float64, columns int) []float64 {
	return x[e.nodes[j].firstKey*columns:][:len(e.nodes[j].key)*columns]
}

func (e *elimination) solve(x []float64) {
	n, p := e.given.n, e.shared.n
	respondents, answers := x[:n], x[n:]
	for j, own := range e.keys {
		own.whiten(e.rows(j, answers, 1))
	}
	whitened := make([]float64, n+p) // (Z W)ᵀu
	for a, v := range answers {
		dense.AddScaled(whitened, v, e.white[a*(n+p):][:n+p])
	}
	t := whitened[n:] // times P⁻ᵀ
	e.shared.whiten(t)
	for i := range respondents {
		respondents[i] -= whitened[i]
	}
	for k, v := range t {
		dense.AddScaled(respondents, -v, e.linked[k*n:][:n])
	}
	e.given.solve(respondents)
	for k := range t {
		t[k] += dense.Dot(respondents, e.linked[k*n:])
	}
	e.shared.unwhiten(t)
	copy(whitened, respondents) // (x, S⁻¹t)
	products := make([]float64, len(answers))
	dense.Multiply(products, e.white, n+p, whitened)
	dense.AddScaled(answers, -1, products)
	for j, own := range e.keys {
		own.unwhiten(e.rows(j, answers, 1))
	}
}

func (e *elimination) precisions() []float64 { return e.given.precisions() }
