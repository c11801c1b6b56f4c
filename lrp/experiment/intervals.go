package experiment

import (
	"cmp"
	"math"
	"slices"
)

// Coverage says how often a learner's prediction intervals hold the ratings of the test parts, over
// all trials, and how wide they are.
type Coverage struct {
	Level float64 `json:"interval_level"` // the nominal coverage
	// Share is the share of intervals that hold the rating, and Width the mean width of all
	// intervals.
	Share float64 `json:"interval_coverage_mean"`
	Width float64 `json:"interval_width_mean"`
	// Score is the mean interval score, which is lowest for the true quantiles: with α = 1 - Level,
	// the width, and 2/α times the distance of a rating outside. It is NaN in old documents.
	//
	// Source: T. Gneiting and A. E. Raftery, Strictly Proper Scoring Rules, Prediction, and
	// Estimation, Journal of the American Statistical Association 102, 359-378 (2007), equation 43.
	Score float64 `json:"interval_score_mean"`
	// ByWidth and ByRating are thirds of the intervals, from the narrowest to the widest and from
	// the lowest to the highest rating. Equal ones are in the same third, so one of them may be
	// missing.
	ByWidth  []IntervalThird `json:"interval_by_width,omitempty"`
	ByRating []IntervalThird `json:"interval_by_rating,omitempty"`
}

// IntervalThird has the figures of a [Coverage] for a third of its intervals.
type IntervalThird struct {
	From      float64 `json:"from"` // the lowest width, or rating, of the third
	To        float64 `json:"to"`   // the highest
	Intervals int     `json:"intervals"`
	Share     float64 `json:"coverage_mean"` // as in [Coverage], as are the next two
	Width     float64 `json:"width_mean"`    // mean width
	Score     float64 `json:"score_mean"`    // mean interval score
}

// ratedInterval is a prediction interval with the rating of the respondent.
type ratedInterval struct {
	Ends   [2]float64
	Rating float64
}

func (x ratedInterval) width() float64  { return x.Ends[1] - x.Ends[0] }
func (x ratedInterval) rating() float64 { return x.Rating }

// newCoverage returns nil if there are no intervals.
func newCoverage(list []ratedInterval, level float64) *Coverage {
	if len(list) == 0 {
		return nil
	}
	all := newThird(list, level, ratedInterval.width)
	return &Coverage{Level: level, Share: all.Share, Width: all.Width, Score: all.Score,
		ByWidth: thirds(list, level, ratedInterval.width), ByRating: thirds(list, level, ratedInterval.rating)}
}

// thirds divides intervals by a number that each has.
func thirds(list []ratedInterval, level float64, by func(ratedInterval) float64) (all []IntervalThird) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b ratedInterval) int { return cmp.Compare(by(a), by(b)) })
	start, n := 0, len(list)
	for k := 1; start < n; k++ {
		end := (k*n + 2) / 3
		for 0 < end && end < n && by(list[end]) == by(list[end-1]) {
			end++
		}
		if start < end {
			all = append(all, newThird(list[start:end], level, by))
			start = end
		}
	}
	return all
}

func newThird(list []ratedInterval, level float64, by func(ratedInterval) float64) IntervalThird {
	t := IntervalThird{From: by(list[0]), To: by(list[len(list)-1]), Intervals: len(list)}
	n := float64(len(list))
	for _, x := range list {
		outside := max(0, x.Ends[0]-x.Rating, x.Rating-x.Ends[1])
		t.Width += x.width() / n
		t.Score += (x.width() + 2/(1-level)*outside) / n
		if holds(x.Ends, x.Rating) {
			t.Share++
		}
	}
	t.Share /= n
	return t
}

// intervalTolerance is how far a rating at the end of an interval may be outside of it by rounding.
const intervalTolerance = 1e-9

func defined(interval [2]float64) bool { return !math.IsNaN(interval[0]) && !math.IsNaN(interval[1]) }

func holds(interval [2]float64, rating float64) bool {
	return interval[0]-intervalTolerance <= rating && rating <= interval[1]+intervalTolerance
}
