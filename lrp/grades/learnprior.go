package grades

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// Graded is a question with responses whose grades are known.
type Graded struct {
	Question  *features.Question
	Responses []*text.Doc
	Grades    []float64 // in [0,1], one a response
}

const (
	priorWeight    = 4.0 // prior variance of a weight and of the intercept's distance between questions
	priorQuestion  = 1.0
	priorIntercept = 100.0
	priorSteps     = 100
)

// ErrNotGraded is returned by LearnPrior where there is nothing to learn from.
var ErrNotGraded = errors.New("grades: no graded responses to a question with a key")

// LearnPrior learns a prior from questions with a key, each distinct response counting once: logistic
// regression of the mean grade on the cues, with an intercept for each question, by the posterior mode
// under Gaussian priors. A nil list of cues means [Cues].
func LearnPrior(source string, cues []Cue, graded []Graded) (Prior, error) {
	if cues == nil {
		cues = Cues()
	}
	p := Prior{Source: source, Weights: make(map[string]float64)}
	var rows []gradedRow
	var sum, count float64
	for j, g := range graded {
		if len(g.Responses) != len(g.Grades) {
			return p, fmt.Errorf("%w: question %s has %d responses and %d grades", ErrShape, g.Question.ID, len(g.Responses), len(g.Grades))
		}
		if len(g.Question.Key) == 0 {
			continue
		}
		for i, v := range g.Grades {
			if !(v >= 0 && v <= 1) {
				return p, fmt.Errorf("grades: grade %d of question %s is %v, 0 to 1 is needed", i, g.Question.ID, v)
			}
			if !g.Responses[i].Empty() {
				sum += v
				count++
			}
		}
		rows = append(rows, g.rows(j, cues)...)
	}
	if count == 0 {
		return p, ErrNotGraded
	}
	theta, err := logistic(rows, len(cues), len(graded))
	if err != nil {
		return p, err
	}
	p.Intercept = round(theta[0])
	mean := min(max(sum/count, 0.01), 0.99)
	p.Unkeyed = round(math.Log(mean / (1 - mean)))
	for k, c := range cues {
		p.Weights[c.Name] = round(theta[1+k])
	}
	return p, nil
}

// round keeps the figures of a prior that mean something.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// gradedRow is a distinct response with its mean grade.
type gradedRow struct {
	x        []float64 // 1 and the cues
	grade    float64
	question int
}

func (g *Graded) rows(question int, cues []Cue) []gradedRow {
	prepared := make([]func(*text.Doc) float64, len(cues))
	for k, c := range cues {
		prepared[k] = c.prepare(g.Question)
	}
	var rows []gradedRow
	var times []float64
	place := make(map[string]int)
	for i, d := range g.Responses {
		k, ok := place[d.Raw]
		if !ok {
			k = len(rows)
			place[d.Raw] = k
			x := []float64{1}
			for _, cue := range prepared {
				x = append(x, cue(d))
			}
			rows = append(rows, gradedRow{x: x, question: question})
			times = append(times, 0)
		}
		rows[k].grade += g.Grades[i]
		times[k]++
	}
	for k := range rows {
		rows[k].grade /= times[k]
	}
	return rows
}

// logistic returns the mode of the intercept, the weights and the questions' intercepts, by Newton's method.
func logistic(rows []gradedRow, cues, questions int) ([]float64, error) {
	size := 1 + cues + questions
	precision := make([]float64, size)
	for k := range precision {
		switch {
		case k == 0:
			precision[k] = 1 / priorIntercept
		case k <= cues:
			precision[k] = 1 / priorWeight
		default:
			precision[k] = 1 / priorQuestion
		}
	}
	theta := make([]float64, size)
	for range priorSteps {
		hessian := mat.NewSymDense(size, nil)
		gradient := mat.NewVecDense(size, nil)
		for k, v := range precision {
			hessian.SetSym(k, k, v)
			gradient.SetVec(k, -v*theta[k])
		}
		for _, r := range rows {
			own := 1 + cues + r.question
			g := theta[own]
			for k, x := range r.x {
				g += theta[k] * x
			}
			p := sigmoid(g)
			rest, curve := r.grade-p, p*(1-p)
			for k, x := range r.x {
				gradient.SetVec(k, gradient.AtVec(k)+rest*x)
				for l := k; l < len(r.x); l++ {
					hessian.SetSym(k, l, hessian.At(k, l)+curve*x*r.x[l])
				}
				hessian.SetSym(k, own, hessian.At(k, own)+curve*x)
			}
			gradient.SetVec(own, gradient.AtVec(own)+rest)
			hessian.SetSym(own, own, hessian.At(own, own)+curve)
		}
		var factor mat.Cholesky
		if !factor.Factorize(hessian) {
			return nil, errNotPositive
		}
		var step mat.VecDense
		if err := factor.SolveVecTo(&step, gradient); err != nil && !errors.As(err, new(mat.Condition)) {
			return nil, err
		}
		var longest float64
		for k := range theta {
			theta[k] += step.AtVec(k)
			longest = max(longest, math.Abs(step.AtVec(k)))
		}
		if longest < 1e-10 {
			break
		}
	}
	return theta, nil
}
