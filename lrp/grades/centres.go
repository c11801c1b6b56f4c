package grades

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/elements"
)

const (
	// maxCentres is the number of Gaussians that approximate the part of f of the cues.
	maxCentres = 40
	// maxCandidates is the number of texts that the centres are chosen from.
	maxCandidates = 2000
	// minVariance is the variance left unexplained below which no more centres are chosen.
	minVariance = 1e-6
)

// centres approximates the part of f that depends on the cues by φ(z)ᵀu with
//
//	φ(z) = U⁻ᵀk(z),     UᵀU = K,     u ~ N(0, I)
//
// where k(z) are the Gaussians of z with the cues of some texts, the centres, and K those of the
// centres with each other: the subset of regressors of Rasmussen and Williams 2006, section 8.3.1.
// As cues are few, few centres explain nearly all of the variance.
type centres struct {
	at    [][]float64 // cues
	upper []float64   // U, with rows of length maxCentres
}

// newCentres chooses the centres greedily, by a pivoted Cholesky decomposition: each is where those
// before it leave the most variance.
func newCentres(texts []*encodedText) *centres {
	texts = elements.Evenly(texts, maxCandidates)
	c := &centres{upper: make([]float64, maxCentres*maxCentres)}
	left := slices.Repeat([]float64{1}, len(texts)) // variance
	var rows [][]float64                            // of the decomposition
	for len(rows) < min(maxCentres, len(texts)) {
		pivot := 0
		for k, v := range left {
			if v > left[pivot] {
				pivot = k
			}
		}
		if left[pivot] < minVariance {
			break
		}
		row := make([]float64, len(texts))
		root := math.Sqrt(left[pivot])
		for k, t := range texts {
			v := gaussian(t.cues, texts[pivot].cues)
			for _, r := range rows {
				v -= r[k] * r[pivot]
			}
			row[k] = v / root
			left[k] -= row[k] * row[k]
		}
		left[pivot] = 0
		rows = append(rows, row)
		for a, r := range rows {
			c.upper[a*maxCentres+len(c.at)] = r[pivot]
		}
		c.at = append(c.at, texts[pivot].cues)
	}
	return c
}

// features returns φ of a text's cues.
func (c *centres) features(t *encodedText) []float64 {
	k := make([]float64, len(c.at))
	for i, z := range c.at {
		k[i] = gaussian(t.cues, z)
	}
	dense.SolveTransposed(c.upper, len(k), maxCentres, k)
	return k
}

// interpolate returns the u whose function has the given values at the centres.
func (c *centres) interpolate(values []float64) []float64 {
	u := slices.Clone(values)
	dense.SolveTransposed(c.upper, len(u), maxCentres, u)
	return u
}

// heights returns U⁻¹u, by which φ(z)ᵀu is a sum of the Gaussians themselves.
func (c *centres) heights(u []float64) []float64 {
	h := slices.Clone(u)
	dense.Solve(c.upper, len(h), maxCentres, h)
	return h
}
