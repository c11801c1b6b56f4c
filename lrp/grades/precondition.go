package grades

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// mostTold is the number of texts of a question that a preconditioner takes as they are.
const mostTold = 400

// preconditioner is near the inverse of a curvature. Parameters of different questions are taken as unrelated. Of each
// question the texts that most is known of, which are most of the curvature because many respondents give few texts, are taken
// as they are, and the others by the diagonal that they add. The curvature of one question is then
//
//	Λ + Aᵀ D A,  with the inverse  Λ⁻¹ - Λ⁻¹ Aᵀ (D⁻¹ + A Λ⁻¹ Aᵀ)⁻¹ A Λ⁻¹
//
// by Woodbury's formula: A has a row for each of these texts and Λ and D are diagonal.
type preconditioner struct {
	*large
	shared []float64 // the inverse diagonal of what the questions share
	told   []*told
}

// told is one question's part.
type told struct {
	*rows                   // A
	rest  []float64         // the diagonal of Λ⁻¹
	inner blas64.Triangular // the Cholesky factor of the matrix in brackets, of size 0 where there are no such texts
}

func newPreconditioner(c *curvature) *preconditioner {
	g, cues := c.large, c.prepared.prior.cues()
	p := &preconditioner{large: g, shared: make([]float64, cues+3), told: make([]*told, len(g.questions))}
	shared := make([][]float64, len(g.questions))
	g.each(func(j int) {
		weights := c.information(j)
		sums := make([]float64, cues+1)
		for k, w := range weights {
			for i, z := range g.questions[j].texts[k].cues {
				sums[i] += w * z * z
			}
			sums[cues] += w
		}
		shared[j], p.told[j] = sums, c.told(j, weights)
	})
	h, s := g.hyper, g.scales
	for _, sums := range shared {
		for k, v := range sums[:cues] {
			p.shared[k] += s.weight * s.weight * v
		}
		p.shared[cues] += s.shared * s.shared * sums[cues]
	}
	for _, i := range g.seen {
		top, reach := h.Top/h.Noise, h.Reach/h.Noise*(c.average[i]-1)
		p.shared[cues+1] += top * top
		p.shared[cues+2] += reach * reach
	}
	for k, v := range p.shared {
		p.shared[k] = 1 / (1 + v)
	}
	return p
}

// information returns the curvature by g of each row of question j, the others aside.
func (c *curvature) information(j int) []float64 {
	q := c.questions[j]
	times := make([]float64, q.size())
	for _, i := range c.seen {
		times[q.at[i]]++
	}
	each := c.reach / (float64(len(c.questions)) * c.hyper.Noise)
	for k := range times {
		times[k] *= each * each
	}
	for _, k := range q.key {
		times[k] += 1 / (c.hyper.KeyNoise * c.hyper.KeyNoise)
	}
	for k, s := range c.slope[j] {
		times[k] = times[k]*s*s + c.bend[j][k]
	}
	return times
}

// told makes question j's part by the information of each row.
func (c *curvature) told(j int, weights []float64) *told {
	q := c.questions[j]
	order := make([]int, 0, len(weights))
	for k, w := range weights {
		if w > 0 {
			order = append(order, k)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weights[b], weights[a]) })
	most := min(mostTold, len(order))
	scale := q.scale(c.scales, c.prepared.prior.cues())
	t := &told{rest: make([]float64, q.merged.size()+q.width), rows: &rows{begin: []int{0}, width: q.width}}
	grams, others := t.rest[:q.merged.size()], t.rest[q.merged.size():]
	for _, k := range order[most:] {
		g, w := q.gramsOf(k), weights[k]
		for i, n := range g.index {
			v := c.scales.grams * g.value[i]
			grams[n] += w * v * v
		}
		for i, x := range q.othersOf(k) {
			v := scale[i] * x
			others[i] += w * v * v
		}
	}
	for i, v := range t.rest {
		t.rest[i] = 1 / (1 + v)
	}
	for _, k := range order[:most] {
		t.texts = append(t.texts, q.texts[k])
		g := q.gramsOf(k)
		t.index, t.value = append(t.index, g.index...), append(t.value, scaled(c.scales.grams, g.value)...)
		t.begin = append(t.begin, len(t.index))
		for i, x := range q.othersOf(k) {
			t.others = append(t.others, scale[i]*x)
		}
	}
	t.factorise(weights, order[:most], q.merged.size())
	return t
}

