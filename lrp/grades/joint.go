package grades

import (
	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/parallel"
)

const (
	// maxJoint is the number of observations up to which [jointPreconditioner] is used. Its time
	// grows with the cube of their number.
	maxJoint = 2500
	// maxJointKernels bounds the numbers in the kernels that it takes: 128 MB.
	maxJointKernels = 1 << 25
)

// joint reports whether the preconditioner of the model is a [jointPreconditioner].
func (w *weightSpace) joint() bool {
	observations, numbers := len(w.ratings), 0
	for _, q := range w.questions {
		observations += len(q.key)
		numbers += q.size() * q.size()
	}
	return observations <= maxJoint && numbers <= maxJointKernels
}

// minJointVariance is the variance of the questions' own parameters, on the scale of logits, below
// which the preconditioner goes without them.
const minJointVariance = 1e-3

// computeKernels computes the kernels of f_q, with the question's intercept, between all rows.
func (w *weightSpace) computeKernels() {
	if h := w.hyper; h.Grams+h.Vectors+h.Cues+h.Question < minJointVariance {
		return
	}
	// No more questions at once than there are processors, since products take much memory.
	parallel.EachOf(len(w.questions), 1, func(j int) {
		q := w.questions[j]
		n, scale := q.size(), q.denseScale(w.sd, w.prepared.prior.cues())
		row := func(k int) entries { return q.gramsOf(k).all() }
		products := allProducts(q.groups.size(), n, row)
		for i, v := range products {
			products[i] = v * w.sd.grams * w.sd.grams
		}
		own := make([]float64, n*q.width)
		for i, v := range q.dense {
			own[i] = v * scale[i%q.width]
		}
		dense.AddOuter(products, n, n, own, q.width, q.width)
		mirror(products, n)
		q.kernel = make([]float32, n*n)
		for i, v := range products {
			q.kernel[i] = float32(v)
		}
	})
}

// jointPreconditioner is the inverse of the curvature without the second derivatives of grades, as
// in the Gauss-Newton method. With D the derivatives of the observations by the parameters and N
// the variances of their noise, it is by Woodbury's formula
//
//	(I + DᵀN⁻¹D)⁻¹ = I - Dᵀ(N + D·Dᵀ)⁻¹D
//
// where N + D·Dᵀ is the covariance of the observations in the linearised model.
type jointPreconditioner struct {
	*curvature
	slope      [][]float64 // of the curvature, times how much the question counts with the row
	covariance *cholesky   // of the respondents used and then the acceptable answers
	keys       []jointKey
	values     []float64 // a buffer with a number for each observation
}

// jointKey is an acceptable answer: a row of a question.
type jointKey struct{ question, row int }

// newJointPreconditioner returns nil if the covariance is not positive definite.
func newJointPreconditioner(c *curvature) *jointPreconditioner {
	p := &jointPreconditioner{curvature: c}
	for j, slope := range c.slope {
		p.slope = append(p.slope, c.counted(j, slope))
	}
	for j, q := range c.questions {
		for _, k := range q.key {
			p.keys = append(p.keys, jointKey{j, k})
		}
	}
	n := len(c.used) + len(p.keys)
	p.values, p.covariance = make([]float64, n), newCholesky(n)
	parallel.EachOf(n, rowsAtOnce, p.computeRow)
	shared := p.sharedJacobian()
	dense.AddInner(p.covariance.data, n, n, shared, len(shared)/n, n)
	if !p.covariance.factorise() {
		return nil
	}
	return p
}

// computeRow computes what the questions' own parameters and the noise contribute to a row of the
// covariance.
func (p *jointPreconditioner) computeRow(i int) {
	c, row := p.curvature, p.covariance.row(i)
	respondents, share := len(c.used), c.reach/float64(len(c.questions))
	if i >= respondents {
		row[0] = c.hyper.KeyNoise * c.hyper.KeyNoise
		own := p.keys[i-respondents]
		for l, k := range p.keys[i-respondents:] {
			row[l] += p.keyCovariance(own, k)
		}
		return
	}
	row[0] = c.hyper.Noise * c.hyper.Noise
	others := c.used[i:]
	for j, q := range c.questions {
		if q.kernel == nil {
			break
		}
		own := int(q.at[c.used[i]])
		slope, kernel := p.slope[j], q.kernelRow(own)
		g := share * share * c.weight[c.used[i]] * slope[own]
		for l, other := range others {
			k := q.at[other]
			row[l] += g * c.weight[other] * slope[k] * float64(kernel[k])
		}
	}
	for l, k := range p.keys {
		own := jointKey{k.question, int(c.questions[k.question].at[c.used[i]])}
		row[len(others)+l] = c.weight[c.used[i]] * share * p.keyCovariance(own, k)
	}
}

// keyCovariance returns the covariance of two grades by the parameters of a question's own.
func (p *jointPreconditioner) keyCovariance(a, b jointKey) float64 {
	q, slope := p.weightSpace.questions[a.question], p.slope[a.question]
	if a.question != b.question || q.kernel == nil {
		return 0
	}
	return slope[a.row] * slope[b.row] * float64(q.kernelRow(a.row)[b.row])
}

// sharedJacobian returns the derivatives of the observations by the parameters that questions
// share, laid out by parameter.
func (p *jointPreconditioner) sharedJacobian() []float64 {
	c, n, cues := p.curvature, len(p.values), p.prepared.prior.cues()
	h, share := c.hyper, c.reach/float64(len(c.questions))
	d := make([]float64, (cues+3)*n)
	add := func(i, j, row int, factor float64) {
		factor *= p.slope[j][row]
		for k, z := range c.questions[j].texts[row].cues {
			d[k*n+i] += factor * c.sd.weight * z
		}
		d[cues*n+i] += factor * c.sd.shared
	}
	for i, r := range c.used {
		for j, q := range c.questions {
			add(i, j, int(q.at[r]), c.weight[r]*share)
		}
		d[(cues+1)*n+i], d[(cues+2)*n+i] = h.Top, h.Reach*(c.meanGrade[r]-1)
	}
	for l, k := range p.keys {
		add(len(c.used)+l, k.question, k.row, 1)
	}
	return d
}

// solve writes the product of the inverse with a vector of parameters.
func (p *jointPreconditioner) solve(x, product []float64) {
	c, w, h, cues := p.curvature, p.weightSpace, p.hyper, p.prepared.prior.cues()
	respondents := len(c.used)
	c.change(x)
	for i, r := range c.used {
		p.values[i] = c.ratings[r]
	}
	for l, k := range p.keys {
		p.values[respondents+l] = c.slope[k.question][k.row] * c.product[k.question][k.row]
	}
	p.covariance.solve(p.values)
	copy(product, x)
	for i, r := range c.used {
		v := p.values[i]
		c.ratings[r] = v
		product[cues+1] -= h.Top * v
		product[cues+2] -= h.Reach * v * (c.meanGrade[r] - 1)
	}
	w.each(func(j int) {
		w.gather(j, c.ratings, -c.reach/float64(len(w.questions)), c.weights[j])
	})
	for l, k := range p.keys {
		c.weights[k.question][k.row] -= p.values[respondents+l]
	}
	for j, slope := range c.slope {
		multiplyElements(c.weights[j], slope)
	}
	w.addTransposed(c.weights, product)
}

// kernelRow returns the kernels of a row with all rows.
func (q *weightQuestion) kernelRow(k int) []float32 {
	n := q.size()
	return q.kernel[k*n : (k+1)*n]
}
