package loebner

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// contrast is a comparison of two participants, by number. The first one got share of weight.
type contrast struct {
	a, b          int
	share, weight float64
}

// bradleyTerry is the model of Bradley and Terry (1952): a is preferred to b with probability
// σ(θa-θb), where σ is the logistic function. The penalty is that of prior comparisons of each
// participant with one of strength 0, half of them won: it keeps the strengths of those that always
// or never won finite, and says where 0 is.
type bradleyTerry struct {
	n         int
	contrasts []contrast
	prior     float64
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// logLogistic returns log σ(x) without overflow.
func logLogistic(x float64) float64 {
	if x < 0 {
		return x - math.Log1p(math.Exp(x))
	}
	return -math.Log1p(math.Exp(-x))
}

// value returns the penalised log-likelihood.
func (m *bradleyTerry) value(theta []float64) float64 {
	sum := 0.0
	for _, c := range m.contrasts {
		d := theta[c.a] - theta[c.b]
		sum += c.weight * (c.share*logLogistic(d) + (1-c.share)*logLogistic(-d))
	}
	for _, t := range theta {
		sum += m.prior / 2 * (logLogistic(t) + logLogistic(-t))
	}
	return sum
}

// fit maximises the likelihood by Newton's method with halved steps, from start. If fixed is not
// negative, that participant keeps its strength.
func (m *bradleyTerry) fit(start []float64, fixed int) ([]float64, error) {
	theta := append([]float64(nil), start...)
	value := m.value(theta)
	for range 200 {
		step, slope := m.step(theta, fixed)
		if step == nil {
			return nil, fmt.Errorf("the strengths cannot be estimated: the information is singular")
		}
		if slope < 1e-12 {
			return theta, nil
		}
		next, better := m.halve(theta, step, value)
		if better <= value {
			return theta, nil // no step helps beyond rounding
		}
		theta, value = next, better
	}
	return theta, nil
}

// step returns Newton's step and the rise of the value along it, nil if there is none.
func (m *bradleyTerry) step(theta []float64, fixed int) (step []float64, slope float64) {
	gradient := mat.NewVecDense(m.n, nil)
	information := mat.NewSymDense(m.n, nil)
	add := func(i, j int, x float64) { information.SetSym(i, j, information.At(i, j)+x) }
	for _, c := range m.contrasts {
		p := logistic(theta[c.a] - theta[c.b])
		g, h := c.weight*(c.share-p), c.weight*p*(1-p)
		gradient.SetVec(c.a, gradient.AtVec(c.a)+g)
		gradient.SetVec(c.b, gradient.AtVec(c.b)-g)
		add(c.a, c.a, h)
		add(c.b, c.b, h)
		add(c.a, c.b, -h)
	}
	for i, t := range theta {
		p := logistic(t)
		gradient.SetVec(i, gradient.AtVec(i)+m.prior*(0.5-p))
		add(i, i, m.prior*p*(1-p))
	}
	if fixed >= 0 {
		for j := range m.n {
			information.SetSym(fixed, j, 0)
		}
		information.SetSym(fixed, fixed, 1)
		gradient.SetVec(fixed, 0)
	}
	var cholesky mat.Cholesky
	var solution mat.VecDense
	if !cholesky.Factorize(information) || cholesky.SolveVecTo(&solution, gradient) != nil {
		return nil, 0
	}
	return solution.RawVector().Data, mat.Dot(&solution, gradient)
}

// halve shortens a step until it raises the value.
func (m *bradleyTerry) halve(theta, step []float64, value float64) ([]float64, float64) {
	next := make([]float64, m.n)
	for scale := 1.0; scale > 1e-9; scale /= 2 {
		for i := range next {
			next[i] = theta[i] + scale*step[i]
		}
		if v := m.value(next); v > value {
			return next, v
		}
	}
	return theta, value
}

// critical is the 95% point of χ² with one degree of freedom.
const critical = 3.841458820694124

// interval returns the 95% interval of a strength by profile likelihood: the values for which twice
// the fall of the maximum of the value, all other strengths being free, is at most [critical].
func (m *bradleyTerry) interval(theta []float64, i int) (low, high float64, err error) {
	best := m.value(theta)
	side := func(direction float64) (float64, error) {
		at := append([]float64(nil), theta...)
		inside, outside := 0.0, 0.0
		for distance := 1.0; distance < 1e6; distance *= 2 {
			fell, err := m.fall(at, theta[i]+direction*distance, i, best)
			if err != nil {
				return 0, err
			}
			if fell > critical {
				outside = distance
				break
			}
			inside = distance
		}
		if outside == 0 {
			return math.Inf(int(direction)), nil
		}
		for range 40 {
			middle := (inside + outside) / 2
			fell, err := m.fall(at, theta[i]+direction*middle, i, best)
			if err != nil {
				return 0, err
			}
			if fell > critical {
				outside = middle
			} else {
				inside = middle
			}
		}
		return theta[i] + direction*inside, nil
	}
	if low, err = side(-1); err == nil {
		high, err = side(1)
	}
	return low, high, err
}

// fall returns twice the fall of the value from best if a strength is set. At is where the search
// starts, and where it ended.
func (m *bradleyTerry) fall(at []float64, strength float64, i int, best float64) (float64, error) {
	at[i] = strength
	fitted, err := m.fit(at, i)
	if err != nil {
		return 0, err
	}
	copy(at, fitted)
	return 2 * (best - m.value(at)), nil
}

// components groups participants between whom wins lead both ways, perhaps over others, those that
// won over the others first. With a single group the likelihood has a maximum without penalty (Ford
// 1957).
func (m *bradleyTerry) components() [][]int {
	reaches := make([][]bool, m.n)
	for i := range reaches {
		reaches[i] = make([]bool, m.n)
		reaches[i][i] = true
	}
	for _, c := range m.contrasts {
		if c.share > 0 {
			reaches[c.a][c.b] = true
		}
		if c.share < 1 {
			reaches[c.b][c.a] = true
		}
	}
	for k := range m.n {
		for i := range m.n {
			if reaches[i][k] {
				for j := range m.n {
					reaches[i][j] = reaches[i][j] || reaches[k][j]
				}
			}
		}
	}
	return grouped(reaches)
}

// grouped lists the groups that reach each other, those that reach more first.
func grouped(reaches [][]bool) [][]int {
	n := len(reaches)
	count := make([]int, n)
	for i := range n {
		for j := range n {
			if reaches[i][j] {
				count[i]++
			}
		}
	}
	var groups [][]int
	done := make([]bool, n)
	for size := n; size > 0; size-- {
		for i := range n {
			if done[i] || count[i] != size {
				continue
			}
			var group []int
			for j := range n {
				if reaches[i][j] && reaches[j][i] {
					group = append(group, j)
					done[j] = true
				}
			}
			groups = append(groups, group)
		}
	}
	return groups
}
