package grades

// state is a point of the Gauss-Newton iteration. The functions g are held by their dual weights: by the
// representer theorem g - mean is a combination, with weights beta, of the prior's covariances with the nodes.
type state struct {
	line
	beta [][]float64 // by question and node

	// What follows from beta, top and reach, as the line's other numbers do:
	rise      [][]float64 // g - mean, by question and node
	grade     [][]float64 // σ(g)
	average   []float64   // by respondent: the mean of the grades
	fitted    []float64   // by observation
	objective float64     // minus the log posterior, but for a constant
}

// line holds the model's parameters but for the functions of the texts.
type line struct {
	// A respondent whose grades are all 1 has rating top, one whose grades are all 0 has top - reach.
	top, reach float64
	weights    []float64 // the shared weights' distance from their prior mean
	shared     float64   // the shared intercept's
	intercept  []float64 // by question
}

// rating returns that of a respondent by the mean of the grades.
func (l *line) rating(average float64) float64 { return l.top - l.reach*(1-average) }

// newState returns a state without values.
func (b *problem) newState() *state {
	return &state{
		line: line{weights: make([]float64, b.prior.cues()), intercept: make([]float64, len(b.nodes))},
		beta: b.byNode(), rise: b.byNode(), grade: b.byNode(),
		average: make([]float64, len(b.ratings)), fitted: make([]float64, b.observations()),
	}
}

// at returns the state of beta, top and reach.
func (b *problem) at(h Hyper, beta [][]float64, top, reach float64) *state {
	s := b.newState()
	for j := range beta {
		copy(s.beta[j], beta[j])
	}
	s.top, s.reach = top, reach
	b.raise(h, s)
	b.judge(h, s)
	return s
}

// copyOf returns a copy of a state of the same functions, with the objective that it has in this problem.
func (b *problem) copyOf(h Hyper, s *state) *state {
	c := b.newState()
	c.top, c.reach, c.shared = s.top, s.reach, s.shared
	copy(c.weights, s.weights)
	copy(c.intercept, s.intercept)
	for j := range s.beta {
		copy(c.beta[j], s.beta[j])
		copy(c.rise[j], s.rise[j])
		copy(c.grade[j], s.grade[j])
	}
	copy(c.average, s.average)
	copy(c.fitted, s.fitted)
	b.weighMisfit(h, c)
	return c
}

// raise computes the rise and the rest of the line from beta, in which they are linear.
func (b *problem) raise(h Hyper, s *state) {
	cues := b.prior.cues()
	clear(s.weights)
	var total float64
	for j, n := range b.nodes {
		var sum float64
		for k, w := range s.beta[j] {
			sum += w
			for m, z := range n.cues[k*cues : (k+1)*cues] {
				s.weights[m] += w * z
			}
		}
		s.intercept[j] = h.Question * sum
		total += sum
	}
	for m := range s.weights {
		s.weights[m] *= h.Weight
	}
	s.shared = h.Shared * total
	for j, n := range b.nodes {
		rise := s.rise[j]
		multiply(rise, n.kernel, s.beta[j])
		for k := range rise {
			rise[k] += s.shared + s.intercept[j] + dot(s.weights, n.cues[k*cues:(k+1)*cues])
		}
	}
}

// judge computes from beta, rise, top and reach how well they explain the observations.
func (b *problem) judge(h Hyper, s *state) {
	clear(s.average)
	for j, n := range b.nodes {
		grade := s.grade[j]
		for k, v := range s.rise[j] {
			grade[k] = sigmoid(n.mean[k] + v)
		}
		for i, k := range n.at {
			s.average[i] += grade[k]
		}
	}
	for i := range s.average {
		s.average[i] /= float64(len(b.nodes))
		s.fitted[i] = s.rating(s.average[i])
	}
	for k, a := range b.answers {
		s.fitted[len(b.ratings)+k] = s.grade[a.question][a.node]
	}
	b.weighMisfit(h, s)
}

// weighMisfit computes the objective of a state that is computed but for it.
func (b *problem) weighMisfit(h Hyper, s *state) {
	var roughness float64
	for j, rise := range s.rise {
		roughness += dot(rise, s.beta[j])
	}
	d0, d1 := (s.top-1)/h.Top, (s.reach-1)/h.Reach
	misfit := roughness + d0*d0 + d1*d1
	for i, f := range s.fitted {
		e := b.target(i) - f
		misfit += e * e / b.noise(h, i)
	}
	s.objective = misfit / 2
}

// mix sets s to the point on the way from a to z, 0 being a and 1 being z, and judges it. The line's other numbers are left
// to [problem.raise].
func (b *problem) mix(h Hyper, s, a, z *state, way float64) {
	for j := range s.beta {
		between(s.beta[j], a.beta[j], z.beta[j], way)
		between(s.rise[j], a.rise[j], z.rise[j], way)
	}
	s.top, s.reach = a.top+way*(z.top-a.top), a.reach+way*(z.reach-a.reach)
	b.judge(h, s)
}

// between sets x to a + way (z - a).
func between(x, a, z []float64, way float64) {
	for k, v := range a {
		x[k] = v + way*(z[k]-v)
	}
}

// multiply sets y to K x, where K is square and symmetric. Four rows at once keep the processor from waiting for each sum.
func multiply(y, k, x []float64) {
	n := len(x)
	i := 0
	for ; i+4 <= n; i += 4 {
		r0, r1, r2, r3 := k[i*n:][:n], k[(i+1)*n:][:n], k[(i+2)*n:][:n], k[(i+3)*n:][:n]
		var s0, s1, s2, s3 float64
		for l, v := range x {
			s0 += r0[l] * v
			s1 += r1[l] * v
			s2 += r2[l] * v
			s3 += r3[l] * v
		}
		y[i], y[i+1], y[i+2], y[i+3] = s0, s1, s2, s3
	}
	for ; i < n; i++ {
		y[i] = dot(x, k[i*n:][:n])
	}
}

// unseen is the variance of a rating's noise that says nothing of the rating, which is in [0,1].
const unseen = 100

// noise returns the variance of observation i.
func (b *problem) noise(h Hyper, i int) float64 {
	if i == b.without {
		return unseen
	}
	if i < len(b.ratings) {
		return h.Noise * h.Noise
	}
	return h.KeyNoise * h.KeyNoise
}

// start is the prior's mean.
func (b *problem) start(h Hyper) *state { return b.at(h, b.byNode(), 1, 1) }
