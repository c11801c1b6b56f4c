package embed

import (
	"context"
	"errors"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/internal/numbers"
)

const (
	// oversampling is the number of columns of the random subspace beyond the rank.
	oversampling = 10
	// powerIterations sharpen the subspace.
	powerIterations = 4
	// smallestValue is the least singular value, as a share of the largest, that is not rounding.
	smallestValue = 1e-10
)

// truncatedSVD returns the first k left singular vectors of m, which are the columns of u,
// and the singular values in descending order. Beyond the rank of m both are zero. They are
// approximate unless m has a low rank. The largest component of a vector is positive.
func truncatedSVD(
	ctx context.Context, m *sparse, k int, o TrainOptions,
) (u *mat.Dense, sigma []float64, err error) {
	t := m.transposed()
	width := min(k+oversampling, len(m.rows), m.columns)
	random := numbers.Stream(o.Seed, "embed/svd", 0)
	q := mat.NewDense(m.columns, width, nil)
	q.Apply(func(int, int, float64) float64 { return random.NormFloat64() }, q)
	const steps = 2*powerIterations + 2
	for step := range steps - 1 { // m q, then t m q, and so on
		o.report("factor", int64(step), steps)
		by := m
		if step%2 == 1 {
			by = t
		}
		if q, err = by.times(ctx, q, o.Workers); err != nil {
			return nil, nil, err
		}
		orthonormalise(q)
	}
	o.report("factor", steps-1, steps)
	b, err := t.times(ctx, q, o.Workers) // the transpose of qᵀ m
	if err != nil {
		return nil, nil, err
	}
	var svd mat.SVD
	var v mat.Dense
	if !svd.Factorize(b, mat.SVDThin) {
		return nil, nil, errors.New("embed: the singular value decomposition does not converge")
	}
	svd.VTo(&v)
	u, sigma = mat.NewDense(len(m.rows), k, nil), make([]float64, k)
	values := svd.Values(nil)
	for j := range min(k, width) {
		if values[j] > smallestValue*values[0] {
			sigma[j] = values[j]
			u.SetCol(j, oriented(q, v.ColView(j)))
		}
	}
	o.report("factor", steps, steps)
	return u, sigma, nil
}

// oriented returns q v with its largest component positive: the sign of a singular vector is
// arbitrary.
func oriented(q *mat.Dense, v mat.Vector) []float64 {
	var x mat.VecDense
	x.MulVec(q, v)
	list := x.RawVector().Data
	if -floats.Min(list) > floats.Max(list) {
		floats.Scale(-1, list)
	}
	return list
}

// orthonormalise replaces q by orthonormal columns that span its columns: the factor Q of its QR
// decomposition.
func orthonormalise(q *mat.Dense) {
	_, columns := q.Dims()
	tau, size := make([]float64, columns), make([]float64, 1)
	lapack64.Geqrf(q.RawMatrix(), tau, size, -1)
	work := make([]float64, int(size[0]))
	lapack64.Geqrf(q.RawMatrix(), tau, work, len(work))
	lapack64.Orgqr(q.RawMatrix(), tau, work, len(work))
}
