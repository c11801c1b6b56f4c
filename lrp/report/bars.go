package report

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/lrp/experiment"
)

// RMSEBars draws the error of every approach with its spread over the trials, a panel for each
// data set, in the order of the results and on a common scale, as in the thesis's Figure 5.3.
// With several regressors an approach has a bar of each but those that equal CBG, which its line
// shows; a regressor that equals CBG on every data set is only named.
func RMSEBars(r *experiment.Report) *Figure {
	b := newBars(r)
	g := grid{n: len(r.Datasets), columns: 2, width: 540, height: 235, gapX: 34, gapY: 26, heading: 62, margin: 22}
	if g.n <= 2 {
		g.columns, g.width, g.height = 1, 860, 330
	}
	if b.bars() > 32 { // so that bars stay wide enough
		g.columns, g.width = 1, max(860, vg.Length(b.bars())*16)
	}
	w, h := g.size()
	return &Figure{w, h, func(c draw.Canvas) {
		left := c.Min.X + g.margin
		head := strong(style(14, ink, text.XLeft, text.YTop))
		c.FillText(head, vg.Point{X: left, Y: c.Max.Y - g.margin}, "Root mean square error of the predicted rating")
		b.legend(c, left, c.Max.Y-g.margin-28)
		for i := range b.views {
			b.draw(g.at(c, i), &b.views[i], b.views[i].Name, b.views[i].size())
		}
	}}
}

// bars is what the panels of the error figure have in common.
type bars struct {
	views      []view
	approaches []string
	regressors []string // those that are drawn
	constant   []string // those that equal CBG everywhere
	pale       bool     // some are drawn pale
	missing    bool     // some of the regressors drawn equal CBG here and there
	over       string   // what the errors are means of, such as "100 trials"; "" where they are none
	top        float64
}

func newBars(r *experiment.Report) *bars { return barsOf(r, views(r)) }

// barsOf draws the verdicts of the given views.
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
	// A rating is in [0,1]; an error beyond that, of a prediction that was not clipped, is
	// cut off rather than let it flatten all others.
	b.top = math.Min(upTo(b.top*1.03), 1)
	return b
}

// reach extends the scale to an error and its error bar.
func (b *bars) reach(r *experiment.Result, d *experiment.DatasetReport) {
	if _, hi := whiskers(r, d); defined(hi) {
		b.top = math.Max(b.top, hi)
	}
}

// spread says what the error bars are.
func (b *bars) spread() string {
	switch {
	case b.over == "":
		return "95% interval"
	case units(b.views)[byRespondent]:
		return "±1 sd over " + b.over + ", or 95% interval"
	}
	return "±1 sd over " + b.over
}

// under is the second line of a panel by itself.
func under(d *experiment.DatasetReport) string {
	if unitOf(d) == byRespondent {
		return "RMSE with its 95% interval"
	}
	return "mean RMSE ± 1 sd"
}

// bars is the number of bars that a panel is made wide enough for: as many slots as approaches, each for the most bars
// that an approach has. One that brings its own way to learn has a single bar, whatever the regressors of others.
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

// panel draws one data set alone.
func (b *bars) panel(v *view) *Figure {
	g := grid{n: 1, columns: 1, width: max(600, vg.Length(b.bars())*14), height: 250, margin: 4}
	w, h := g.size()
	return &Figure{w, h, func(c draw.Canvas) { b.draw(g.at(c, 0), v, "Error of each approach", under(v.DatasetReport)) }}
}

// color is the colour of a regressor's bars.
func (b *bars) color(regressor string) color.NRGBA {
	if i := slices.Index(b.regressors, regressor); i >= 0 {
		return seriesColor(i)
	}
	return grey
}

// legend explains the colours in one line, and the lines and marks in a second.
func (b *bars) legend(c draw.Canvas, x, y vg.Length) {
	label := style(9, ink, text.XLeft, text.YCenter)
	a := plotArea{Canvas: c, top: 1}
	entry := func(swatch func(x0, x1 vg.Length), s string) {
		swatch(x, x+14)
		c.FillText(label, vg.Point{X: x + 19, Y: y}, s)
		x += 19 + label.Width(s) + 18
	}
	fill := func(col color.NRGBA) func(x0, x1 vg.Length) {
		return func(x0, x1 vg.Length) { a.box(x0, x1, y-4.5, y+4.5, col) }
	}
	entry(fill(grey), "control")
	for _, name := range b.regressors {
		entry(fill(b.color(name)), fit(label, name, 120))
	}
	if b.pale {
		entry(func(x0, x1 vg.Length) {
			n := vg.Length(len(b.regressors))
			for i, name := range b.regressors {
				at := x0 + vg.Length(i)*(x1-x0)/n
				fill(pale(b.color(name)))(at, at+(x1-x0)/n)
			}
		}, "pale: no better than CBG")
	}
	if b.hasBaseline() {
		entry(func(x0, x1 vg.Length) { a.segment(ink, 1, x0, y, x1, y, 4, 3) }, "CBG")
	}
	entry(func(x0, x1 vg.Length) { a.whisker((x0+x1)/2, y-5, y+5, 2.5) }, b.spread())
	if s := b.absent(); s != "" {
		c.FillText(style(9, muted, text.XLeft, text.YCenter), vg.Point{X: x, Y: y}, s)
	}
}

