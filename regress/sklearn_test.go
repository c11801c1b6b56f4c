package regress

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestScikitLearn compares every regressor with recorded fits of scikit-learn. The script that made
// the record is beside it.
func TestScikitLearn(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "testdata", "sklearn", "regression.json"))
	if err != nil {
		t.Fatal(err)
	}
	var record struct {
		Problems []struct {
			Name  string
			X     [][]float64
			Y     []float64
			XTest [][]float64 `json:"x_test"`
			Fits  []struct {
				Regressor         string
				Alpha             float64
				Unique            bool
				Coef              []float64
				Intercept         float64
				Fitted, Predicted []float64
			}
		}
	}
	if err := json.Unmarshal(text, &record); err != nil {
		t.Fatal(err)
	}
	if len(record.Problems) < 16 {
		t.Fatalf("%d problems on record", len(record.Problems))
	}
	const tol = 1e-8
	for _, q := range record.Problems {
		cols := len(q.X[0])
		p := Problem{X: fromDense(q.X, cols), Y: q.Y}
		test := fromDense(q.XTest, cols)
		for _, want := range q.Fits {
			t.Run(fmt.Sprintf("%s/%s/%v", q.Name, want.Regressor, want.Alpha), func(t *testing.T) {
				r, err := ByName(want.Regressor, Options{Alpha: want.Alpha})
				if err != nil {
					t.Fatal(err)
				}
				m := fit(t, r, p)
				if d := furthest(m.Predict(p.X), want.Fitted); !(d <= tol) {
					t.Errorf("predictions for the training rows differ by %.2g", d)
				}
				if !want.Unique {
					return
				}
				if d := furthest(m.Coef, want.Coef); !(d <= tol) {
					t.Errorf("weights differ by %.2g: %v, want %v", d, m.Coef, want.Coef)
				}
				if d := furthest([]float64{m.Intercept}, []float64{want.Intercept}); !(d <= tol) {
					t.Errorf("intercept %v, want %v", m.Intercept, want.Intercept)
				}
				if d := furthest(m.Predict(test), want.Predicted); !(d <= tol) {
					t.Errorf("predictions differ by %.2g", d)
				}
			})
		}
	}
}
