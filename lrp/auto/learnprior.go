package auto

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/numbers"
)

// Graded is a question with responses whose grades are known.
type Graded struct {
	Question  *features.Question
	Responses []*text.Doc
	Grades    []float64 // in [0,1], one per response
}

// Prior variances of the parameters of the logistic regression.
const (
	priorWeight    = 4.0   // of each weight
	priorIntercept = 100.0 // of the shared intercept
	priorQuestion  = 1.0   // of each question's intercept
)

const (
	maxPriorSteps = 100
	tolPrior      = 1e-10 // largest component of the last Newton step
)

// ErrNotGraded is the error for exams that no prior can be learned from.
var ErrNotGraded = errors.New("grades: no graded responses to a question with a key")

// check returns an error if the grades are not one in [0,1] per response.
func (g *Graded) check() error {
	if len(g.Responses) != len(g.Grades) {
		return fmt.Errorf("%w: found %d responses and %d grades for question %s, expected one "+
			"grade per response", errShape, len(g.Responses), len(g.Grades), g.Question.ID)
	}
	if len(g.Question.Key) == 0 {
		return nil
	}
	for i, v := range g.Grades {
		if !(v >= 0 && v <= 1) {
			return fmt.Errorf("grades: found grade %v for response %d to question %s, expected "+
				"0 to 1", v, i, g.Question.ID)
		}
	}
	return nil
}

// round keeps four decimals, more than are significant.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// gradedRow is a distinct response with its mean grade.
type gradedRow struct {
	x        []float64 // 1 and the cues
	grade    float64
	question int
}

// rows returns the distinct responses; see [features.Copied] for the last argument.
func (g *Graded) rows(question int, cues []cue, own []bool) []gradedRow {
	compared := prepared(cues, g.Question, g.Responses)
	var rows []gradedRow
	var counts []float64
	index := make(map[string]int)
	for i, d := range g.Responses {
		k, ok := index[d.Raw]
		if !ok {
			k = len(rows)
			index[d.Raw] = k
			x := []float64{1}
			for _, cue := range compared {
				if own != nil && own[i] {
					x = append(x, cue.rest(d))
				} else {
					x = append(x, cue.whole(d))
				}
			}
			rows = append(rows, gradedRow{x: x, question: question})
			counts = append(counts, 0)
		}
		rows[k].grade += g.Grades[i]
		counts[k]++
	}
	for k := range rows {
		rows[k].grade /= counts[k]
	}
	return rows
}

// logistic returns the mode of the intercept, the weights and the questions' intercepts, in this
// order, by Newton's method, which halves steps that lead away. The shared parameters have the
// prior of that mean and variance. It also returns the variances of the shared parameters by
// Laplace's method.
func logistic(
	rows []gradedRow, questions int, mean, variance []float64,
) (theta, spread []float64, err error) {
	l := &likelihood{
		rows: rows, centre: append(slices.Clone(mean), make([]float64, questions)...),
		precision: numbers.Map(variance, func(v float64) float64 { return 1 / v }),
	}
	l.precision = append(l.precision, slices.Repeat([]float64{1 / priorQuestion}, questions)...)
	size := len(l.centre)
	theta = slices.Clone(l.centre)
	next := make([]float64, size)
	step := make([]float64, size)
	hessian := make([]float64, size*size)
	value := l.negative(theta)
	for range maxPriorSteps {
		l.differentiate(theta, step, hessian)
		// The gradient in step becomes the Newton step H⁻¹·gradient.
		if !dense.Cholesky(hessian, size, size) {
			return nil, nil, errNotPositive
		}
		dense.SolveTransposed(hessian, size, size, step)
		dense.Solve(hessian, size, size, step)
		longest := floats.Norm(step, math.Inf(1))
		for part := 1.0; ; part /= 2 {
			for k, v := range step {
				next[k] = theta[k] + part*v
			}
			// Close to the mode the values differ by rounding alone.
			if v := l.negative(next); v <= value+1e-9*math.Abs(value) || part < 1e-6 {
				value = v
				break
			}
		}
		copy(theta, next)
		if longest < tolPrior {
			break
		}
	}
	spread = make([]float64, len(mean))
	for k := range spread {
		clear(step)
		step[k] = 1
		dense.SolveTransposed(hessian, size, size, step)
		spread[k] = dot(step, step)
	}
	return theta, spread, nil
}

// likelihood is the posterior of [logistic].
type likelihood struct {
	rows              []gradedRow
	centre, precision []float64 // of the prior
}

// negative returns minus the log posterior at theta, up to a constant.
func (l *likelihood) negative(theta []float64) float64 {
	var sum float64
	for k, v := range theta {
		sum += l.precision[k] * (v - l.centre[k]) * (v - l.centre[k]) / 2
	}
	for i := range l.rows {
		r := &l.rows[i]
		g := r.logit(theta)
		// -grade·ln σ(g) - (1-grade)·ln σ(-g), without overflow
		sum += max(g, 0) + math.Log1p(math.Exp(-math.Abs(g))) - r.grade*g
	}
	return sum
}

// differentiate sets the gradient of the log posterior at theta and the upper triangle of minus its
// Hessian.
func (l *likelihood) differentiate(theta, gradient, hessian []float64) {
	clear(hessian)
	for k, v := range l.precision {
		hessian[k*len(theta)+k] = v
		gradient[k] = v * (l.centre[k] - theta[k])
	}
	for i := range l.rows {
		l.rows[i].add(theta, gradient, hessian)
	}
}

// logit returns the logit of the row's grade.
func (r *gradedRow) logit(theta []float64) float64 {
	return theta[len(r.x)+r.question] + dot(r.x, theta[:len(r.x)])
}

// add adds the row's part to the gradient of the log posterior at theta and to the upper triangle
// of minus its Hessian.
func (r *gradedRow) add(theta, gradient, hessian []float64) {
	size := len(theta)
	own := len(r.x) + r.question
	p := sigmoid(r.logit(theta))
	residual, curvature := r.grade-p, p*(1-p)
	for k, x := range r.x {
		gradient[k] += residual * x
		for l := k; l < len(r.x); l++ {
			hessian[k*size+l] += curvature * x * r.x[l]
		}
		hessian[k*size+own] += curvature * x
	}
	gradient[own] += residual
	hessian[own*size+own] += curvature
}
