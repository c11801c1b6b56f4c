package grades

import (
	"cmp"
	"slices"
)

// maxInformative is the number of texts of a question that a preconditioner uses in full.
const maxInformative = 400

// preconditioner approximates the inverse of a curvature. It takes parameters of different
// questions as unrelated. Many respondents give few texts, so the texts with the most information
// make up most of the curvature of a question. These it uses in full, and of the others the
// diagonal that they add. By Woodbury's formula the inverse for one question is
//
//	(Λ + AᵀDA)⁻¹ = Λ⁻¹ - Λ⁻¹Aᵀ(D⁻¹ + AΛ⁻¹Aᵀ)⁻¹AΛ⁻¹
//
// where A has a row for each informative text and Λ and D are diagonal.
type preconditioner struct {
	*weightSpace
	shared    []float64 // inverse diagonal for the shared parameters
	questions []*questionPreconditioner
}

// questionPreconditioner is the part of one question.
type questionPreconditioner struct {
	*rows             // A
	inverse []float64 // the diagonal of Λ⁻¹
	inner   *cholesky // of the bracket; nil if it is not positive definite
}

func newPreconditioner(c *curvature) *preconditioner {
	w, cues := c.weightSpace, c.prepared.prior.cues()
	p := &preconditioner{
		weightSpace: w, shared: make([]float64, cues+3),
		questions: make([]*questionPreconditioner, len(w.questions)),
	}
	shared := make([][]float64, len(w.questions))
	w.each(func(j int) {
		information := c.information(j)
		sums := make([]float64, cues+1)
		for k, v := range information {
			for i, z := range w.questions[j].texts[k].cues {
				sums[i] += v * z * z
			}
			sums[cues] += v
		}
		shared[j], p.questions[j] = sums, c.questionPreconditioner(j, information)
	})
	h, sd := w.hyper, w.sd
	for _, sums := range shared {
		for k, v := range sums[:cues] {
			p.shared[k] += sd.weight * sd.weight * v
		}
		p.shared[cues] += sd.shared * sd.shared * sums[cues]
	}
	for _, i := range w.used {
		top, reach := h.Top/h.Noise, h.Reach/h.Noise*(c.meanGrade[i]-1)
		p.shared[cues+1] += top * top
		p.shared[cues+2] += reach * reach
	}
	for k, v := range p.shared {
		p.shared[k] = 1 / (1 + v)
	}
	return p
}

// information returns the second derivative of the objective by g for each row of question j.
func (c *curvature) information(j int) []float64 {
	q := c.questions[j]
	info := make([]float64, q.size())
	for _, i := range c.used {
		info[q.at[i]] += c.weight[i] * c.weight[i]
	}
	for _, k := range q.blank {
		info[k] *= c.hyper.blankShare() * c.hyper.blankShare()
	}
	each := c.reach / (float64(len(c.questions)) * c.hyper.Noise)
	for k := range info {
		info[k] *= each * each
	}
	for _, k := range q.key {
		info[k] += 1 / (c.hyper.KeyNoise * c.hyper.KeyNoise)
	}
	for k, s := range c.slope[j] {
		info[k] = info[k]*s*s + c.bend[j][k]
	}
	return info
}