// scale returns what the question's own parameters are multiplied by, in the order of a row's other numbers: 0 for the
// cues, whose parameters the questions share.
func (q *largeQuestion) scale(s scales, cues int) []float64 {
	scale := make([]float64, q.width)
	scale[0] = s.intercept
	vector := scale[1+cues:][:q.question.vectors.Dim()]
	for i := range vector {
		vector[i] = s.vector
	}
	height := scale[1+cues+len(vector):]
	for i := range height {
		height[i] = s.height
	}
	return scale
}

// factorise computes the Cholesky factor of D⁻¹ + A Λ⁻¹ Aᵀ, where D has the weights of the rows in order.
func (t *told) factorise(weights []float64, order []int, grams int) {
	if len(order) == 0 {
		return
	}
	m := mat.NewSymDense(len(order), nil)
	byGram, byOther, products := make([]float64, grams), make([]float64, t.width), make([]float64, len(order))
	for a, k := range order {
		g := t.gramsOf(a)
		for i, n := range g.index {
			byGram[n] = g.value[i] * t.rest[n]
		}
		for i, v := range t.othersOf(a) {
			byOther[i] = v * t.rest[grams+i]
		}
		t.times(byGram, byOther, products[:a+1])
		for b, v := range products[:a+1] {
			m.SetSym(b, a, v)
		}
		m.SetSym(a, a, products[a]+1/weights[k])
		for _, n := range g.index {
			byGram[n] = 0
		}
	}
	var factor mat.Cholesky
	if factor.Factorize(m) {
		t.inner = factor.RawU().(*mat.TriDense).RawTriangular()
	}
}

// solve writes the product with a vector of parameters.
func (p *preconditioner) solve(x, product []float64) {
	for k, v := range p.shared {
		product[k] = v * x[k]
	}
	cues := p.prepared.prior.cues()
	p.each(func(j int) {
		q, t := p.questions[j], p.told[j]
		from, to := q.own(x), q.own(product)
		y := make([]float64, len(t.rest))
		grams := q.merged.size()
		byGram, byOther := y[:grams], y[grams:]
		copy(byGram, from.grams)
		byOther[0] = *from.intercept
		copy(byOther[1+cues:], from.vector)
		copy(byOther[1+cues+len(from.vector):], from.height)
		t.apply(byGram, byOther)
		copy(to.grams, byGram)
		*to.intercept = byOther[0]
		copy(to.vector, byOther[1+cues:])
		copy(to.height, byOther[1+cues+len(from.vector):])
	})
}

// apply turns the parameters of one question into their product with the inverse.
func (t *told) apply(byGram, byOther []float64) {
	scale(byGram, t.rest)
	scale(byOther, t.rest[len(byGram):])
	if t.inner.N == 0 {
		return
	}
	u := make([]float64, t.size())
	t.times(byGram, byOther, u)
	blas64.Trsv(blas.Trans, t.inner, vectorOf(u))
	blas64.Trsv(blas.NoTrans, t.inner, vectorOf(u))
	back := make([]float64, len(t.rest))
	t.addBack(u, back[:len(byGram)], back[len(byGram):])
	scale(back, t.rest)
	for i, v := range back[:len(byGram)] {
		byGram[i] -= v
	}
	for i, v := range back[len(byGram):] {
		byOther[i] -= v
	}
}

// scale multiplies x by y, number by number.
func scale(x, y []float64) {
	for i := range x {
		x[i] *= y[i]
	}
}
