package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// A page with more than mostResults of features shows the bestResults at first.
const (
	mostResults = 12
	bestResults = 8
)

// byError orders results by their mean error, undefined ones last.
func byError(a, b *experiment.Result) int {
	of := func(r *experiment.Result) float64 {
		if !defined(r.RMSEMean) {
			return math.Inf(1)
		}
		return r.RMSEMean
	}
	return cmp.Compare(of(a), of(b))
}

// foremost returns the results that a page shows before it is asked for more: controls, learners,
// the encoder, other systems, approaches without one of their features, and the best of all others.
func (v *view) foremost() map[*experiment.Result]bool {
	shown := map[*experiment.Result]bool{}
	var others []*experiment.Result
	for _, s := range v.Sections {
		for _, r := range s.Rows {
			shown[r.Result] = s.control() || s.Regressor == approach.ExternalRegressor || r.Approach == "ENC" ||
				approach.IsLearner(r.Approach, r.Regressor) || strings.Contains(r.Approach, "-")
			if !shown[r.Result] {
				others = append(others, r.Result)
			}
		}
	}
	slices.SortStableFunc(others, byError)
	for i, r := range others {
		shown[r] = i < bestResults || len(others) <= mostResults
	}
	return shown
}

// drawn returns the sections of all but the controls with the rows that a page's figure draws, the
// best first.
func (v *view) drawn() (list []*section) {
	shown := v.foremost()
	for _, s := range v.candidates() {
		s := *s
		s.Rows = slices.DeleteFunc(slices.Clone(s.Rows), func(r row) bool { return !shown[r.Result] })
		slices.SortStableFunc(s.Rows, func(a, b row) int { return byError(a.Result, b.Result) })
		list = append(list, &s)
	}
	return list
}

// ranked puts the results of a page's table in one section, the lowest error first, with those that
// are not foremost folded. Judges have a section of their own.
func (v *view) ranked(t *table) {
	best, shown := tableSection{}, v.foremost()
	sections := t.Sections
	t.Sections = nil
	for _, s := range sections {
		if s.Name == human {
			t.Sections = append(t.Sections, s)
			continue
		}
		best.Rows = append(best.Rows, s.Rows...)
	}
	slices.SortStableFunc(best.Rows, func(a, b tableRow) int { return byError(a.result, b.result) })
	for i := range best.Rows {
		if r := &best.Rows[i]; !shown[r.result] {
			r.Class += " rest"
			t.More++
		}
	}
	t.Sections = slices.Insert(t.Sections, 0, best)
}
