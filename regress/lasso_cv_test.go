package regress

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// lassoProblems are small problems with a signal in a few columns.
func lassoProblems() map[string]Problem {
	tall := gaussian(rand.New(rand.NewPCG(1, 2)), 60, 12)
	wide := gaussian(rand.New(rand.NewPCG(3, 4)), 40, 90)
	words := bagOfWords(5, 50, 150, 12)
	many := bagOfWords(6, smoothRows+30, 60, 12)
	for _, p := range []Problem{tall, wide, words, many} {
		for i, row := range toDense(p.X) {
			p.Y[i] = .3*p.Y[i] + row[1] - row[5] + .5*row[2]
		}
	}
	// Equal, opposite and constant columns, and one far from zero.
	var rows [][]float64
	for _, row := range toDense(wide.X) {
		row = append(row, row[1], -row[1], 3, 1e4+row[5])
		rows = append(rows, row)
	}
	return map[string]Problem{
		"tall": tall, "wide": wide, "words": words, "many rows": many,
		"dependent": {X: fromDense(rows, len(rows[0])), Y: wide.Y},
	}
}

// TestLassoCVChoice compares the errors along the grid and the choice with those of plain
// coordinate descent on dense, centred columns that is run until nothing moves.
func TestLassoCVChoice(t *testing.T) {
	for name, p := range lassoProblems() {
		t.Run(name, func(t *testing.T) {
			_, top, err := zeroWeights(p)
			if err != nil {
				t.Fatal(err)
			}
			alphas := geometric(top, 25)
			held := folds(len(p.Y), 5, 9)
			c := search{points: 25, patience: 3, tol: roughTol}.choose(p, top, []float64{1}, held)
			var want []float64
			for range c.errors {
				want = append(want, 0)
			}
			for _, rows := range held {
				train, x, y := split(p, rows)
				for k, e := range plainLasso(train, x, y, alphas[:len(want)]) {
					want[k] += e / 5
				}
			}
			least := math.Inf(1)
			for k, e := range c.errors {
				if !(math.Abs(e-want[k]) < .06*want[k]) {
					t.Errorf("penalty %d: error %v, want %v", k, e, want[k])
				}
				least = min(least, want[k])
			}
			at := slices.Index(alphas, c.alpha)
			if at <= 0 || want[at] > 1.02*least {
				t.Errorf("chose penalty %d with error %v, the least is %v", at, want[at], least)
			}
		})
	}
}

// plainLasso returns the mean squared error on the held-out rows for each penalty.
func plainLasso(train Problem, x *Matrix, y, alphas []float64) (errors []float64) {
	rows := toDense(train.X)
	n, cols := train.X.Dims()
	mean := make([]float64, cols)
	for _, row := range rows {
		for j, v := range row {
			mean[j] += v / float64(n)
		}
	}
	ybar := Mean(train.Y)
	r := deviations(train.Y, ybar)
	w := make([]float64, cols)
	for _, alpha := range alphas {
		for moved := 1.; moved > 1e-9; {
			moved = 0
			for j := range w {
				var rho, square float64
				for i, row := range rows {
					rho += (row[j] - mean[j]) * r[i]
					square += (row[j] - mean[j]) * (row[j] - mean[j])
				}
				if square < 1e-9 {
					continue
				}
				rho += square * w[j]
				next := math.Copysign(max(0, math.Abs(rho)-alpha*float64(n)), rho) / square
				for i, row := range rows {
					r[i] -= (next - w[j]) * (row[j] - mean[j])
				}
				moved = max(moved, math.Abs(next-w[j])*math.Sqrt(square))
				w[j] = next
			}
		}
		var sum float64
		for i, row := range toDense(x) {
			e := y[i] - ybar
			for j, v := range row {
				e -= (v - mean[j]) * w[j]
			}
			sum += e * e
		}
		errors = append(errors, sum/float64(len(y)))
	}
	return errors
}

