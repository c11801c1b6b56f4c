package regress

import (
	"errors"
	"math"
	"testing"
)

func TestWithPenalty(t *testing.T) {
	for _, c := range []struct {
		r     Regressor
		alpha float64
		name  string // "" for an error
	}{
		{Ridge{}, .5, "ridge(0.5)"}, {Ridge{Alpha: 2}, 0, "ridge(2)"}, {Ridge{}, 0, "ridge"},
		{Lasso{}, 1e-5, "lasso(1e-05)"}, {ElasticNet{}, 3, "elasticnet(3)"}, {Huber{}, 1, "huber(1)"},
		{OLS{}, 0, "ols"}, {OLS{}, 1, ""}, {LassoCV{}, 1, ""}, {&Ridge{}, 1, ""},
		{Ridge{}, -1, ""}, {Ridge{}, math.Inf(1), ""}, {Ridge{}, math.NaN(), ""},
	} {
		r, err := WithPenalty(c.r, c.alpha)
		if c.name == "" {
			if !errors.Is(err, ErrOption) {
				t.Errorf("%T, %v: found error %v", c.r, c.alpha, err)
			}
			continue
		}
		if err != nil || r.Name() != c.name {
			t.Errorf("found %v and error %v, want %s", r, err, c.name)
		}
	}
	r, _ := WithPenalty(Ridge{}, .5)
	x := NewMatrix(3, 1)
	for _, v := range []float64{1, 2, 4} {
		x.Append(Row{Index: []int32{0}, Value: []float64{v}})
	}
	p := Problem{X: x, Y: []float64{0, 1, 1}}
	got, err := r.Fit(p)
	want, _ := Ridge{Alpha: .5}.Fit(p)
	if err != nil || got.Predict(x)[0] != want.Predict(x)[0] {
		t.Errorf("%v predicts otherwise, error %v", r, err)
	}
}
