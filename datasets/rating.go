package datasets

import (
	"fmt"
	"math"

	"github.com/luna-rating/luna/internal/text"
)

// RatingRule says how a respondent's grades become the overall rating.
type RatingRule int

const (
	// MinMax scales the sum of the graded judgements over the respondents of the data set
	// to [0,1]. It is the thesis's definition and the default.
	MinMax RatingRule = iota
	// Fraction divides the sum of the graded judgements by the highest attainable sum. It
	// does not depend on the other respondents.
	Fraction
)

// ParseRatingRule reads "minmax" or "fraction".
func ParseRatingRule(s string) (RatingRule, error) {
	switch s {
	case "minmax":
		return MinMax, nil
	case "fraction":
		return Fraction, nil
	}
	return 0, fmt.Errorf("rating rule: found %s, expected minmax or fraction", text.Quote(s))
}

// String returns "minmax" or "fraction".
func (r RatingRule) String() string {
	switch r {
	case MinMax:
		return "minmax"
	case Fraction:
		return "fraction"
	}
	return fmt.Sprintf("RatingRule(%d)", int(r))
}

// rate sets the ratings from each respondent's total of graded judgements (NaN if none are
// graded) and the highest attainable total.
func rate(d *Dataset, rule RatingRule, totals []float64, maxTotal float64) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, t := range totals {
		if !math.IsNaN(t) {
			lo, hi = min(lo, t), max(hi, t)
		}
	}
	scale := func(t float64) float64 { return t / maxTotal }
	d.Scale = Scale{0, maxTotal}
	switch {
	case lo > hi || maxTotal <= 0:
		d.RatingNote = "no ratings: nothing is graded"
		scale = func(float64) float64 { return math.NaN() }
		d.Scale = Scale{}
	case rule == Fraction || lo == hi:
		d.RatingNote = fmt.Sprintf(
			"sum of the graded judgements divided by the highest attainable, %v", maxTotal)
		if rule != Fraction {
			d.Warnings = append(d.Warnings, fmt.Sprintf(
				"all rated respondents have the same sum of grades, %v of %v, "+
					"so that min-max scaling is undefined: ratings are the fraction attained",
				lo, maxTotal))
		}
	default:
		d.RatingNote = fmt.Sprintf(
			"sum of the graded judgements, min-max scaled over the respondents "+
				"(lowest %v, highest %v of %v)", lo, hi, maxTotal)
		scale = func(t float64) float64 { return (t - lo) / (hi - lo) }
		d.Scale = Scale{lo, hi}
	}
	for i, t := range totals {
		d.Respondents[i].Rating = scale(t)
	}
}
