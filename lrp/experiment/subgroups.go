package experiment

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/nullable"
	"github.com/luna-rating/luna/lrp/stats"
)

// Subgroup says how well an approach predicted the respondents with the same entry in a column, in
// the test parts of all trials. Each respondent counts once.
type Subgroup struct {
	Column      string `json:"column"`        // as [Options].Subgroups names it
	Value       string `json:"value"`         // the entry
	Approach    string `json:"approach"`      // as in [Result], as is Regressor
	Regressor   string `json:"regressor"`     // "none" for the controls
	Respondents int    `json:"respondents"`   // who were predicted
	Few         bool   `json:"few,omitempty"` // fewer than 10 are too few to say much
	// RMSE is over the respondents' squared errors, each the mean over trials.
	RMSE *Measure `json:"rmse,omitempty"`
	// Bias is the mean prediction less the mean rating.
	Bias *Measure `json:"bias,omitempty"`
	// DSM is the difference of standardised means of RSMTool, which replaces the standardised mean
	// difference of Williamson, Xi and Breyer (2012) for subgroups: the mean of the standardised
	// predictions less that of the standardised ratings, with means and standard deviations of all
	// respondents. It is nil for controls, whose predictions do not tell respondents apart.
	DSM *Measure `json:"dsm,omitempty"`
	// Coverage is the share of ratings within a learner's intervals; nil for other approaches.
	Coverage *Measure `json:"coverage,omitempty"`
}

// Measure is a number with its 95% interval: of a [Subgroup], by the jackknife over its
// respondents, or by Wilson's formula for Coverage; or that of a [Bootstrap]. CI95 is nil if it is
// undefined.
type Measure struct {
	Value float64     `json:"value"` // the estimate
	CI95  *[2]float64 `json:"ci95,omitempty"`
}

func measure(value, low, high float64) *Measure {
	if !nullable.Defined(value) {
		return nil
	}
	return &Measure{value, nullable.Interval([2]float64{low, high})}
}

// meanOf measures a mean. For a mean, the jackknife's interval is that of the t distribution.
func meanOf(values []float64) *Measure {
	mean, sd := stats.MeanSD(values)
	n := float64(len(values))
	low, high := stats.Estimate{Mean: mean, SE: sd / math.Sqrt(n), DF: n - 1}.Interval()
	return measure(mean, low, high)
}

const (
	fewPeople    = 10  // below which subgroups are marked
	maxSubgroups = 100 // of a column
)

// describeSubgroups sets r.Subgroups.
func (r *DatasetReport) describeSubgroups(columns []string) error {
	for _, column := range columns {
		values, err := r.Data.Attribute(column)
		if err != nil {
			return err
		}
		members := map[string][]int{}
		for i, value := range values {
			members[value] = append(members[value], i)
		}
		if none := len(members[""]); none > 0 {
			r.Warnings = append(r.Warnings, fmt.Sprintf("%s without an entry in %q: in no subgroup",
				text.Count(none, "respondent"), column))
			delete(members, "")
		}
		if n := len(members); n > maxSubgroups {
			return fmt.Errorf("found %d different entries in %q, expected at most %d subgroups", n, column,
				maxSubgroups)
		}
		for _, value := range slices.Sorted(maps.Keys(members)) {
			for k := range r.Results {
				x := &r.Results[k]
				s := Subgroup{Column: column, Value: value, Approach: x.Approach, Regressor: x.Regressor}
				s.measure(x, r.Ratings, members[value])
				if s.Respondents > 0 { // with a given split, whole subgroups may be learned from
					r.Subgroups = append(r.Subgroups, s)
				}
			}
		}
	}
	return nil
}

// measure compares a result with the ratings of the subgroup's members.
func (s *Subgroup) measure(x *Result, ratings []float64, members []int) {
	h := x.HeldOut
	var predicted, rated, squares, errors, standardised []float64
	for i, n := range h.Count {
		if n > 0 {
			predicted, rated = append(predicted, h.Mean[i]), append(rated, ratings[i])
		}
	}
	meanP, sdP := stats.MeanSD(predicted)
	meanR, sdR := stats.MeanSD(rated)
	held, intervals := 0, 0
	for _, i := range members {
		if h.Count[i] == 0 {
			continue
		}
		s.Respondents++
		squares, errors = append(squares, h.square(i, ratings[i])), append(errors, h.residual(i, ratings[i]))
		standardised = append(standardised, (h.Mean[i]-meanP)/sdP-(ratings[i]-meanR)/sdR)
		if h.Intervals != nil {
			held, intervals = held+h.Held[i], intervals+h.Intervals[i]
		}
	}
	s.Few = s.Respondents < fewPeople
	mean, _ := stats.MeanSD(squares)
	low, high := stats.PooledInterval(squares)
	s.RMSE, s.Bias = measure(math.Sqrt(mean), low, high), meanOf(errors)
	if x.Regressor != approach.NoRegressor {
		s.DSM = meanOf(standardised)
	}
	if intervals > 0 { // each respondent counts once, however often predicted
		share := float64(held) / float64(intervals)
		ends := numbers.Wilson(int(math.Round(share*float64(s.Respondents))), s.Respondents)
		s.Coverage = measure(share, ends[0], ends[1])
	}
}