// TestLassoPathOptimal checks the optimality conditions of every fit along the path.
func TestLassoPathOptimal(t *testing.T) {
	for name, p := range lassoProblems() {
		_, top, err := zeroWeights(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range []int{2, 5, 9} {
			held := folds(len(p.Y), k, 1)
			path := newLassoPath(p, held, 1, roughTol)
			all := append([]*lane{path.all}, path.parts...)
			for _, alpha := range geometric(top, 12) {
				path.follow(alpha, all...)
				for f, l := range all {
					t1 := l.size * alpha
					active := map[int]activeColumn{}
					for _, c := range l.active {
						active[int(c.j)] = c
					}
					for j, column := range path.cols {
						g := sparseDot(column.rows, column.values, l.r)
						tolerance, w := 1e-9*t1, 0.
						if c, ok := active[j]; ok {
							w = c.w
							tolerance = 30 * roughTol * l.ynorm * math.Sqrt(c.square)
						}
						off := math.Abs(g) - t1
						if w != 0 {
							off = math.Abs(g - math.Copysign(t1, w))
						}
						if off > tolerance+1e-9*t1 {
							t.Fatalf("%s, %d folds, fit %d, alpha %g, column %d: off by %g, at "+
								"most %g", name, k, f, alpha, j, off, tolerance)
						}
					}
				}
			}
		}
	}
}

// TestLassoCVModel checks that the model solves the Lasso for the chosen penalty.
func TestLassoCVModel(t *testing.T) {
	for name, p := range lassoProblems() {
		for _, l := range []LassoCV{{}, {Seed: 2}} {
			m := fit(t, l, p)
			alpha := m.Diagnostics().Alpha
			if v := kkt(p, m, alpha); !(v < 1e-9) {
				t.Errorf("%s, %+v: optimality conditions are off by %.2g", name, l, v)
			}
			want := fit(t, Lasso{Alpha: alpha}, p)
			if d := furthest(m.Predict(p.X), want.Predict(p.X)); !(d < 1e-8) {
				t.Errorf("%s, %+v: predictions differ from the Lasso's by %.2g", name, l, d)
			}
			if !sameBits(m.Coef, fit(t, l, p).Coef) {
				t.Errorf("%s, %+v: a second fit differs", name, l)
			}
		}
	}
}

// TestLassoCVConstant checks that w = 0 wherever nothing can be learned.
func TestLassoCVConstant(t *testing.T) {
	for _, n := range []int{1, 2, 3, 8} {
		p := gaussian(rand.New(rand.NewPCG(6, uint64(n))), n, 5)
		same := Problem{X: p.X, Y: slices.Repeat([]float64{.25}, n)}
		constant := Problem{X: fromDense([][]float64{{2, 0}, {2, 0}, {2, 0}}, 2),
			Y: []float64{.1, .5, .3}}
		for _, q := range []Problem{same, constant} {
			if m := fit(t, LassoCV{}, q); maxAbs(m.Coef) != 0 || m.Intercept != Mean(q.Y) {
				t.Errorf("%d rows: %+v", n, m)
			}
		}
		if _, err := (LassoCV{}).Fit(p); err != nil {
			t.Errorf("%d rows: %v", n, err)
		}
	}
}

func TestLassoCVOptions(t *testing.T) {
	for alpha, want := range map[float64]string{0: "LassoCV", .1: "Lasso"} {
		r, err := ByName("lasso", Options{Alpha: alpha})
		if got := fmt.Sprintf("%T", r); err != nil || got != "regress."+want || r.Name() != "lasso" {
			t.Errorf("alpha %v: %s, %v", alpha, got, err)
		}
	}
}

// TestLassoCVExtremes checks that numbers near the ends of float64 never give a model that is not
// finite.
func TestLassoCVExtremes(t *testing.T) {
	p := gaussian(rand.New(rand.NewPCG(22, 1)), 20, 30)
	for _, scale := range []float64{1e-300, 1e-140, 1e140, 1e200} {
		rows := toDense(p.X)
		for _, row := range rows {
			for j := range row {
				row[j] *= scale
			}
		}
		m, err := LassoCV{}.Fit(Problem{X: fromDense(rows, 30), Y: p.Y})
		if err != nil && !errors.Is(err, ErrNotFinite) || err == nil &&
			m.(*Linear).Check(len(m.(*Linear).Coef)) != nil {
			t.Errorf("scale %g: %v", scale, err)
		}
	}
}
