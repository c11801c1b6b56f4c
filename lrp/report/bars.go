package report

import (
	"math"
	"strings"

	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/lrp/experiment"
)

// RMSEBars draws the error of every approach with its spread over the trials as horizontal bars, one
// panel per data set with a scale of its own, in the order of the tables. The controls and the mean
// judge are lines. It has the data of the thesis's Figure 5.3.
func RMSEBars(r *experiment.Report) *Figure {
	b := newBars(r)
	return stack(b.heading(), b.panels(views(r)))
}

// bars is what the panels of the error figure share.
type bars struct {
	opts     Options
	over     string  // what the errors are averaged over, such as "100 trials"; may be ""
	top      float64 // of the panel that is drawn
	outlined bool    // some bars are outlined: not significantly better than CBG
	cut      bool    // some bars leave the scale
	colors   map[string]int
	pooled   bool // some errors have intervals instead of standard deviations
}

func newBars(r *experiment.Report) *bars { return barsOf(r, views(r), Options{}) }

// barsOf returns the bars of the given views.
func barsOf(r *experiment.Report, list []view, opts Options) *bars {
	b := &bars{opts: opts, over: over(r, list), colors: map[string]int{}}
	b.pooled = units(list)[byRespondent]
	for i := range list {
		v := &list[i]
		for _, s := range v.Sections {
			if s.Control() {
				continue
			}
			if _, ok := b.colors[s.Regressor]; !ok && len(s.Rows) > 0 {
				b.colors[s.Regressor] = len(b.colors)
			}
			for _, row := range s.Rows {
				b.outlined = b.outlined || row.Verdict.dim()
			}
		}
		_, cut := v.barScale()
		b.cut = b.cut || cut
	}
	return b
}

// barScale returns the end of a data set's scale, and whether some bars go beyond it.
func (v *view) barScale() (top float64, cut bool) {
	limit, high := 0.0, 0.0
	if v.CBG != nil && defined(v.CBG.RMSEMean) {
		top, limit = v.CBG.RMSEMean, 2*v.CBG.RMSEMean
	}
	for _, s := range v.Sections {
		for _, row := range s.Rows {
			if s.Control() || !defined(row.RMSEMean) {
				continue
			}
			high = math.Max(high, row.RMSEMean)
			if _, hi := whiskers(row.Result, v.DatasetReport); defined(hi) {
				top = math.Max(top, hi)
			}
		}
	}
	if top == 0 { // there are only controls, if anything
		for i := range v.Results {
			if x := v.Results[i].RMSEMean; defined(x) {
				top = math.Max(top, x)
			}
		}
	}
	if limit > 0 { // an error far above CBG's would flatten all others
		top = math.Min(top, limit)
	}
	top = math.Min(upTo(top*1.03), 1)
	return top, high > top
}

// heading is the title of the figure and what explains its marks.
func (b *bars) heading() *block {
	return figure.Heading("Prediction error by approach", b.explanation())
}

// explanation explains the bars' marks in sentences.
func (b *bars) explanation() string {
	s := []string{"Root mean square error (RMSE) on a rating from 0 to 1: shorter bars are better."}
	switch {
	case b.over == "":
		s = append(s, "Whiskers: 95% interval.")
	case b.pooled:
		s = append(s, "Whiskers: ±1 standard deviation over "+b.over+", or 95% interval.")
	default:
		s = append(s, "Whiskers: ±1 standard deviation over "+b.over+".")
	}
	if b.outlined {
		s = append(s, "Outlined: not significantly better than CBG, the constant best guess.")
	}
	if b.cut {
		s = append(s, "Bars with an arrow go on.")
	}
	return strings.Join(s, " ")
}

// panels returns the panel of each data set.
func (b *bars) panels(list []view) []*block {
	var out []*block
	for i := range list {
		v := &list[i]
		out = append(out, b.block(v, v.Name, v.size()))
	}
	return out
}

// panel returns the figure of a single data set, for a page that has its heading.
func (b *bars) panel(v *view) *Figure {
	k := b.block(v, "", "")
	return &Figure{panelWidth, k.Height, func(c draw.Canvas) { k.Draw(c) }}
}
