package grades

import (
	"errors"
	"fmt"
	"math"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/dense"
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

var errNotGraded = errors.New("grades: no graded responses to a question with a key")

// LearnPrior learns a prior from questions with a key; those without one are skipped. It is the
// logistic regression of grades on cues,
//
//	grade(t) ≈ σ(b + b_q + sᵀz_q(t)),  s ~ N(0, 4·I),  b ~ N(0, 100),  b_q ~ N(0, 1)
//
// by the posterior mode, where every distinct response to a question counts once, with the mean of
// its grades. Source says what the prior was learned from. LearnPrior fails if a grade is not in
// [0,1], if responses and grades differ in number, or if there is nothing to learn from.
func LearnPrior(source string, graded []Graded) (Prior, error) {
	return learnPrior(source, cuesOf(nil), graded)
}

func learnPrior(source string, cues []cue, graded []Graded) (Prior, error) {
	p := Prior{Source: source, Weights: make(map[string]float64)}
	var rows []gradedRow
	var sum, count float64
	for j, g := range graded {
		if err := g.check(); err != nil {
			return p, err
		}
		if len(g.Question.Key) == 0 {
			continue
		}
		for i, v := range g.Grades {
			if !g.Responses[i].Empty() {
				sum += v
				count++
			}
		}
		rows = append(rows, g.rows(j, cues)...)
	}
	if count == 0 {
		return p, errNotGraded
	}
	theta, err := logistic(rows, len(cues), len(graded))
	if err != nil {
		return p, err
	}
	p.Intercept = round(theta[0])
	mean := min(max(sum/count, 0.01), 0.99)
	p.Unkeyed = round(math.Log(mean / (1 - mean)))
	for k, c := range cues {
		p.Weights[c.name] = round(theta[1+k])
	}
	return p, nil
}

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

func (g *Graded) rows(question int, cues []cue) []gradedRow {
	prepared := make([]func(*text.Doc) float64, len(cues))
	for k, c := range cues {
		prepared[k] = c.prepare(g.Question)
	}
	var rows []gradedRow
	var counts []float64
	index := make(map[string]int)
	for i, d := range g.Responses {
		k, ok := index[d.Raw]
		if !ok {
			k = len(rows)
			index[d.Raw] = k
			x := []float64{1}
			for _, cue := range prepared {
				x = append(x, cue(d))
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
// order, by Newton's method.
func logistic(rows []gradedRow, cues, questions int) ([]float64, error) {
	size := 1 + cues + questions
	precision := priorPrecision(cues, questions)
	theta, step, hessian := make([]float64, size), make([]float64, size), make([]float64, size*size)
	for range maxPriorSteps {
		clear(hessian)
		for k, v := range precision {
			hessian[k*size+k] = v
			step[k] = -v * theta[k]
		}
		for _, r := range rows {
			r.add(theta, step, hessian)
		}
		// The gradient in step becomes the Newton step H⁻¹·gradient.
		if !dense.Cholesky(hessian, size, size) {
			return nil, errNotPositive
		}
		dense.SolveTransposed(hessian, size, size, step)
		dense.Solve(hessian, size, size, step)
		var longest float64
		for k, v := range step {
			theta[k] += v
			longest = max(longest, math.Abs(v))
		}
		if longest < tolPrior {
			break
		}
	}
	return theta, nil
}

// priorPrecision returns the prior precisions of the parameters of [logistic].
func priorPrecision(cues, questions int) []float64 {
	precision := []float64{1 / priorIntercept}
	for range cues {
		precision = append(precision, 1/priorWeight)
	}
	for range questions {
		precision = append(precision, 1/priorQuestion)
	}
	return precision
}

// add adds the row's part to the gradient of the log posterior at theta and to the upper triangle
// of minus its Hessian.
func (r *gradedRow) add(theta, gradient, hessian []float64) {
	size := len(theta)
	own := len(r.x) + r.question
	g := theta[own]
	for k, x := range r.x {
		g += theta[k] * x
	}
	p := sigmoid(g)
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
