package embed

import (
	"context"
	"math"

	"github.com/luna-rating/luna/internal/seeded"
)

const (
	// oversampling is the number of columns of the random subspace beyond the rank.
	oversampling = 10
	// powerIterations sharpen the subspace.
	powerIterations = 4
)

// truncatedSVD returns the first k left singular vectors of m, which are the columns of u,
// and the singular values in descending order. Beyond the rank of m both are zero. They are
// approximate unless m has a low rank.
func truncatedSVD(
	ctx context.Context, m *sparse, k int, o TrainOptions,
) (u [][]float64, sigma []float64, err error) {
	t := m.transposed()
	width := min(k+oversampling, m.rows(), m.columns)
	random := seeded.New(o.Seed, "embed/svd", 0)
	q := make([][]float64, m.columns)
	for i := range q {
		q[i] = make([]float64, width)
		for j := range q[i] {
			q[i][j] = random.NormFloat64()
		}
	}
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
		if err := orthonormalise(ctx, q); err != nil {
			return nil, nil, err
		}
	}
	o.report("factor", steps-1, steps)
	b, err := t.times(ctx, q, o.Workers) // the transpose of qᵀ m
	if err != nil {
		return nil, nil, err
	}
	gram := newSquare(width)
	for _, row := range b {
		for i, x := range row {
			for j, y := range row {
				gram[i][j] += x * y
			}
		}
	}
	values, vectors := symmetricEigen(gram)
	sigma = make([]float64, k)
	for j := range min(k, width) {
		if values[j] > 1e-20*values[0] { // the squares of the singular values
			sigma[j] = math.Sqrt(values[j])
		}
	}
	u = make([][]float64, m.rows())
	err = eachRow(ctx, len(u), o.Workers, func(_, i int) {
		u[i] = make([]float64, k)
		for j := range min(k, width) {
			if sigma[j] > 0 {
				for c, x := range q[i] {
					u[i][j] += x * vectors[j][c]
				}
			}
		}
	})
	if err != nil {
		return nil, nil, err
	}
	column := make([]float64, len(u))
	for j := range k {
		for i := range u {
			column[i] = u[i][j]
		}
		orient(column)
		for i := range u {
			u[i][j] = column[i]
		}
	}
	o.report("factor", steps, steps)
	return u, sigma, nil
}

// orthonormalise makes the columns of q orthonormal by the Gram-Schmidt process, done twice
// for accuracy. A column that depends linearly on earlier ones becomes zero.
func orthonormalise(ctx context.Context, q [][]float64) error {
	width := len(q[0])
	dots := make([]float64, width)
	for c := range width {
		if err := ctx.Err(); err != nil {
			return err
		}
		var before float64
		for _, row := range q {
			before += row[c] * row[c]
		}
		for range 2 {
			clear(dots)
			for _, row := range q {
				x := row[c]
				for j, y := range row[:c] {
					dots[j] += x * y
				}
			}
			for _, row := range q {
				x := row[c]
				for j, y := range row[:c] {
					x -= dots[j] * y
				}
				row[c] = x
			}
		}
		var after float64
		for _, row := range q {
			after += row[c] * row[c]
		}
		scale := 0.0
		if after > 1e-24*before && after > 0 {
			scale = 1 / math.Sqrt(after)
		}
		for _, row := range q {
			row[c] *= scale
		}
	}
	return nil
}
