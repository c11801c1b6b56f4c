package regress

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// recordedNonlinear is a fit by scikit-learn; the script nonlinear.py beside the record made it.
type recordedNonlinear struct {
	Regressor string
	Options   struct {
		K                       int
		Weights                 string
		Kernel                  string
		Width                   float64
		Penalty, Noise          float64
		WeightsOf               []float64 `json:"weights_of"`
		C, Epsilon, Gamma, Rate float64
		Unique                  bool
		Rounds, Depth, Leaf     int
	}
	Fitted, Predicted, Variance []float64
	Evidence                    float64
}

// learn fits the regressor with the hyper-parameters of the record.
func (r recordedNonlinear) learn(p Problem) (Model, error) {
	o := r.Options
	switch r.Regressor {
	case "knn":
		return KNN{K: o.K}.Fit(p)
	case "kernelridge":
		return KernelRidge{Kernel: o.Kernel, Width: o.Width, Penalty: o.Penalty}.Fit(p)
	case "svr":
		return SVR{Kernel: o.Kernel, C: o.C, Epsilon: o.Epsilon, Gamma: o.Gamma}.fit(p, 1e-12)
	case "gbt":
		return GBT{Rounds: o.Rounds, Depth: o.Depth, MinLeaf: o.Leaf, Rate: o.Rate}.Fit(p)
	case "gp":
		return fixedGP(p, o.Kernel, o.Width, o.WeightsOf, o.Noise)
	}
	return nil, fmt.Errorf("no regressor %s", r.Regressor)
}

// fixedGP is a Gaussian process with given weights.
func fixedGP(p Problem, kernel string, width float64, weights []float64,
	noise float64) (*gpModel, error) {
	b, err := centreProblem(p)
	if err != nil {
		return nil, err
	}
	k := newKernel([]string{kernel}, b.c, p.Groups, width).weighted(weights, 1)
	m := newGPModel(k, p.X.minus(k.Shift), b.yc, b.ybar, noise, Diagnostics{})
	if m == nil {
		return nil, fmt.Errorf("not positive definite")
	}
	return m, nil
}

func TestScikitLearnNonlinear(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "testdata", "sklearn", "nonlinear.json"))
	if err != nil {
		t.Fatal(err)
	}
	var record struct {
		Problems []struct {
			Name   string
			X      [][]float64
			Y      []float64
			XTest  [][]float64 `json:"x_test"`
			Groups []int
			Fits   []recordedNonlinear
		}
	}
	if err := json.Unmarshal(text, &record); err != nil {
		t.Fatal(err)
	}
	compared := map[string]int{}
	for _, q := range record.Problems {
		cols := len(q.X[0])
		p := Problem{X: fromDense(q.X, cols), Y: q.Y, Groups: q.Groups}
		test := fromDense(q.XTest, cols)
		for _, want := range q.Fits {
			compared[want.Regressor]++
			t.Run(fmt.Sprintf("%s/%s/%+v",
				q.Name, want.Regressor, want.Options), func(t *testing.T) {
				m, err := want.learn(p)
				if err != nil {
					t.Fatal(err)
				}
				for _, w := range m.Diagnostics().Warnings {
					t.Error(w)
				}
				tol := 1e-8
				if want.Regressor == "svr" {
					tol = 1e-6 // scikit-learn's kernel has 32 bits there
				}
				fitted, predicted := m.Predict(p.X), m.Predict(test)
				wantFitted, wantPredicted := want.Fitted, want.Predicted
				if want.Regressor == "svr" && !want.Options.Unique {
					// The intercept may be any of an interval, so compare without it.
					wantFitted, fitted = deviations(wantFitted, wantFitted[0]), deviations(fitted,
						fitted[0])
					wantPredicted, predicted = deviations(wantPredicted,
						wantPredicted[0]), deviations(predicted, predicted[0])
				}
				if d := furthest(fitted, wantFitted); !(d <= tol) {
					t.Errorf("predictions for the training rows differ by %.2g: %v, want %v",
						d, fitted, wantFitted)
				}
				if d := furthest(predicted, wantPredicted); !(d <= tol) {
					t.Errorf("predictions differ by %.2g: %v, want %v", d, predicted, wantPredicted)
				}
				if g, ok := m.(*gpModel); ok {
					if d := furthest(g.Variance(test), want.Variance); !(d <= tol) {
						t.Errorf("variances differ by %.2g", d)
					}
					if d := furthest([]float64{g.Evidence}, []float64{want.Evidence}); !(d <= tol) {
						t.Errorf("evidence %v, want %v", g.Evidence, want.Evidence)
					}
				}
			})
		}
	}
	for name, least := range map[string]int{"knn": 14, "kernelridge": 30, "gp": 30, "svr": 48,
		"gbt": 12} {
		if compared[name] < least {
			t.Errorf("%d fits of %s on record, want %d", compared[name], name, least)
		}
	}
}
