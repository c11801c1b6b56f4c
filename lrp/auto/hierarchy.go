package auto

import (
	"fmt"
	"math"
	"slices"
)

const (
	// betweenVariance and betweenWeight are the prior guess of the variance between exams, which is
	// that of a single exam's parameters, and how many exams it counts for.
	betweenVariance = 4.0
	betweenWeight   = 2.0
	// priorMean is the prior variance of the mean over exams of each weight.
	priorMean = 100.0
	maxEM     = 200
	tolEM     = 1e-5 // largest relative change of a variance in the last step
)

// interceptName is the name of the intercept in [Prior].Between.
const interceptName = "intercept"

// LearnPrior learns a prior from exams. Source says what they are. The prior from one exam is the
// logistic regression of grades on cues, by the posterior mode, where every distinct response to a
// question counts once, with the mean of its grades:
//
//	grade(t) ≈ σ(b + b_q + sᵀz_q(t)),  s ~ N(0, 4·I),  b ~ N(0, 100),  b_q ~ N(0, 1)
//
// The parameters of several, the intercept and the weights, vary between them:
//
//	grade(t) ≈ σ(b_e + b_q + s_eᵀz_q(t))
//	b_e ~ N(b₀, v_b),  s_ek ~ N(s₀k, v_k),  b_q ~ N(0, 1)
//	b₀ ~ N(0, 100),  s₀ ~ N(0, 100·I),        v ~ scaled inverse χ²(2 exams, 4)
//
// The prior has b₀ and s₀, and the variances v as Between. They maximise the marginal posterior,
// in which the parameters of the single exams are integrated over by Laplace's method, by the EM
// algorithm. So a large exam tells no more about another than a small one whose grades determine
// its parameters as well.
//
// It also learns the weights of a transductive model, in the same way. It fails if there is no exam
// ([ErrNotGraded]).
//
// Source: A. Gelman et al., Bayesian Data Analysis, 3rd edition 2013, chapter 15.
func LearnPrior(source string, exams ...*Exam) (Prior, error) {
	p, err := learnFromExams(source, exams)
	if err != nil {
		return p, err
	}
	p.Encoder = exams[0].encoder
	var transductive []*Exam
	for _, e := range exams {
		if e.transductive == nil {
			return p, nil
		}
		transductive = append(transductive, e.transductive)
	}
	t, err := learnFromExams(source, transductive)
	p.Transductive = &TransductivePrior{t.Intercept, t.Weights}
	return p, err
}

// learnFromExams learns a prior with the cues of the exams.
func learnFromExams(source string, exams []*Exam) (Prior, error) {
	p := Prior{Source: source, Weights: make(map[string]float64)}
	if len(exams) == 0 {
		return p, ErrNotGraded
	}
	var sum, count float64
	for _, e := range exams {
		if !slices.Equal(e.cues, exams[0].cues) {
			return p, fmt.Errorf("%w: found exams with different cues", errShape)
		}
		p.Exams = append(p.Exams, e.about)
		sum, count = sum+e.sum, count+e.count
	}
	mean := min(max(sum/count, 0.01), 0.99)
	p.Unkeyed = round(math.Log(mean / (1 - mean)))
	h := newHierarchy(len(exams), len(exams[0].cues))
	if len(exams) == 1 {
		theta, _, err := logistic(exams[0].rows, exams[0].questions, h.mean, h.around)
		if err != nil {
			return p, err
		}
		h.mean = theta[:len(h.mean)]
	} else {
		if err := h.learn(exams); err != nil {
			return p, err
		}
		p.Between = map[string]float64{interceptName: round(h.between[0])}
	}
	p.Intercept = round(h.mean[0])
	for k, name := range exams[0].cues {
		p.Weights[name] = round(h.mean[1+k])
		if p.Between != nil {
			p.Between[name] = round(h.between[1+k])
		}
	}
	return p, nil
}

// hierarchy is the distribution of the intercept and the weights over exams.
type hierarchy struct {
	mean    []float64
	between []float64 // variances between exams
	around  []float64 // prior variances of the mean, around 0
}

func newHierarchy(exams, cues int) *hierarchy {
	weight := priorWeight
	if exams > 1 {
		weight = priorMean
	}
	return &hierarchy{
		mean: make([]float64, 1+cues), between: slices.Repeat([]float64{betweenVariance}, 1+cues),
		around: append([]float64{priorIntercept}, slices.Repeat([]float64{weight}, cues)...),
	}
}

// learn maximises the marginal posterior by the EM algorithm.
func (h *hierarchy) learn(exams []*Exam) error {
	modes, spreads := make([][]float64, len(exams)), make([][]float64, len(exams))
	for range maxEM {
		for i, e := range exams {
			var err error
			modes[i], spreads[i], err = logistic(e.rows, e.questions, h.mean, h.between)
			if err != nil {
				return err
			}
		}
		if h.update(modes, spreads) < tolEM {
			break
		}
	}
	return nil
}

// update sets mean and variances from the modes and variances of the exams' parameters. It returns
// the largest relative change of a variance.
func (h *hierarchy) update(modes, spreads [][]float64) (change float64) {
	n := float64(len(modes))
	for k := range h.mean {
		var sum float64
		for _, m := range modes {
			sum += m[k]
		}
		h.mean[k] = sum / (n + h.between[k]/h.around[k])
		squares := betweenWeight * betweenVariance
		for i, m := range modes {
			d := m[k] - h.mean[k]
			squares += d*d + spreads[i][k]
		}
		v := squares / (n + betweenWeight)
		change = max(change, math.Abs(v/h.between[k]-1))
		h.between[k] = v
	}
	return change
}
