package auto

import (
	"gonum.org/v1/gonum/floats"

	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/parallel"
)

// coefficients are the model's parameters except the functions of the texts.
type coefficients struct {
	top, reach float64   // of the map from mean grades to ratings
	weights    []float64 // s - s₀
	shared     float64   // b - b₀
	intercept  []float64 // b_q, by question
}

// rating returns the rating of a respondent with this mean grade.
func (c *coefficients) rating(meanGrade float64) float64 { return c.top - c.reach*(1-meanGrade) }

// point is a point of the search for a mode. By the representer theorem g - m = K·beta at the
// mode, so beta, top and reach determine everything else.
type point struct {
	coefficients
	beta  nodeValues
	gamma []float64 // by respondent: h = K·gamma with the kernel of h

	latent    nodeValues // g - m
	grade     nodeValues // σ(g)
	meanGrade []float64  // by respondent
	whole     []float64  // by respondent: h
	fitted    []float64  // by respondent: the prediction of the rating
	roughness float64    // (u - u₀)ᵀΣ⁻¹(u - u₀)
	objective float64    // minus the log posterior up to a constant
}

// newPoint returns a point without values.
func (b *problem) newPoint() *point {
	return &point{
		coefficients: coefficients{
			weights: make([]float64, b.prior.cues()), intercept: make([]float64, len(b.nodes)),
		},
		beta: b.newNodeValues(), gamma: make([]float64, len(b.Ratings)),
		latent: b.newNodeValues(), grade: b.newNodeValues(),
		whole:     make([]float64, len(b.Ratings)),
		meanGrade: make([]float64, len(b.Ratings)), fitted: make([]float64, len(b.Ratings)),
	}
}

// priorMean returns the point at the prior mean, where the search for a mode starts.
func (b *problem) priorMean(h *hyper) *point {
	return b.pointAt(h, nil, nil, b.scale.top, b.scale.reach)
}

// pointAt returns the point with these values, of which beta is by question and node. Lists may be
// nil for zeros.
func (b *problem) pointAt(h *hyper, beta [][]float64, gamma []float64, top, reach float64) *point {
	s := b.newPoint()
	copy(s.gamma, gamma)
	for j := range beta {
		copy(s.beta.of[j], beta[j])
	}
	s.top, s.reach = top, reach
	b.evaluate(h, s)
	return s
}

// evaluate computes all of s from beta, gamma, top and reach.
func (b *problem) evaluate(h *hyper, s *point) {
	b.computeLatent(h, s)
	b.computeWhole(h, s)
	b.computeGrades(h, s)
}

// computeWhole computes what h is above its prior mean, K·gamma.
func (b *problem) computeWhole(h *hyper, s *point) {
	if b.people == nil {
		return
	}
	kernel, gamma := b.people.kernelOf(h), b.people.sums(s.gamma)
	n := len(gamma)
	whole := make([]float64, n)
	parallel.EachOf((n+manyRows-1)/manyRows, 1, func(block int) {
		from, to := block*manyRows, min(n, (block+1)*manyRows)
		dense.Multiply(whole[from:to], kernel[from*n:], n, gamma)
	})
	for i, k := range b.row {
		s.whole[i] = whole[k]
	}
}

// computeLatent computes from beta what is linear in it: g - m = K·beta and the coefficients
//
//	s - s₀ = Weight·Σ beta·z,     b - b₀ = Shared·Σ beta,     b_q = Question·Σ_q beta
//
// that contribute to it.
func (b *problem) computeLatent(h *hyper, s *point) {
	var total float64
	for j, beta := range s.beta.of {
		sum := floats.Sum(beta)
		s.intercept[j] = h.Question * sum
		total += sum
	}
	s.shared = h.Shared * total
	for j, n := range b.nodes {
		latent := s.latent.of[j]
		if n.kernel == nil {
			clear(latent)
		} else {
			dense.Multiply(latent, n.kernel, n.size(), s.beta.of[j])
		}
		floats.AddConst(s.shared+s.intercept[j], latent)
	}
	clear(s.weights)
	if h.Weight == 0 {
		return
	}
	for c, cue := range b.cues {
		s.weights[c] = h.Weight * dense.Dot(s.beta.all, cue.all)
		dense.AddScaled(s.latent.all, s.weights[c], cue.all)
	}
}

// computeGrades computes the grades, the predictions and the objective.
func (b *problem) computeGrades(h *hyper, s *point) {
	dense.Logistic(s.grade.all, s.latent.all, b.means.all)
	b.sumGrades(h, s)
	for i := range s.meanGrade {
		s.meanGrade[i] *= b.weight[i]
		s.meanGrade[i] /= float64(len(b.nodes))
		s.fitted[i] = s.rating(s.meanGrade[i]) + s.whole[i]
		if b.people != nil {
			s.fitted[i] += b.people.mean(h, i)
		}
	}
	b.computeObjective(h, s)
}

// sumGrades sets meanGrade to the sums of the grades by how much they count.
func (b *problem) sumGrades(h *hyper, s *point) {
	clear(s.meanGrade)
	for j, n := range b.nodes {
		grade := s.grade.of[j]
		if b.points != nil || len(n.blank) > 0 && h.blankShare() < 1 {
			grade = append(b.workspace().node[:0], grade...)
			floats.Scale(pointsOf(b.points, j), grade)
			for _, k := range n.blank {
				grade[k] *= h.blankShare()
			}
		}
		sums := s.meanGrade[:len(n.at)]
		for i, k := range n.at {
			sums[i] += grade[k]
		}
	}
}

// computeObjective computes the objective, with (g - m)ᵀK⁻¹(g - m) = (g - m)ᵀbeta and likewise
// hᵀgamma.
func (b *problem) computeObjective(h *hyper, s *point) {
	roughness := dense.Dot(s.whole, s.gamma) + dense.Dot(s.latent.all, s.beta.all)
	d0, d1 := (s.top-b.scale.top)/b.scale.topSD, (s.reach-b.scale.reach)/b.scale.reachSD
	s.roughness = roughness + d0*d0 + d1*d1
	sum := s.roughness
	for r, i := range b.observed {
		e := b.rated.mean[r] - s.fitted[i]
		sum += b.rated.count[r] * e * e / (h.Noise * h.Noise)
	}
	sum += b.rated.within / (h.Noise * h.Noise)
	for k := range b.answers {
		a := &b.answers[k]
		value, variance := a.value(h)
		e := value - a.share(h)*s.grade.of[a.question][a.node]
		sum += e * e / variance
	}
	s.objective = sum / 2
}

// interpolate sets s to a + step·(z - a).
func (b *problem) interpolate(h *hyper, s, a, z *point, step float64) {
	lerp(s.beta.all, a.beta.all, z.beta.all, step)
	lerp(s.gamma, a.gamma, z.gamma, step)
	s.top, s.reach = a.top+step*(z.top-a.top), a.reach+step*(z.reach-a.reach)
	b.evaluate(h, s)
}

// lerp sets x to a + step·(z - a).
func lerp(x, a, z []float64, step float64) {
	for k, v := range a {
		x[k] = v + step*(z[k]-v)
	}
}
