package regress

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// recorded is a fit by scikit-learn.
type recorded struct {
	Alpha, Ratio, Epsilon float64
	Coef                  []float64
	Intercept             float64
	Fitted, Predicted     []float64
}

// TestScikitLearnPenalised compares ridge, the elastic net, their paths and choices, and Huber's
// regression with the record.
func TestScikitLearnPenalised(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "testdata", "sklearn", "penalised.json"))
	if err != nil {
		t.Fatal(err)
	}
	var record struct {
		Problems []struct {
			Name                     string
			X                        [][]float64
			Y                        []float64
			XTest                    [][]float64 `json:"x_test"`
			Ridge, ElasticNet, Huber []recorded
			LOO                      []float64
			RidgeCV                  float64
			Grid                     []float64
			LassoPath                [][]float64 `json:"lasso_path"`
			EnetPath                 [][]float64 `json:"enet_path"`
			EnetCV                   struct {
				Alpha, Ratio float64
				Errors, Grid [][]float64
			}
		}
	}
	if err := json.Unmarshal(text, &record); err != nil {
		t.Fatal(err)
	}
	if len(record.Problems) < 6 {
		t.Fatalf("%d problems on record", len(record.Problems))
	}
	for _, q := range record.Problems {
		cols := len(q.X[0])
		p := Problem{X: fromDense(q.X, cols), Y: q.Y}
		test := fromDense(q.XTest, cols)
		compare := func(t *testing.T, m *Linear, want recorded, tol float64) {
			t.Helper()
			got := [][]float64{m.Coef, {m.Intercept}, m.Predict(p.X), m.Predict(test)}
			for k, w := range [][]float64{want.Coef, {want.Intercept}, want.Fitted,
				want.Predicted} {
				if d := furthest(got[k], w); !(d <= tol) {
					t.Errorf("%+v: %s differ by %.2g", m.Diagnostics(),
						[]string{"weights", "intercepts", "fitted values", "predictions"}[k], d)
				}
			}
		}
		t.Run(q.Name+"/ridge", func(t *testing.T) {
			alphas := make([]float64, len(q.Ridge))
			for k, want := range q.Ridge {
				alphas[k] = want.Alpha
				compare(t, fit(t, Ridge{Alpha: want.Alpha}, p), want, 1e-9)
			}
			path := ridgePath(t, p, alphas)
			best := 0
			for k, want := range q.LOO {
				if !(math.Abs(path[k].loo-want) < 1e-9*want) {
					t.Errorf("alpha %g: leave-one-out error %v, want %v",
						alphas[k], path[k].loo, want)
				}
				if path[k].loo < path[best].loo {
					best = k
				}
			}
			if alphas[best] != q.RidgeCV {
				t.Errorf("least error at %g, want %g", alphas[best], q.RidgeCV)
			}
		})
		t.Run(q.Name+"/elasticnet", func(t *testing.T) {
			for _, want := range q.ElasticNet {
				compare(t, fit(t, ElasticNet{Alpha: want.Alpha, L1Ratio: want.Ratio}, p), want,
					1e-8)
			}
		})
		t.Run(q.Name+"/paths", func(t *testing.T) {
			path := elasticNetPath(t, p, .4, q.Grid)
			for k, want := range q.EnetPath {
				if d := furthest(path[k].model.Coef, want); !(d < 1e-8) {
					t.Errorf("elastic net, alpha %g: weights differ by %.2g", q.Grid[k], d)
				}
			}
			path = elasticNetPath(t, p, 1, q.Grid)
			c := newCentred(p.X)
			zero := make([]float64, len(p.Y))
			for k, want := range q.LassoPath { // whose weights need not be unique
				a, b := make([]float64, len(zero)), make([]float64, len(zero))
				c.subtract(a, zero, path[k].model.Coef)
				c.subtract(b, zero, want)
				if d := furthest(a, b); !(d < 1e-8) {
					t.Errorf("lasso, alpha %g: fits differ by %.2g", q.Grid[k], d)
				}
			}
		})
		t.Run(q.Name+"/cross-validation", func(t *testing.T) {
			held := make([][]int, 4)
			for i := range q.Y {
				held[i%4] = append(held[i%4], i)
			}
			_, top, err := zeroWeights(p)
			if err != nil {
				t.Fatal(err)
			}
			var alpha, ratio float64
			least := math.Inf(1)
			for k, r := range []float64{.1, .5, .9} {
				c := elasticNetSearch.choose(p, top, []float64{r}, held)
				grid := geometric(top/r, gridPoints)
				if d := furthest(grid, q.EnetCV.Grid[k]); !(d < 1e-12) {
					t.Errorf("ratio %g: grids differ by %.2g", r, d)
				}
				for i, e := range c.errors {
					if want := q.EnetCV.Errors[k][i]; !(math.Abs(e-want) < 1e-4*want) {
						t.Errorf("ratio %g, alpha %g: error %v, want %v", r, grid[i], e, want)
					}
					if e < least {
						least, alpha, ratio = e, grid[i], r
					}
				}
			}
			if math.Abs(alpha-q.EnetCV.Alpha) > 1e-9 || ratio != q.EnetCV.Ratio {
				t.Errorf("chose %g and %g, want %g and %g",
					alpha, ratio, q.EnetCV.Alpha, q.EnetCV.Ratio)
			}
			c := elasticNetSearch.choose(p, top, []float64{.1, .5, .9}, held)
			if c.alpha != alpha || c.ratio != ratio {
				t.Errorf("chose %g and %g together", c.alpha, c.ratio)
			}
		})
		t.Run(q.Name+"/huber", func(t *testing.T) {
			for _, want := range q.Huber { // whose L-BFGS ends in rounding
				compare(t, fit(t, Huber{Alpha: want.Alpha, Epsilon: want.Epsilon}, p), want, 1e-6)
			}
		})
	}
}
