package predictor

import (
	"cmp"
	"math"
	"slices"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/regress"
)

// maxTerms is the number of terms that an explanation names for a question of a linear model.
const maxTerms = 8

// Explain divides the rating of a respondent among the questions. The rating itself, the texts, the
// words and what is known of neighbours are left to the caller.
func Explain(p Predictor, docs []*text.Doc, parts []Part) approach.Explanation {
	if l := Learner(p); l != nil {
		e := l.Explain(docs)
		for j := range e.Questions {
			SortTerms(e.Questions[j].Terms)
		}
		return e
	}
	e := approach.Explanation{
		Unit: approach.RatingUnit, Questions: make([]approach.QuestionEffect, len(docs))}
	for j := range e.Questions {
		e.Questions[j].Grade, e.Questions[j].MeanGrade = math.NaN(), math.NaN()
	}
	r, ok := p.(*Regression)
	if !ok {
		e.Base = p.Rating(parts)
		return e
	}
	if l, ok := r.Model.(*regress.Linear); ok {
		r.explainLinear(&e, l, r.row(parts))
	} else {
		r.explainShapley(&e, r.row(parts))
	}
	return e
}

// SortTerms sorts terms by the size of their effects, the largest first.
func SortTerms(terms []approach.Term) {
	slices.SortStableFunc(terms, func(a, b approach.Term) int {
		return cmp.Compare(math.Abs(b.Effect), math.Abs(a.Effect))
	})
}

// explainLinear names for each question the columns with the largest effects. The effect of a
// column is its coefficient times its distance from the mean.
func (r *Regression) explainLinear(e *approach.Explanation, l *regress.Linear, row regress.Row) {
	e.Base = l.Intercept
	k := 0
	for j, w := range l.Coef {
		v := 0.0
		if k < len(row.Index) && int(row.Index[k]) == j {
			v = row.Value[k]
			k++
		}
		e.Base += w * r.Mean[j]
		effect := w * (v - r.Mean[j])
		if effect == 0 {
			continue
		}
		q := &e.Questions[r.Design.Groups[j]]
		q.Effect += effect
		term := approach.Term{Name: r.Design.Columns[j], Value: v, Effect: effect}
		q.Terms = append(q.Terms, term)
	}
	for j := range e.Questions {
		q := &e.Questions[j]
		SortTerms(q.Terms)
		q.Terms = q.Terms[:min(maxTerms, len(q.Terms))]
	}
}

// maxMixtures bounds the number of predictions that an explanation takes if the model is not
// linear.
const maxMixtures = 400

// explainShapley replaces the columns of one question after the other in the mean row by those of
// the response. The effect of a question is the mean, over some orders of the questions and their
// reverses, of what that changes: an approximation of its Shapley value. The effects always add up.
//
//	E. Štrumbelj and I. Kononenko. Explaining prediction models and individual predictions with
//	feature contributions. Knowledge and Information Systems 41, 2014.
func (r *Regression) explainShapley(e *approach.Explanation, row regress.Row) {
	n := len(e.Questions)
	orders := max(1, maxMixtures/(2*(n+1)))
	values := make([]float64, len(r.Design.Columns))
	for k, j := range row.Index {
		values[j] = row.Value[k]
	}
	add := func(order []int) {
		predicted := r.predict(r.mixtures(values, order))
		e.Base += predicted[0] / float64(2*orders)
		for k, j := range order {
			e.Questions[j].Effect += (predicted[k+1] - predicted[k]) / float64(2*orders)
		}
	}
	for i := range orders {
		order := numbers.Stream(0, "explanation", i).Perm(n)
		add(order)
		slices.Reverse(order)
		add(order)
	}
}

// mixtures returns n+1 rows: the mean row, and then with the values of one question more in each,
// in the given order.
func (r *Regression) mixtures(values []float64, order []int) *regress.Matrix {
	m := regress.NewMatrix(len(order)+1, len(r.Design.Columns))
	replaced := make([]bool, len(order))
	for k := range len(order) + 1 {
		if k > 0 {
			replaced[order[k-1]] = true
		}
		var row regress.Row
		for j, q := range r.Design.Groups {
			v := r.Mean[j]
			if replaced[q] {
				v = values[j]
			}
			if v != 0 && !math.IsNaN(v) {
				row.Index = append(row.Index, int32(j))
				row.Value = append(row.Value, v)
			}
		}
		m.Append(row)
	}
	return m
}
