package regress

import "math"

// smo solves the dual of [SVR],
//
//	min ½ aᵀK a - yᵀa + ε Σ|a_i|,  a = up - down,  0 <= up, down <= C,  Σ a_i = 0.
//
// A step moves a_i up and a_j down by the same amount. The first-order gain of moving a_i up is y_i
// - f_i - ε, or y_i - f_i + ε while down_i > 0.
type smo struct {
	n          int
	k          []float64 // n x n
	y, f       []float64 // targets; K a
	up, down   []float64
	c, epsilon float64
	pairs      int
	violation  float64 // maximum violation when last searched
}

func newSMO(k, y []float64, c, epsilon float64) *smo {
	n := len(y)
	return &smo{
		n: n, k: k, y: y, c: c, epsilon: epsilon,
		f: make([]float64, n), up: make([]float64, n), down: make([]float64, n),
	}
}

func (s *smo) coef(i int) float64 { return s.up[i] - s.down[i] }

// run moves pairs until the violation is at most tol or the number of pairs reaches limit.
func (s *smo) run(tol float64, limit int) bool {
	for {
		i, iDown, j, jUp := s.choose(tol)
		if j < 0 {
			return true
		}
		if s.pairs >= limit {
			return false
		}
		s.pairs++
		s.move(i, iDown, j, jUp)
	}
}

// curvature is the curvature of the objective along the step of i and j.
func (s *smo) curvature(i, j int) float64 {
	q := s.k[i*s.n+i] + s.k[j*s.n+j] - 2*s.k[i*s.n+j]
	if q <= 0 {
		return 1e-12
	}
	return q
}

// choose returns the coefficient i whose increase, by its down or up, gains most, and the
// coefficient j whose decrease, by its up or down, together with it lowers the objective most to
// second order. j is -1 if no pair gains more than tol.
func (s *smo) choose(tol float64) (i int, iDown bool, j int, jUp bool) {
	i, j = -1, -1
	top := math.Inf(-1)
	for t := range s.n {
		r := s.y[t] - s.f[t]
		if s.up[t] < s.c && r-s.epsilon > top {
			top, i, iDown = r-s.epsilon, t, false
		}
		if s.down[t] > 0 && r+s.epsilon > top {
			top, i, iDown = r+s.epsilon, t, true
		}
	}
	bottom := math.Inf(1)
	best := 0.0
	if i < 0 {
		return i, iDown, -1, false
	}
	row := s.k[i*s.n : (i+1)*s.n]
	for t := range s.n {
		r := s.y[t] - s.f[t]
		low, byUp := math.Inf(1), false
		if s.up[t] > 0 {
			low, byUp = r-s.epsilon, true
		}
		if s.down[t] < s.c && r+s.epsilon < low {
			low, byUp = r+s.epsilon, false
		}
		bottom = min(bottom, low)
		// The lesser of the two gains of t counts; rarely are both possible.
		if d := top - low; d > 0 {
			q := row[i] + s.k[t*s.n+t] - 2*row[t]
			if q <= 0 {
				q = 1e-12
			}
			if gain := d * d / q; gain > best {
				best, j, jUp = gain, t, byUp
			}
		}
	}
	s.violation = top - bottom
	if !(s.violation > tol) {
		return i, iDown, -1, false
	}
	return i, iDown, j, jUp
}

// move makes the best step of the pair within the bounds.
func (s *smo) move(i int, iDown bool, j int, jUp bool) {
	gain := s.y[i] - s.f[i] - (s.y[j] - s.f[j])
	iRoom, jRoom := s.c-s.up[i], s.c-s.down[j]
	if iDown {
		gain, iRoom = gain+s.epsilon, s.down[i]
	} else {
		gain -= s.epsilon
	}
	if jUp {
		gain, jRoom = gain+s.epsilon, s.up[j]
	} else {
		gain -= s.epsilon
	}
	step := min(gain/s.curvature(i, j), iRoom, jRoom)
	// Meet a bound exactly.
	switch {
	case iDown && step == iRoom:
		s.down[i] = 0
	case iDown:
		s.down[i] -= step
	case step == iRoom:
		s.up[i] = s.c
	default:
		s.up[i] += step
	}
	switch {
	case jUp && step == jRoom:
		s.up[j] = 0
	case jUp:
		s.up[j] -= step
	case step == jRoom:
		s.down[j] = s.c
	default:
		s.down[j] += step
	}
	ki, kj := s.k[i*s.n:(i+1)*s.n], s.k[j*s.n:(j+1)*s.n]
	for t := range s.f {
		s.f[t] += step * (ki[t] - kj[t])
	}
}

// intercept returns b: the mean of the residuals that place free coefficients at the edge of the
// tube or, if none is free, the middle of the interval that the bounds allow.
func (s *smo) intercept() float64 {
	var sum float64
	free := 0
	lo, hi := math.Inf(-1), math.Inf(1)
	edge := func(r float64, openUp, openDown bool) {
		switch {
		case openUp && openDown:
			sum += r
			free++
		case openUp:
			lo = max(lo, r)
		default:
			hi = min(hi, r)
		}
	}
	for t := range s.n {
		r := s.y[t] - s.f[t]
		edge(r-s.epsilon, s.up[t] < s.c, s.up[t] > 0)
		edge(r+s.epsilon, s.down[t] > 0, s.down[t] < s.c)
	}
	if free > 0 {
		return sum / float64(free)
	}
	return (lo + hi) / 2
}
