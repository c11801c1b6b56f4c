package grades

// curvature is an approximation of the Hessian of the objective in weight space that is positive
// definite: that of the Gauss-Newton method, plus the second derivatives of grades where they are
// positive.
type curvature struct {
	*weightSpace
	*view
	slope [][]float64 // σ'(g), by question and row
	bend  [][]float64 // max(0, dL/dσ·σ''(g)), where L is the objective

	// Buffers of multiply.
	product, weights [][]float64
	ratings          []float64
}

// curvature returns the curvature and the gradient at a view.
func (w *weightSpace) curvature(v *view) (c *curvature, gradient []float64) {
	gradient, byGrade := w.gradient(v)
	c = &curvature{
		weightSpace: w, view: v, slope: w.byRow(), bend: byGrade, product: w.byRow(),
		weights: w.byRow(), ratings: make([]float64, len(w.ratings)),
	}
	for j, grade := range v.grade {
		for k, p := range grade {
			c.slope[j][k] = p * (1 - p)
			c.bend[j][k] = max(0, byGrade[j][k]*p*(1-p)*(1-2*p))
		}
	}
	return c, gradient
}

// multiply writes the product with a vector of parameters.
func (c *curvature) multiply(x, product []float64) {
	w, h, cues := c.weightSpace, c.hyper, c.prepared.prior.cues()
	noise, key := h.Noise*h.Noise, h.KeyNoise*h.KeyNoise
	sums := c.change(x)
	factor := c.reach / (noise * float64(len(w.questions)))
	w.each(func(j int) {
		weights := c.weights[j]
		w.gather(j, c.ratings, factor, weights)
		for _, k := range w.questions[j].key {
			weights[k] += c.slope[j][k] * c.product[j][k] / key
		}
		for k, s := range c.slope[j] {
			weights[k] = s*weights[k] + c.bend[j][k]*c.product[j][k]
		}
	})
	copy(product, x)
	for _, s := range sums {
		product[cues+1] += h.Top * s[0] / noise
		product[cues+2] += h.Reach * s[1] / noise
	}
	w.addTransposed(c.weights, product)
}

// change computes for a change of the parameters those of the latent values, in c.product, and of
// the ratings, in c.ratings. It returns by block the sums of the latter and of their products with
// the mean grades less 1.
func (c *curvature) change(x []float64) (sums [][2]float64) {
	w, h, cues := c.weightSpace, c.hyper, c.prepared.prior.cues()
	w.latent(x, c.product)
	w.each(func(j int) {
		for k, s := range c.slope[j] {
			c.weights[j][k] = s * c.product[j][k]
		}
	})
	sums = make([][2]float64, w.blockCount())
	byTop, byReach := h.Top*x[cues+1], h.Reach*x[cues+2]
	w.blocks(func(block int, used []int) {
		w.average(c.weights, used, c.ratings)
		for _, i := range used {
			d := c.meanGrade[i] - 1
			z := c.reach*c.ratings[i] + byTop + d*byReach
			c.ratings[i] = z
			sums[block][0] += z
			sums[block][1] += z * d
		}
	})
	return sums
}
