package grades

import (
	"errors"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

const (
	mostSteps    = 300
	shortestStep = 1e-3
)

var errNotPositive = errors.New("grades: the covariance of the ratings is not positive definite")

// Decreases of the objective, in nats, at which to stop.
const (
	roughly   = 0.1   // for comparing hyper-parameters
	well      = 0.01  // for predictions
	precisely = 0.001 // for leaving out one respondent, which changes little
)

// mode is the posterior's mode with the model linearised there: a Gaussian process on the observations.
type mode struct {
	*state
	slope      [][]float64  // derivative of observation i by g of its node of question j: [j][i]
	covariance mat.Cholesky // of the observations, noise included
	alpha      []float64    // covariance⁻¹ of what is left of the observations by the prior's mean
	converged  bool
}

// climb finds the mode from a start by Gauss-Newton steps, halved until the objective decreases, and stops
// where it decreases by less than enough.
func (b *problem) climb(h Hyper, s *state, enough float64) (*mode, error) {
	m := &mode{state: s}
	for range mostSteps {
		if err := b.linearise(h, m); err != nil {
			return nil, err
		}
		beta, top, reach := b.newton(h, m)
		next := b.search(h, m.state, beta, top, reach)
		if next == nil {
			m.converged = true
			return m, nil
		}
		gain := m.objective - next.objective
		m.state = next
		if gain < enough {
			m.converged = true
			break
		}
	}
	return m, b.linearise(h, m)
}

// search returns the first point on the way from s to beta, top, reach, halving the step, that is better
// than s, or nil.
func (b *problem) search(h Hyper, s *state, beta [][]float64, top, reach float64) *state {
	for step := 1.0; step >= shortestStep; step /= 2 {
		mixed := make([][]float64, len(beta))
		for j := range beta {
			mixed[j] = make([]float64, len(beta[j]))
			for k, v := range beta[j] {
				mixed[j][k] = s.beta[j][k] + step*(v-s.beta[j][k])
			}
		}
		if next := b.at(h, mixed, s.top+step*(top-s.top), s.reach+step*(reach-s.reach)); next.objective < s.objective {
			return next
		}
	}
	return nil
}

// linearise computes slope, covariance and alpha at the present state.
func (b *problem) linearise(h Hyper, m *mode) error {
	n, q := b.observations(), len(b.nodes)
	m.slope = make([][]float64, q)
	for j := range m.slope {
		m.slope[j] = make([]float64, n)
		for i := range n {
			k := b.node(j, i)
			if k < 0 {
				continue
			}
			p := m.grade[j][k]
			m.slope[j][i] = p * (1 - p)
			if i < len(b.ratings) {
				m.slope[j][i] *= m.reach / float64(q)
			}
		}
	}
	if n == 0 {
		return nil
	}
	c := b.covarianceOf(h, m)
	if !m.covariance.Factorize(c) {
		return errNotPositive
	}
	rest := mat.NewVecDense(n, nil)
	for i := range n {
		v := b.target(i) - m.fitted[i]
		for j := range b.nodes {
			if g := m.slope[j][i]; g != 0 {
				v += g * m.rise[j][b.node(j, i)]
			}
		}
		if i < len(b.ratings) {
			v += m.top - 1 + (m.average[i]-1)*(m.reach-1)
		}
		rest.SetVec(i, v)
	}
	alpha, err := solve(&m.covariance, rest)
	if err != nil {
		return err
	}
	m.alpha = alpha.RawVector().Data
	return nil
}

// covarianceOf returns the covariance of the observations in the linearised model.
func (b *problem) covarianceOf(h Hyper, m *mode) *mat.SymDense {
	n := b.observations()
	c := mat.NewSymDense(n, nil)
	raw := c.RawSymmetric()
	at := make([]int, n)
	for j, nodes := range b.nodes {
		slope := m.slope[j]
		for i := range n {
			at[i] = max(0, b.node(j, i))
		}
		for i, g := range slope {
			if g == 0 {
				continue
			}
			k := nodes.row(at[i])
			row := raw.Data[i*raw.Stride : i*raw.Stride+n]
			for l := i; l < n; l++ {
				row[l] += g * slope[l] * (k[at[l]] + h.Question)
			}
		}
	}
	// What the questions share, and top and reach, have covariances of low rank.
	shared := b.sharedSlopes(h, m)
	blas64.Syrk(blas.NoTrans, 1, shared.RawMatrix(), 1, raw)
	for i := range n {
		raw.Data[i*raw.Stride+i] += b.noise(h, i)
	}
	return c
}

// sharedSlopes returns the derivatives of the observations by the shared parameters: weights,
// intercept, top and reach, each times its prior standard deviation.
func (b *problem) sharedSlopes(h Hyper, m *mode) *mat.Dense {
	cues := b.prior.cues()
	d := mat.NewDense(b.observations(), cues+3, nil)
	scale := newScales(h)
	for i := range b.observations() {
		row := d.RawRowView(i)
		for j, nodes := range b.nodes {
			if g := m.slope[j][i]; g != 0 {
				for k, z := range nodes.texts[b.node(j, i)].cues {
					row[k] += g * z * scale.weight
				}
				row[cues] += g * scale.shared
			}
		}
		if i < len(b.ratings) {
			row[cues+1] = h.Top
			row[cues+2] = h.Reach * (m.average[i] - 1)
		}
	}
	return d
}

// newton returns the mode of the linearised model.
func (b *problem) newton(h Hyper, m *mode) (beta [][]float64, top, reach float64) {
	beta = make([][]float64, len(b.nodes))
	for j, nodes := range b.nodes {
		beta[j] = make([]float64, len(nodes.texts))
		for i, a := range m.alpha {
			if g := m.slope[j][i]; g != 0 {
				beta[j][b.node(j, i)] += g * a
			}
		}
	}
	top, reach = 1, 1
	for i := range b.ratings {
		top += h.Top * h.Top * m.alpha[i]
		reach += h.Reach * h.Reach * m.alpha[i] * (m.average[i] - 1)
	}
	return beta, top, reach
}

// precision returns the diagonal of the inverse covariance of the observations.
func (m *mode) precision() ([]float64, error) {
	var inverse mat.SymDense
	if err := m.covariance.InverseTo(&inverse); err != nil && !errors.As(err, new(mat.Condition)) {
		return nil, err
	}
	d := make([]float64, inverse.SymmetricDim())
	for i := range d {
		d[i] = inverse.At(i, i)
	}
	return d, nil
}

// solve returns the solution of the system with a factorised matrix; an ill-conditioned one is no error.
func solve(c *mat.Cholesky, b *mat.VecDense) (*mat.VecDense, error) {
	var x mat.VecDense
	if err := c.SolveVecTo(&x, b); err != nil && !errors.As(err, new(mat.Condition)) {
		return nil, err
	}
	return &x, nil
}
