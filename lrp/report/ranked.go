package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// A page or a terminal with more than mostResults of features shows the bestResults at first.
const (
	mostResults = 12
	bestResults = 8
)

// byError orders results by their mean error, undefined ones, NaN, last.
func byError(a, b *experiment.Result) int { return cmp.Compare(-b.RMSEMean, -a.RMSEMean) }

// alwaysShown reports whether a result is shown whatever its error: that of a control, the
// encoder, a learner, another system, or of an approach without one of its features.
func alwaysShown(name, regressor string) bool {
	return regressor == control || regressor == approach.ExternalRegressor || name == "ENC" ||
		approach.IsLearner(name, regressor) || strings.Contains(name, "-")
}

// foremost returns the results that are shown before more is asked for: those that always are, and
// the best of all others.
func (v *view) foremost() map[*experiment.Result]bool {
	shown := map[*experiment.Result]bool{}
	var others []*experiment.Result
	for _, s := range v.Sections {
		for _, r := range s.Rows {
			shown[r.Result] = alwaysShown(r.Approach, r.Regressor)
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
