package grades

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

const (
	// mostCentres is the number of Gaussians that the part of f that sees the cues is made of where the texts are many.
	mostCentres = 40
	// centreSample is the number of texts that they are chosen from.
	centreSample = 2000
	// centreRest is the share of variance not told by the centres at which no more are taken.
	centreRest = 1e-6
)

// centres writes the part of f that sees the cues as φ(z)·u with φ(z) = U⁻ᵀ k(z) and u ~ N(0, I), where k(z) are the
// Gaussians about some texts' cues and Uᵀ U are those of these cues with each other: the subset of regressors
// of Rasmussen and Williams 2006, section 8.3.1. The cues are few, so that few centres tell nearly all.
type centres struct {
	at     [][]float64
	factor *mat.TriDense // U
}

// newCentres chooses greedily: each centre is where the ones before it tell least (a Cholesky decomposition with
// pivoting).
func newCentres(texts []*textOf) *centres {
	texts = thin(texts, centreSample)
	c := &centres{}
	rest := make([]float64, len(texts))
	for k := range rest {
		rest[k] = 1
	}
	var rows [][]float64 // of the decomposition
	for len(rows) < min(mostCentres, len(texts)) {
		pivot := 0
		for k, v := range rest {
			if v > rest[pivot] {
				pivot = k
			}
		}
		if rest[pivot] < centreRest {
			break
		}
		row := make([]float64, len(texts))
		root := math.Sqrt(rest[pivot])
		for k, t := range texts {
			v := gaussian(t.cues, texts[pivot].cues)
			for _, r := range rows {
				v -= r[k] * r[pivot]
			}
			row[k] = v / root
			rest[k] -= row[k] * row[k]
		}
		rest[pivot] = 0
		rows = append(rows, row)
		c.at = append(c.at, texts[pivot].cues)
		c.extend(rows, pivot)
	}
	return c
}

// extend adds to U the column of a new centre, whose values in the rows of the decomposition are known.
func (c *centres) extend(rows [][]float64, pivot int) {
	n := len(rows)
	u := mat.NewTriDense(n, mat.Upper, nil)
	for a := range n - 1 {
		for b := a; b < n-1; b++ {
			u.SetTri(a, b, c.factor.At(a, b))
		}
	}
	for a, r := range rows {
		u.SetTri(a, n-1, r[pivot])
	}
	c.factor = u
}

// of returns φ of a text.
func (c *centres) of(t *textOf) []float64 {
	k := make([]float64, len(c.at))
	for i, z := range c.at {
		k[i] = gaussian(t.cues, z)
	}
	c.solve(blas.Trans, k)
	return k
}

// through returns the u whose function has the given values at the centres.
func (c *centres) through(values []float64) []float64 {
	u := slices.Clone(values)
	c.solve(blas.Trans, u)
	return u
}

// heights returns U⁻¹ u, by which φ(z)·u is a sum of the Gaussians themselves.
func (c *centres) heights(u []float64) []float64 {
	h := slices.Clone(u)
	c.solve(blas.NoTrans, h)
	return h
}

// solve turns x into U⁻¹ x or, transposed, U⁻ᵀ x.
func (c *centres) solve(transposed blas.Transpose, x []float64) {
	if len(x) > 0 {
		blas64.Trsv(transposed, c.factor.RawTriangular(), blas64.Vector{N: len(x), Data: x, Inc: 1})
	}
}
