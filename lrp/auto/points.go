package auto

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Questions need not count equally: a total may be a sum of points of which some questions give
// more. Where ratings do not follow from the mean of the scores, what each question counts is
// learned from the respondents with both.

const (
	// minPointed is the number of respondents from which the points of questions are learned.
	minPointed = 8
	// unequalNoise is the standard deviation of ratings about the mean of the scores from which
	// questions are thought to count unequally.
	unequalNoise = 0.01
	// clearerNoise is the share of it that has to be left if they do.
	clearerNoise = 0.5
	// leastPoints is the least that a question counts, as a share of its equal share.
	leastPoints = 0.02
)

// learnPoints returns what each question counts, 1 on average, or nil if they count equally. The
// weights w minimise
//
//	Σ_i (y_i - a - Σ_q w_q·s_iq)² + λ·Σ_q (w_q - r/Q)²
//
// where r is the reach of equal weights and λ has the least generalised cross-validation error.
//
// Source: G. H. Golub, M. Heath and G. Wahba, Generalized cross-validation as a method for choosing
// a good ridge parameter, Technometrics 21, 1979.
func (b *problem) learnPoints(h *hyper) []float64 {
	var y []float64
	var rows [][]float64
	for i, rating := range b.Ratings {
		if b.member[i] && !math.IsNaN(rating) && b.isComplete(i) && !floats.HasNaN(b.Scores[i]) {
			y, rows = append(y, rating), append(rows, b.Scores[i])
		}
	}
	n, q := len(y), len(b.nodes)
	if n < minPointed || q < 2 {
		return nil
	}
	equal := b.regression(h, false)
	if equal.noise < unequalNoise {
		return nil
	}
	// Centred, with the residuals of equal weights as ratings: the prior mean of w is 0.
	x, each := mat.NewDense(n, q, nil), equal.reach/float64(q)
	for i, row := range rows {
		y[i] -= each * floats.Sum(row)
		x.SetRow(i, row)
	}
	center(x)
	floats.AddConst(-floats.Sum(y)/float64(n), y)
	w, noise := ridge(x, y)
	if noise > clearerNoise*equal.noise {
		return nil
	}
	for j := range w {
		w[j] = max(w[j]+each, leastPoints*math.Abs(each))
	}
	if sum := floats.Sum(w); sum > 0 {
		floats.Scale(float64(q)/sum, w)
		return w
	}
	return nil
}

// center subtracts from each column its mean.
func center(x *mat.Dense) {
	n, q := x.Dims()
	for j := range q {
		column := mat.Col(nil, j, x)
		floats.AddConst(-floats.Sum(column)/float64(n), column)
		x.SetCol(j, column)
	}
}

// ridge returns the weights of a ridge regression of centred values, and the standard deviation of
// its errors by generalised cross-validation, with the penalty that has the least.
func ridge(x *mat.Dense, y []float64) (weights []float64, noise float64) {
	n, q := x.Dims()
	var svd mat.SVD
	if !svd.Factorize(x, mat.SVDThin) {
		return make([]float64, q), math.Inf(1)
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	values := svd.Values(nil)
	along := mat.NewVecDense(len(values), nil)
	along.MulVec(u.T(), mat.NewVecDense(n, y))
	noise = math.Inf(1)
	for power := -16.0; power <= 4; power++ {
		penalty := math.Pow(4, power) * float64(n) / 12 // 1/12 is the variance of uniform scores
		left, degrees := floats.Dot(y, y), float64(n-1)
		part := make([]float64, len(values))
		for k, s := range values {
			shrink := s * s / (s*s + penalty)
			a := along.AtVec(k)
			left += a * a * ((1-shrink)*(1-shrink) - 1)
			degrees -= shrink
			part[k] = 0
			if s > 0 {
				part[k] = a * shrink / s
			}
		}
		// n·RSS/(n - tr)² is the mean squared error.
		if e := math.Sqrt(max(0, left)*float64(n)) / max(degrees, 1e-9); e < noise {
			var w mat.VecDense
			w.MulVec(&v, mat.NewVecDense(len(part), part))
			weights, noise = w.RawVector().Data, e
		}
	}
	return weights, noise
}
