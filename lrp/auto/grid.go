package auto

import (
	"math"
	"slices"
)

const (
	// maxGrid is the largest number of steps of a grid. Finer grids narrow intervals by next to
	// nothing.
	maxGrid = 200
	// minGridRatings and minGridDistinct are how many ratings, and distinct ones between 0 and 1,
	// there must be to look for a grid. Fewer may all be on a grid that others are not on.
	minGridRatings, minGridDistinct = 15, 5
	// maxGridChance is the probability with which a grid may be found where there is none.
	maxGridChance = 1e-6
	// maxOffGrid is how far from the grid ratings may be, in steps.
	maxOffGrid = 0.05
	// exactRating is how far from the grid a rating that was not rounded may be.
	exactRating = 1e-9
)

// grid is the number that all ratings are multiples of, such as 1/40 for totals in half points out
// of 20. The zero value is no grid.
type grid struct {
	steps float64 // from 0 to 1
	// tolerance is how far from the grid a rating may be, as ratings are rounded when they are
	// written down: four times as far as any of the training set.
	tolerance float64
}

// findGrid returns the grid of the ratings, or none. Of independent uniform ratings, d are all
// within e of multiples of 1/m with probability (2·m·e)^d. The grid has the m for which that is
// least, with the d distinct ratings between 0 and 1.
func findGrid(ratings []float64) grid {
	var distinct []float64
	for _, y := range ratings {
		if y > 0 && y < 1 {
			distinct = append(distinct, y)
		}
	}
	slices.Sort(distinct)
	distinct = slices.Compact(distinct)
	if len(ratings) < minGridRatings || len(distinct) < minGridDistinct {
		return grid{}
	}
	best, least := grid{}, math.Log(maxGridChance/maxGrid)
	for m := 1.0; m <= maxGrid; m++ {
		off := offGrid(distinct, m)
		chance := float64(len(distinct)) * math.Log(2*m*off)
		if off*m <= maxOffGrid && chance < least {
			best, least = grid{steps: m, tolerance: 4 * off}, chance
		}
	}
	return best
}

// offGrid returns the largest distance of values from multiples of 1/m, or more than maxOffGrid of
// a step.
func offGrid(values []float64, m float64) float64 {
	off := exactRating
	for _, y := range values {
		if off = max(off, math.Abs(y-math.Round(y*m)/m)); off*m > maxOffGrid {
			break
		}
	}
	return off
}

// shrink moves the ends of an interval inwards to the outermost points of the grid in it, less or
// plus the tolerance, but not past the prediction. So no rating within the tolerance of the grid is
// lost. An interval with fewer than two points of the grid stays as it is, so that none is a point.
func (g grid) shrink(lo, hi, prediction float64) (float64, float64) {
	if g.steps == 0 {
		return lo, hi
	}
	first := math.Ceil((lo-g.tolerance)*g.steps) / g.steps
	last := math.Floor((hi+g.tolerance)*g.steps) / g.steps
	if first >= last {
		return lo, hi
	}
	prediction = min(max(prediction, lo), hi)
	return max(lo, min(first-g.tolerance, prediction)), min(hi, max(last+g.tolerance, prediction))
}