// absent says what is not drawn because it equals CBG.
func (b *bars) absent() string {
	switch {
	case len(b.constant) > 0:
		return clean(strings.Join(b.constant, ", ")) + " = CBG, not drawn"
	case b.missing:
		return "A missing bar equals CBG"
	}
	return ""
}

func (b *bars) hasBaseline() bool {
	return slices.ContainsFunc(b.views, func(v view) bool { return v.CBG != nil })
}

// size is a panel's second line.
func (v view) size() string {
	s := fmt.Sprintf("%s × %s", counted(v.Respondents, "respondent"), counted(v.Questions, "question"))
	if v.Synthetic {
		return "SYNTHETIC, " + s
	}
	return s
}

// draw draws a data set's panel.
func (b *bars) draw(c draw.Canvas, v *view, title, under string) {
	slots := vg.Length(max(1, len(b.approaches)))
	slot := (c.Max.X - c.Min.X - 30 - 44) / slots
	label := style(9, ink, text.XCenter, text.YTop)
	bottom, slanted := vg.Length(18), false
	for _, name := range b.approaches {
		if label.Width(clean(name)) > slot-2 {
			bottom, slanted = 62, true
		}
	}
	a := frame(c, title, under, b.top, false, 44, bottom)
	var labels []func() // what stands over the line of CBG
	for i, name := range b.approaches {
		mid := a.Min.X + slot*(vg.Length(i)+.5)
		labels = append(labels, b.group(a, v, name, mid, slot)...)
		if slanted {
			s := style(9, ink, text.XRight, text.YCenter)
			s.Rotation = math.Pi / 4
			c.FillText(s, vg.Point{X: mid, Y: a.Min.Y - 8}, fit(s, name, 72))
		} else {
			c.FillText(label, vg.Point{X: mid, Y: a.Min.Y - 5}, clean(name))
		}
	}
	a.floor()
	if len(v.Results) == 0 {
		a.note("no results")
	}
	if v.CBG != nil && defined(v.CBG.RMSEMean) {
		y := a.y(v.CBG.RMSEMean)
		a.segment(ink, 1, a.Min.X, y, a.Max.X, y, 4, 3)
		c.FillText(style(8.5, ink, text.XLeft, text.YCenter), vg.Point{X: a.Max.X + 4, Y: y}, "CBG "+short(v.CBG.RMSEMean))
	}
	for _, draw := range labels {
		draw()
	}
}

// group draws an approach's bars, one for each regressor that it was used with, about mid. It
// returns the drawing of their error bars and values, which is to come last.
func (b *bars) group(a plotArea, v *view, approach string, mid, slot vg.Length) (labels []func()) {
	type bar struct {
		result  *experiment.Result
		color   color.NRGBA
		verdict verdict
	}
	var list []bar
	for _, regressor := range append([]string{control}, b.regressors...) {
		for i := range v.Results {
			r := &v.Results[i]
			if r.Approach == approach && r.Regressor == regressor && defined(r.RMSEMean) {
				verdict := v.verdict(r)
				if verdict != equal || regressor == control {
					list = append(list, bar{r, b.color(regressor), verdict})
				}
				break
			}
		}
	}
	wide := min(slot*.74/vg.Length(max(1, len(list))), 40)
	if len(list) > 1 {
		wide = slot * .84 / vg.Length(len(list))
	}
	for i, bar := range list {
		x := mid + wide*(vg.Length(i)-vg.Length(len(list))/2)
		col := bar.color
		if bar.verdict.dim() && bar.result.Regressor != control {
			col = pale(col)
		}
		gap := min(.6, wide/8)
		mean := bar.result.RMSEMean
		lo, hi := whiskers(bar.result, v.DatasetReport)
		a.box(x+gap, x+wide-gap, a.Min.Y, a.y(mean), col)
		labels = append(labels, func() { a.label(mean, lo, hi, x+wide/2, wide, max(wide, (slot-2)/vg.Length(len(list)))) })
	}
	return labels
}

// label draws the error bar of a bar about x and, where room allows, its value.
func (a plotArea) label(mean, lo, hi float64, x, wide, room vg.Length) {
	over := a.y(mean)
	if lo < hi {
		a.whisker(x, a.y(lo), a.y(hi), min(3, wide/4))
		over = a.y(hi)
	}
	sty := style(8, ink, text.XCenter, text.YBottom)
	value := short(mean)
	half := sty.Width(value) / 2
	if 2*half < room {
		a.box(x-half-1.5, x+half+1.5, over+2, over+9.5, paper) // so that no line runs through the digits
		a.FillText(sty, vg.Point{X: x, Y: over + 1.5}, value)
	}
}

// whisker draws an error bar.
func (a plotArea) whisker(x, y0, y1, half vg.Length) {
	a.segment(ink, 1, x, y0, x, y1)
	a.segment(ink, 1, x-half, y0, x+half, y0)
	a.segment(ink, 1, x-half, y1, x+half, y1)
}

// short writes an error as the thesis does, without the leading zero, in little room.
func short(x float64) string {
	if x >= 10 {
		return fmt.Sprintf("%.3g", x)
	}
	return strings.TrimPrefix(fmt.Sprintf("%.3f", x), "0")
}
