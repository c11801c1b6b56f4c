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
		Kernel         string
		Width          float64
		Penalty, Noise float64
		WeightsOf      []float64 `json:"weights_of"`
	}
	Fitted, Predicted, Variance []float64
	Evidence                    float64
}

// learn fits the regressor with the hyper-parameters of the record.
func (r recordedNonlinear) learn(p Problem) (Model, error) {
	o := r.Options
	switch r.Regressor {
	case "kernelridge":
		return KernelRidge{Kernel: o.Kernel, Width: o.Width, Penalty: o.Penalty}.Fit(p)
	case "gp":
		return fixedGP(p, o.Kernel, o.Width, o.WeightsOf, o.Noise)
	}
	return nil, fmt.Errorf("no regressor %s", r.Regressor)
}

// fixedGP is a Gaussian process with given weights.
func fixedGP(p Problem, kernel string, width float64, weights []float64,
	noise float64) (*gpModel, error) {
	b, err := centreProblem(p, false)
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
				const tol = 1e-8
				fitted, predicted := m.Predict(p.X), m.Predict(test)
				if d := furthest(fitted, want.Fitted); !(d <= tol) {
					t.Errorf("predictions for the training rows differ by %.2g: %v, want %v",
						d, fitted, want.Fitted)
				}
				if d := furthest(predicted, want.Predicted); !(d <= tol) {
					t.Errorf("predictions differ by %.2g: %v, want %v", d, predicted, want.Predicted)
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
	for name, least := range map[string]int{"kernelridge": 30, "gp": 30} {
		if compared[name] < least {
			t.Errorf("%d fits of %s on record, want %d", compared[name], name, least)
		}
	}
}
