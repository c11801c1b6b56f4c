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

// at computes what follows from beta, top and reach.
func (b *problem) at(h Hyper, beta [][]float64, top, reach float64) *state {
	s := &state{beta: beta, line: line{top: top, reach: reach, weights: make([]float64, b.prior.cues())}}
	var total float64
	sums := make([]float64, len(b.nodes))
	for j, n := range b.nodes {
		for k, w := range beta[j] {
			sums[j] += w
			for m, z := range n.texts[k].cues {
				s.weights[m] += w * z
			}
		}
		total += sums[j]
	}
	for m := range s.weights {
		s.weights[m] *= h.Weight
	}
	s.shared = h.Shared * total
	var roughness float64
	for j, n := range b.nodes {
		s.intercept = append(s.intercept, h.Question*sums[j])
		rise, grade := make([]float64, len(n.texts)), make([]float64, len(n.texts))
		for k, t := range n.texts {
			v := s.shared + s.intercept[j] + dot(t.cues, s.weights) + dot(n.row(k), beta[j])
			rise[k], grade[k] = v, sigmoid(n.mean[k]+v)
			roughness += v * beta[j][k]
		}
		s.rise, s.grade = append(s.rise, rise), append(s.grade, grade)
	}
	s.average = make([]float64, len(b.ratings))
	s.fitted = make([]float64, b.observations())
	for i := range b.ratings {
		for j, n := range b.nodes {
			s.average[i] += s.grade[j][n.at[i]]
		}
		s.average[i] /= float64(len(b.nodes))
		s.fitted[i] = s.rating(s.average[i])
	}
	for k, a := range b.answers {
		s.fitted[len(b.ratings)+k] = s.grade[a.question][a.node]
	}
	d0, d1 := (top-1)/h.Top, (reach-1)/h.Reach
	misfit := roughness + d0*d0 + d1*d1
	for i, f := range s.fitted {
		e := b.target(i) - f
		misfit += e * e / b.noise(h, i)
	}
	s.objective = misfit / 2
	return s
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
func (b *problem) start(h Hyper) *state {
	beta := make([][]float64, len(b.nodes))
	for j, n := range b.nodes {
		beta[j] = make([]float64, len(n.texts))
	}
	return b.at(h, beta, 1, 1)
}
