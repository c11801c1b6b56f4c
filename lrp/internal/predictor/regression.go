package predictor

import (
	"math"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/internal/design"
	"github.com/luna-rating/luna/regress"
)

// Regression is a regressor's model on the columns of features.
type Regression struct {
	Design             *design.Fitted
	Model              regress.Model
	design.ColumnStats // over the training part
}

// Fit fits a regressor to the training part of a design.
func Fit(d *design.Fitted, ratings []float64, r regress.Regressor) (*Regression, error) {
	x, stats := d.Train()
	model, err := r.Fit(regress.Problem{X: x, Y: ratings, Groups: d.Groups})
	return &Regression{d, model, stats}, err
}

// Part implements [Predictor].
func (r *Regression) Part(question int, response *text.Doc) Part {
	return Part{rows: r.Design.ResponseRows(question, response)}
}

// Rating implements [Predictor].
func (r *Regression) Rating(parts []Part) float64 {
	if l, ok := r.Model.(*regress.Linear); ok {
		rows := func(question int) []features.Row { return parts[question].rows }
		return bounded(l.Intercept + r.Design.Dot(rows, l.Coef))
	}
	m := regress.NewMatrix(1, len(r.Design.Columns))
	m.Append(r.row(parts))
	return r.predict(m)[0]
}

// Warnings implements [Predictor].
func (r *Regression) Warnings() []error { return r.Model.Diagnostics().Warnings }

func (r *Regression) row(parts []Part) regress.Row {
	return r.Design.Row(func(question int) []features.Row { return parts[question].rows })
}

// MaxNumber bounds the numbers of a model. No fit comes near it, and a product of four such
// numbers, as in kernels, is still far from overflow.
const MaxNumber = 1e60

// predict predicts with the regressor's model. What overflows, as sums of models from elsewhere
// may, stays finite.
func (r *Regression) predict(x *regress.Matrix) []float64 {
	y := r.Model.Predict(x)
	for i, v := range y {
		y[i] = bounded(v)
	}
	return y
}

// bounded brings a number into the range of [MaxNumber]; NaN stays.
func bounded(v float64) float64 {
	if math.IsNaN(v) {
		return v
	}
	return min(max(v, -MaxNumber), MaxNumber)
}
