package lrp

import (
	"math"

	"github.com/luna-rating/luna/internal/stream"
	"github.com/luna-rating/luna/regress"
)

// explain divides a prediction among the questions: its distance from that for the mean row.
func (d *designed) explain(e *Explanation, parts []part) {
	row := d.matrix(parts).Row(0)
	if l, ok := d.model.(*regress.Linear); ok {
		d.explainLinear(e, l, row)
		return
	}
	d.explainOther(e, row)
}

// explainLinear names for each question the columns whose distance from the mean, times the coefficient, is largest.
func (d *designed) explainLinear(e *Explanation, l *regress.Linear, row regress.Row) {
	e.Base = l.Intercept
	at := 0
	for j, w := range l.Coef {
		v := 0.0
		if at < len(row.Index) && int(row.Index[at]) == j {
			v = row.Value[at]
			at++
		}
		e.Base += w * d.Mean[j]
		effect := w * (v - d.Mean[j])
		if effect == 0 {
			continue
		}
		q := &e.Questions[d.groups[j]]
		q.Effect += effect
		q.Terms = append(q.Terms, Term{Name: d.columns[j], Value: v, Effect: effect})
	}
	for j := range e.Questions {
		q := &e.Questions[j]
		sortTerms(q.Terms)
		q.Terms = q.Terms[:min(mostTerms, len(q.Terms))]
	}
}

// mostMixtures bounds the number of predictions that an explanation of a model that is not linear takes.
const mostMixtures = 400

// explainOther replaces the columns of one question after the other, in the mean row, by those of the response. A question's effect is
// the mean, over some orders of the questions and their reverses, of what it changes: an approximation of its Shapley value. The effects
// add up in any case.
//
//	E. Štrumbelj and I. Kononenko. Explaining prediction models and individual predictions with
//	feature contributions. Knowledge and Information Systems 41, 2014.
func (d *designed) explainOther(e *Explanation, row regress.Row) {
	n := len(e.Questions)
	orders := max(1, mostMixtures/(2*(n+1)))
	values := make([]float64, len(d.columns))
	for k, j := range row.Index {
		values[j] = row.Value[k]
	}
	add := func(order []int) {
		predicted := d.predict(d.mixtures(values, order))
		e.Base += predicted[0] / float64(2*orders)
		for k, j := range order {
			e.Questions[j].Effect += (predicted[k+1] - predicted[k]) / float64(2*orders)
		}
	}
	for i := range orders {
		order := stream.New(0, "explanation", i).Perm(n)
		add(order)
		reversed := make([]int, n)
		for k, j := range order {
			reversed[n-1-k] = j
		}
		add(reversed)
	}
}

// mixtures returns n+1 rows: the mean row, and this with the values of one question more in each, in the given order.
func (d *designed) mixtures(values []float64, order []int) *regress.Matrix {
	m := regress.NewMatrix(len(order)+1, len(d.columns))
	taken := make([]bool, len(order))
	for k := range len(order) + 1 {
		if k > 0 {
			taken[order[k-1]] = true
		}
		var row regress.Row
		for j, q := range d.groups {
			v := d.Mean[j]
			if taken[q] {
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