// questionPreconditioner makes the part of question j given the information of each row.
func (c *curvature) questionPreconditioner(j int, information []float64) *questionPreconditioner {
	q := c.questions[j]
	order := make([]int, 0, len(information))
	for k, v := range information {
		if v > 0 {
			order = append(order, k)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(information[b], information[a])
	})
	informative := min(maxInformative, len(order))
	grams, sd := q.groups.size(), q.denseScale(c.sd, c.prepared.prior.cues())
	t := &questionPreconditioner{
		inverse: make([]float64, grams+q.width), rows: &rows{begin: []int{0}, width: q.width},
	}
	for _, k := range order[informative:] {
		g, info := q.gramsOf(k), information[k]
		for i, n := range g.index {
			v := c.sd.grams * g.value[i]
			t.inverse[n] += info * v * v
		}
		for i, x := range q.denseOf(k) {
			v := sd[i] * x
			t.inverse[grams+i] += info * v * v
		}
	}
	for i, v := range t.inverse {
		t.inverse[i] = 1 / (1 + v)
	}
	for _, k := range order[:informative] {
		t.texts = append(t.texts, q.texts[k])
		g := q.gramsOf(k)
		t.index = append(t.index, g.index...)
		t.value = append(t.value, scaled(c.sd.grams, g.value)...)
		t.begin = append(t.begin, len(t.index))
		for i, x := range q.denseOf(k) {
			t.dense = append(t.dense, sd[i]*x)
		}
	}
	t.factorise(information, order[:informative], grams)
	return t
}

// denseScale returns the prior standard deviations of the question's own parameters, in the order
// of the dense part of a row, with 0 for the cues, whose parameters the questions share.
func (q *weightQuestion) denseScale(sd scales, cues int) []float64 {
	scale := make([]float64, q.width)
	scale[0] = sd.intercept
	vector := scale[1+cues:][:q.question.vectors.Dim()]
	for i := range vector {
		vector[i] = sd.vector
	}
	height := scale[1+cues+len(vector):]
	for i := range height {
		height[i] = sd.height
	}
	return scale
}

// factorise computes the Cholesky factor of D⁻¹ + AΛ⁻¹Aᵀ, where D is the information of the rows in
// order.
func (t *questionPreconditioner) factorise(information []float64, order []int, grams int) {
	n := len(order)
	bracket := newCholesky(n)
	sparse, others := make([]float64, grams), make([]float64, t.width)
	products := make([]float64, n)
	for a, k := range order {
		g := t.gramsOf(a)
		for i, n := range g.index {
			sparse[n] = g.value[i] * t.inverse[n]
		}
		for i, v := range t.denseOf(a) {
			others[i] = v * t.inverse[grams+i]
		}
		t.multiply(sparse, others, products[:a+1])
		for b, v := range products[:a+1] {
			bracket.data[b*n+a] = v
		}
		bracket.data[a*n+a] += 1 / information[k]
		for _, n := range g.index {
			sparse[n] = 0
		}
	}
	if bracket.factorise() {
		t.inner = bracket
	}
}

// solve writes the product of the approximate inverse with a vector of parameters.
func (p *preconditioner) solve(x, product []float64) {
	for k, v := range p.shared {
		product[k] = v * x[k]
	}
	cues := p.prepared.prior.cues()
	p.each(func(j int) {
		q, t := p.weightSpace.questions[j], p.questions[j]
		from, to := q.parameters(x), q.parameters(product)
		y := make([]float64, len(t.inverse))
		grams, dense := y[:q.groups.size()], y[q.groups.size():]
		vector := dense[1+cues:][:len(from.vector)]
		height := dense[1+cues+len(vector):]
		copy(grams, from.grams)
		dense[0] = *from.intercept
		copy(vector, from.vector)
		copy(height, from.height)
		t.apply(y, len(grams))
		copy(to.grams, grams)
		*to.intercept = dense[0]
		copy(to.vector, vector)
		copy(to.height, height)
	})
}

// apply turns the parameters of one question, so many of which are of n-grams, into their product
// with the inverse.
func (t *questionPreconditioner) apply(y []float64, grams int) {
	multiplyElements(y, t.inverse)
	if t.inner == nil {
		return
	}
	u := make([]float64, t.size())
	t.multiply(y[:grams], y[grams:], u)
	t.inner.solve(u)
	back := make([]float64, len(t.inverse))
	t.addTransposed(u, back[:grams], back[grams:])
	multiplyElements(back, t.inverse)
	for i, v := range back {
		y[i] -= v
	}
}

// multiplyElements multiplies x by y element by element.
func multiplyElements(x, y []float64) {
	for i := range x {
		x[i] *= y[i]
	}
}
