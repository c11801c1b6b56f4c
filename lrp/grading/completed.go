package grading

import (
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
)

// completed returns the prediction for a respondent some of whose answers have a given score, in the
// place of their grades. Where there are decisions, and ratings are the means of scores, the rating of a
// respondent all of whose answers have a score is the mean of these, and with nobody rated that of all
// others is the mean of the grades: nothing else tells of totals.
func (g *grader) completed(
	f approach.FittedLearner, p approach.Prediction, docs []*text.Doc, given []float64,
) approach.Prediction {
	if p.Grades == nil || given == nil && (!g.sums || len(g.rated) > 0) {
		return p
	}
	grades, responses, open := slices.Clone(p.Grades), make([]string, len(docs)), 0
	for j, d := range docs {
		responses[j] = d.Raw
		switch {
		case given != nil && !math.IsNaN(given[j]):
			grades[j] = given[j]
		case strings.TrimSpace(d.Raw) != "":
			open++
		}
	}
	change := f.RatingOf(grades, docs) - f.RatingOf(p.Grades, docs)
	if g.sums && (open == 0 || len(g.rated) == 0) {
		change = g.mean(grades, responses, f.Unanswered()) - p.Rating
	}
	moved := func(v float64) float64 { return min(max(v+change, 0), 1) }
	x := approach.Prediction{
		Rating: moved(p.Rating), Grades: grades,
		Interval: [2]float64{moved(p.Interval[0]), moved(p.Interval[1])},
	}
	if g.sums && open == 0 {
		x.Interval = [2]float64{x.Rating, x.Rating}
	}
	return x
}

// mean returns the mean of grades by the points of the questions. Those without an answer count by the
// share.
func (g *grader) mean(grades []float64, responses []string, share float64) float64 {
	var sum, all float64
	for j, v := range grades {
		points := 1.0
		if len(g.ds.Points) > j {
			points = g.ds.Points[j]
		}
		if strings.TrimSpace(responses[j]) == "" {
			if points *= share; math.IsNaN(v) {
				v = 0
			}
		}
		sum, all = sum+points*v, all+points
	}
	if all == 0 {
		return 0
	}
	return sum / all
}
