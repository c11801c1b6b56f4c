package auto

import (
	"gonum.org/v1/gonum/floats"

	"github.com/luna-rating/luna/internal/numbers"
)

// Respondents with equal responses have equal rows in every covariance, so their ratings are put
// together: n ratings with the mean ȳ are one observation of ȳ with the variance Noise²/n. Let K be
// the covariance of all distinct respondents without noise, N the diagonal matrix of the n, and
// P = (K + Noise²·N⁻¹)⁻¹. Then, with C and α those of all respondents,
//
//	rᵀC⁻¹r    = r̄ᵀ·P·r̄ + Σ_i (y_i - ȳ)²/Noise²
//	α_i       = (y_i - ȳ)/Noise² + (P·r̄)_k/n
//	(C⁻¹)_ii  = (1 - 1/n)/Noise² + P_kk/n²
//
// for a respondent i of the distinct one k. What is gathered from observations needs only the sum
// of the α_i of equal respondents, which is (P·r̄)_k.

// rated are the ratings that are observed.
type rated struct {
	respondents []int
	at          []int     // by respondent rated: the observation
	count       []float64 // by observation: how many respondents it has
	mean        []float64 // by observation: their mean rating
	within      float64   // Σ_i (y_i - ȳ)²
}

// observeRatings sets the ratings observed. The first of equal respondents stands for them.
func (b *problem) observeRatings(respondents []int) {
	r := rated{respondents: respondents, at: make([]int, len(respondents))}
	b.observed = nil
	known := make([]int, len(b.row)) // by row: one more than its observation
	for k, i := range respondents {
		of := &known[b.row[i]]
		if *of == 0 {
			b.observed, r.count, r.mean = append(b.observed, i), append(r.count, 0), append(r.mean, 0)
			*of = len(b.observed)
		}
		r.at[k] = *of - 1
		r.count[*of-1]++
		r.mean[*of-1] += b.Ratings[i]
	}
	floats.Div(r.mean, r.count)
	for k, i := range respondents {
		d := b.Ratings[i] - r.mean[r.at[k]]
		r.within += d * d
	}
	b.rated = r
}

// rowsOf numbers the respondents by their responses in order of first appearance: equal ones have
// the same row, unless scores tell them apart.
func (b *problem) rowsOf() []int {
	if b.Scores != nil || b.prepared.apart {
		return numbers.UpTo(len(b.Ratings))
	}
	row := make([]int, len(b.Ratings))
	for _, n := range b.nodes {
		rows := make(map[[2]int]int)
		for i, k := range n.at {
			at := [2]int{row[i], int(k)}
			if _, ok := rows[at]; !ok {
				rows[at] = len(rows)
			}
			row[i] = rows[at]
		}
	}
	return row
}
