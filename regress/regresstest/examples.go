package regresstest

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/regress"
)

// example is a problem with additional rows to predict.
type example struct {
	name    string
	problem regress.Problem
	others  *regress.Matrix
	build   func() (regress.Problem, *regress.Matrix)
}

func newExample(name string, build func() (regress.Problem, *regress.Matrix)) example {
	p, others := build()
	return example{name, p, others, build}
}

// again returns a copy of the example that shares nothing with it.
func (x example) again() example { return newExample(x.name, x.build) }

// accepted lists problems that every regressor fits.
func accepted() []example {
	number := func(rng *rand.Rand) float64 { return rng.NormFloat64() }
	word := func(rng *rand.Rand) float64 { return float64(max(0, rng.IntN(8)-6)) }
	return []example{
		random("numbers", 25, 4, number),
		random("words, more columns than rows", 20, 60, word),
		random("two rows", 2, 3, number),
		fixed("one row", [][]float64{{3, 0, 1}}, .3),
		fixed("equal rows", [][]float64{{0, 1}, {2, 1}, {0, 1}, {2, 1}, {0, 1}}, .1, .2, .4, .9,
			.3),
		fixed("equal targets", [][]float64{{0, 1}, {2, 1}, {1, 3}}, .1, .1, .1),
		fixed("no columns", [][]float64{{}, {}, {}}, .1, .2, .7),
		fixed("columns of zeros", [][]float64{{0, 0}, {0, 0}, {0, 0}}, .1, .2, .7),
		fixed("constant columns", [][]float64{{.1, 7}, {.1, 7}, {.1, 7}}, .1, .2, .7),
		fixed("columns of different scale", [][]float64{{1e-6, 1e5}, {2e-6, 3e5}, {4e-6, 2e5},
			{3e-6, 2e5}}, .1, .2, .7, .4),
	}
}

// vast lists problems with finite numbers whose sums and squares overflow.
func vast() []example {
	return []example{
		fixed("vast targets", [][]float64{{1, 2}, {0, 3}}, 1e308, 1.5e308),
		fixed("vast and equal targets", [][]float64{{1, 2}, {0, 3}}, 1e308, 1e308),
		fixed("vast values", [][]float64{{1, 1e308}, {0, 1.5e308}, {2, -1e308}}, .1, .7, .4),
		fixed("values of vast squares", [][]float64{{1e200, 1}, {-1e200, 2}, {2e200, 0}}, .1, .7,
			.4),
	}
}

// refused lists problems that no regressor fits.
func refused() []example {
	two := [][]float64{{1, 2}, {0, 3}}
	of := func(name string, change func(p *regress.Problem)) example {
		return newExample(name, func() (regress.Problem, *regress.Matrix) {
			p := regress.Problem{X: matrix(two, 2), Y: []float64{.1, .7}}
			change(&p)
			return p, nil
		})
	}
	return []example{
		of("nothing", func(p *regress.Problem) { *p = regress.Problem{} }),
		of("no rows", func(p *regress.Problem) { p.X, p.Y = regress.NewMatrix(0, 2), nil }),
		of("no matrix", func(p *regress.Problem) { p.X = nil }),
		of("a target too few", func(p *regress.Problem) { p.Y = p.Y[:1] }),
		of("a Gram matrix of another order",
			func(p *regress.Problem) { p.Gram = mat.NewSymDense(3, nil) }),
		of("a group too few", func(p *regress.Problem) { p.Groups = []int{0} }),
		of("a group below zero", func(p *regress.Problem) { p.Groups = []int{0, -1} }),
		of("a value that is NaN", func(p *regress.Problem) {
			p.X = matrix([][]float64{{1, 2}, {0,
				math.NaN()}}, 2)
		}),
		of("an infinite value", func(p *regress.Problem) {
			p.X = matrix([][]float64{{1,
				math.Inf(-1)}, {0, 3}}, 2)
		}),
		of("a target that is NaN", func(p *regress.Problem) { p.Y = []float64{1, math.NaN()} }),
	}
}

// random returns an example with n rows and p columns, in two groups, and five other rows.
func random(name string, n, p int, value func(*rand.Rand) float64) example {
	return newExample(name, func() (regress.Problem, *regress.Matrix) {
		rng := rand.New(rand.NewPCG(uint64(n), uint64(p)))
		rows := make([][]float64, n+5)
		for i := range rows {
			rows[i] = make([]float64, p)
			for j := range rows[i] {
				rows[i][j] = value(rng)
			}
		}
		y, groups := make([]float64, n), make([]int, p)
		for i := range y { // full mantissas, partly determined by the rows
			y[i] = (rng.Float64() + 1/(1+math.Exp(-rows[i][0]))) / 2
		}
		for j := range groups {
			groups[j] = j % 2
		}
		return regress.Problem{X: matrix(rows[:n], p), Y: y, Groups: groups}, matrix(rows[n:], p)
	})
}

// fixed returns an example with the given rows and targets and two other rows.
func fixed(name string, rows [][]float64, y ...float64) example {
	p := len(rows[0])
	return newExample(name, func() (regress.Problem, *regress.Matrix) {
		others := [][]float64{slices.Repeat([]float64{.5}, p), slices.Repeat([]float64{0}, p)}
		return regress.Problem{X: matrix(rows, p), Y: slices.Clone(y)}, matrix(others, p)
	})
}

// matrix returns the matrix of dense rows, without the zeros.
func matrix(rows [][]float64, cols int) *regress.Matrix {
	m := regress.NewMatrix(len(rows), cols)
	for _, row := range rows {
		var r regress.Row
		for j, v := range row {
			if v != 0 {
				r.Index = append(r.Index, int32(j))
				r.Value = append(r.Value, v)
			}
		}
		m.Append(r)
	}
	return m
}
