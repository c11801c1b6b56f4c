package grading

import (
	"math"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
)

// Predicted returns the result for respondents whom a model has rated: list[i] is the prediction for
// ds.Respondents[i], from 0 to 1. Scale and points are those of the model; without points, nil, each
// question has 1. The suggested points of a response are its grade times the points of the question.
// Such a result has no given ratings, notes or trust.
func Predicted(
	ds *datasets.Dataset, scale datasets.Scale, points []float64, list []approach.Prediction,
) *Result {
	nan := math.NaN()
	r := &Result{Data: ds, Scale: scale, Points: points, model: true}
	if len(points) != len(ds.Questions) {
		r.Points = make([]float64, len(ds.Questions))
		for j := range r.Points {
			r.Points[j] = 1
		}
	}
	all := make([]int, len(list))
	for i, p := range list {
		p = p.Scaled(scale)
		row := Row{ID: ds.Respondents[i].ID, Given: nan, Rating: p.Rating, Low: p.Interval[0],
			High: p.Interval[1]}
		for j, g := range p.Grades {
			row.Points = append(row.Points, g*r.Points[j])
		}
		r.Rows = append(r.Rows, row)
		all[i] = i
	}
	r.rank(all)
	return r
}
