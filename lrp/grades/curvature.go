package grades

// curvature is the large model's second derivative at a view: that of the model with ratings and grades linear in the
// parameters, as of the Gauss-Newton method, and where a grade bends so that it is harder to change, that too. It is positive definite.
type curvature struct {
	*large
	*view
	slope [][]float64 // of each row's grade by g
	bend  [][]float64 // the derivative by each row's grade times the grade's second derivative, but at least 0

	// Buffers of times.
	product, weights [][]float64
	ratings          []float64
}

// curvature returns that at a view, and the gradient.
func (g *large) curvature(v *view) (c *curvature, gradient []float64) {
	gradient, byGrade := g.gradient(v)
	c = &curvature{
		large: g, view: v, slope: g.byRow(), bend: byGrade, product: g.byRow(), weights: g.byRow(),
		ratings: make([]float64, len(g.ratings)),
	}
	for j, grade := range v.grade {
		for k, p := range grade {
			c.slope[j][k] = p * (1 - p)
			c.bend[j][k] = max(0, byGrade[j][k]*p*(1-p)*(1-2*p))
		}
	}
	return c, gradient
}

// times writes the product with a vector of parameters.
func (c *curvature) times(x, product []float64) {
	g, h, cues := c.large, c.hyper, c.prepared.prior.cues()
	noise, key := h.Noise*h.Noise, h.KeyNoise*h.KeyNoise
	g.logits(x, c.product)
	g.each(func(j int) {
		for k, s := range c.slope[j] {
			c.weights[j][k] = s * c.product[j][k]
		}
	})
	sums := make([][2]float64, g.blockCount())
	byTop, byReach := h.Top*x[cues+1], h.Reach*x[cues+2]
	g.blocks(func(block int, seen []int) {
		g.averages(c.weights, seen, c.ratings)
		for _, i := range seen {
			d := c.average[i] - 1
			z := c.reach*c.ratings[i] + byTop + d*byReach
			c.ratings[i] = z
			sums[block][0] += z
			sums[block][1] += z * d
		}
	})
	factor := c.reach / (noise * float64(len(g.questions)))
	g.each(func(j int) {
		q, weights := g.questions[j], c.weights[j]
		q.gather(g.seen, c.ratings, factor, weights)
		for _, k := range q.key {
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
	g.addLogitsBack(c.weights, product)
}
