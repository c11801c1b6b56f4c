package report

import (
	"math"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/lrp/experiment"
)

// RMSEBars draws the error of every approach with its spread over the trials, one panel per data
// set, in the order of the results and on a common scale, as in the thesis's Figure 5.3. With
// several regressors an approach has one bar for each, except for those that equal CBG, which is a
// line; a regressor that equals CBG on every data set is only named.
func RMSEBars(r *experiment.Report) *Figure {
	b := newBars(r)
	g := grid{n: len(r.Datasets), columns: 2, width: 540, height: 235, gapX: 34, gapY: 26,
		heading: 62, margin: 22}
	if g.n <= 2 {
		g.columns, g.width, g.height = 1, 860, 330
	}
	if b.bars() > 32 { // keeps the bars wide enough
		g.columns, g.width = 1, max(860, vg.Length(b.bars())*16)
	}
	w, h := g.size()
	return &Figure{w, h, func(c draw.Canvas) {
		left := c.Min.X + g.margin
		head := strong(style(14, ink, text.XLeft, text.YTop))
		c.FillText(head, vg.Point{X: left, Y: c.Max.Y - g.margin},
			"Root mean square error of the predicted rating")
		b.legend(c, left, c.Max.Y-g.margin-28)
		for i := range b.views {
			b.draw(g.at(c, i), &b.views[i], b.views[i].Name, b.views[i].size())
		}
	}}
}

// bars is what the panels of the error figure share.
type bars struct {
	views      []view
	approaches []string
	regressors []string // that are drawn
	constant   []string // regressors that equal CBG everywhere
	pale       bool     // some bars are pale
	missing    bool     // some results of drawn regressors equal CBG
	over       string   // what the errors are averaged over, such as "100 trials"; may be ""
	top        float64
}

func newBars(r *experiment.Report) *bars { return barsOf(r, views(r)) }

// barsOf returns the bars with the verdicts of the given views.
func barsOf(r *experiment.Report, list []view) *bars {
	b := &bars{views: list, approaches: approaches(r)}
	b.over = over(r, b.views)
	drawn := map[string]bool{}
	for _, v := range b.views {
		for _, s := range v.Sections {
			known := slices.Contains(b.regressors, s.Regressor)
			if !s.Control() && !known {
				b.regressors = append(b.regressors, s.Regressor)
			}
			drawn[s.Regressor] = drawn[s.Regressor] || len(s.Rows) > 0
			for _, row := range s.Rows {
				b.reach(row.Result, v.DatasetReport)
				b.pale = b.pale || !s.Control() && row.Verdict.dim()
			}
		}
	}
	for _, name := range b.regressors {
		if !drawn[name] {
			b.constant = append(b.constant, name)
		}
	}
	b.regressors = slices.DeleteFunc(b.regressors, func(name string) bool { return !drawn[name] })
	for _, v := range b.views {
		for _, s := range v.Sections {
			b.missing = b.missing || len(s.Equal) > 0 && drawn[s.Regressor]
		}
	}
	// Ratings are in [0,1]. A larger error, of a prediction that was not clipped, is cut off so
	// that it does not flatten all others.
	b.top = math.Min(upTo(b.top*1.03), 1)
	return b
}

// reach extends the scale to an error bar.
func (b *bars) reach(r *experiment.Result, d *experiment.DatasetReport) {
	if _, hi := whiskers(r, d); defined(hi) {
		b.top = math.Max(b.top, hi)
	}
}

// bars returns the number of bars that determines the width of a panel: one slot per approach, each
// as wide as the largest number of bars of an approach.
func (b *bars) bars() int {
	most := 1
	for _, v := range b.views {
		of := map[string]int{}
		for i := range v.Results {
			if r := &v.Results[i]; slices.Contains(b.regressors, r.Regressor) {
				of[r.Approach]++
				most = max(most, of[r.Approach])
			}
		}
	}
	return len(b.approaches) * most
}

// panel returns the figure of a single data set.
func (b *bars) panel(v *view) *Figure {
	g := grid{n: 1, columns: 1, width: max(600, vg.Length(b.bars())*14), height: 250, margin: 4}
	w, h := g.size()
	return &Figure{w, h,
		func(c draw.Canvas) {
			b.draw(g.at(c, 0), v, "Error of each "+
				"approach", under(v.DatasetReport))
		}}
}
