package report

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/lrp"
)

// CurveFigure draws how the error of each approach falls with the number of respondents who have been rated, a panel
// for each data set on a common scale of errors. AUTO, COM and those that end lowest are in colour, the first few with
// a band of a standard deviation; the others are grey.
func CurveFigure(r *lrp.CurveReport) *Figure {
	f := newCurves(r)
	g := grid{n: len(r.Datasets), columns: 2, width: 540, height: 300, gapX: 34, gapY: 26, heading: 56, margin: 22}
	if g.n <= 2 {
		g.columns, g.width, g.height = 1, 860, 400
	}
	wide := vg.Length(g.columns)*g.width + vg.Length(g.columns-1)*g.gapX
	g.heading += 13 * vg.Length(len(f.greys(wide)))
	w, h := g.size()
	return &Figure{w, h, func(c draw.Canvas) {
		left := c.Min.X + g.margin
		head := strong(style(14, ink, text.XLeft, text.YTop))
		c.FillText(head, vg.Point{X: left, Y: c.Max.Y - g.margin}, "Root mean square error by the number of respondents rated")
		f.legend(c, left, c.Max.Y-g.margin-28, wide)
		for i := range f.views {
			f.draw(g.at(c, i), &f.views[i], f.views[i].Name, view{DatasetReport: &f.views[i].DatasetReport}.size())
		}
	}}
}

// curves is what the panels of the figure have in common.
type curves struct {
	views  []curveView
	shown  []curveName // in colour, the most important first
	others []string    // in grey, grouped by regressor
	absent []string    // regressors that equal CBG everywhere
	trials int
	one    bool // one regressor is drawn, whose name is left out
	top    float64
	cut    bool // some curves go on above the scale
}

type curveName struct{ approach, regressor string }

func newCurves(r *lrp.CurveReport) *curves {
	f := &curves{views: curveViews(r), trials: r.Trials}
	f.choose()
	// RAN's error, of which there is nothing to learn, would flatten all others, as would what a regressor does with as many
	// respondents as columns.
	var low, high float64
	for i := range f.views {
		v := &f.views[i]
		for _, s := range v.Sections {
			for _, c := range s.Curves {
				for _, p := range c.Points {
					if c == v.CBG && defined(p.RMSEMean) {
						low = math.Max(low, 1.6*p.RMSEMean)
					}
					if _, shaded := f.color(c); c.Approach != "RAN" && defined(p.RMSEMean) {
						up := p.RMSEMean
						if shaded {
							_, up = band(&p)
						}
						high = math.Max(high, up)
					}
				}
			}
		}
	}
	f.top = high
	if low > 0 {
		f.top = math.Min(high, low)
	}
	f.top = math.Min(upTo(f.top*1.03), 1)
	f.cut = high > f.top
	return f
}

// band is the ends of a point's standard deviation about its mean.
func band(p *lrp.CurvePoint) (lo, hi float64) {
	if !defined(p.RMSESD) {
		return p.RMSEMean, p.RMSEMean
	}
	return math.Max(0, p.RMSEMean-p.RMSESD), p.RMSEMean + p.RMSESD
}

// choose tells the curves to be drawn in colour from the others, for all panels alike.
func (f *curves) choose() {
	type candidate struct {
		name  curveName
		score float64 // the mean over data sets of the last error against CBG's
		n     int
	}
	var list []candidate
	regressors, drawn := []string{}, map[string]bool{}
	for i := range f.views {
		v := &f.views[i]
		for _, s := range v.Sections {
			if !s.Control() && !slices.Contains(regressors, s.Regressor) {
				regressors = append(regressors, s.Regressor)
			}
			for _, c := range s.Curves {
				if s.Control() || len(c.Points) == 0 {
					continue
				}
				drawn[s.Regressor] = true
				name := curveName{c.Approach, c.Regressor}
				k := slices.IndexFunc(list, func(c candidate) bool { return c.name == name })
				if k < 0 {
					k = len(list)
					list = append(list, candidate{name: name})
				}
				last := c.Points[len(c.Points)-1]
				score := last.RMSEMean
				if v.CBG != nil {
					if p := v.CBG.At(last.Size); p != nil && p.RMSEMean > 0 {
						score /= p.RMSEMean
					}
				}
				list[k].score += score
				list[k].n++
			}
		}
	}
	for _, name := range regressors {
		if !drawn[name] {
			f.absent = append(f.absent, name)
		}
	}
	f.one = len(drawn) <= 1
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.score/float64(a.n), b.score/float64(b.n)) })
	// What combines everything comes first, with the regressor that serves it best.
	first := func(approach string) {
		if i := slices.IndexFunc(list, func(c candidate) bool { return c.name.approach == approach }); i >= 0 {
			c := list[i]
			list = slices.Insert(slices.Delete(list, i, i+1), 0, c)
		}
	}
	first("COM")
	first("AUTO")
	colored := map[string]bool{}
	var rest []curveName
	for _, c := range list {
		fixed := c.name.approach == "AUTO" || c.name.approach == "COM"
		// Where there is a CBG, what ends no better than it is not among the best.
		if len(f.shown) < len(series) && (fixed && !colored[c.name.approach] || c.score/float64(c.n) < 1-tolerance) {
			f.shown = append(f.shown, c.name)
			colored[c.name.approach], colored[" "+c.name.regressor] = true, true
		} else {
			rest = append(rest, c.name)
		}
	}
	for _, regressor := range regressors {
		var names []string
		for _, c := range rest {
			if c.regressor == regressor {
				names = append(names, c.approach)
			}
		}
		slices.Sort(names)
		switch {
		case len(names) == 0:
		case f.one:
			f.others = append(f.others, listed(names))
		case len(names) > 1 && !colored[" "+regressor]:
			f.others = append(f.others, "all with "+regressor)
		default:
			f.others = append(f.others, listed(names)+" with "+regressor)
		}
	}
}

// name is what a curve is labelled with.
func (f *curves) name(c curveName) string {
	if f.one || c.regressor == control || strings.EqualFold(c.approach, c.regressor) {
		return c.approach
	}
	return c.approach + " " + c.regressor
}

// color is a curve's colour, and whether it is one of those in colour.
func (f *curves) color(c *lrp.CurveResult) (color.NRGBA, bool) {
	if i := slices.Index(f.shown, curveName{c.Approach, c.Regressor}); i >= 0 {
		return seriesColor(i), true
	}
	return grey, false
}

// legend explains lines and bands, and names what is not labelled.
func (f *curves) legend(c draw.Canvas, x, y, room vg.Length) {
	label := style(9, ink, text.XLeft, text.YCenter)
	a := plotArea{Canvas: c, top: 1}
	left := x
	entry := func(swatch func(x0, x1 vg.Length), s string) {
		swatch(x, x+16)
		c.FillText(label, vg.Point{X: x + 21, Y: y}, s)
		x += 21 + label.Width(s) + 18
	}
	entry(func(x0, x1 vg.Length) {
		a.box(x0, x1, y-4.5, y+4.5, translucent{NRGBA: seriesColor(0)})
		a.segment(seriesColor(0), 1.75, x0, y, x1, y)
	}, f.bands())
	if slices.ContainsFunc(f.views, func(v curveView) bool { return v.CBG != nil }) {
		entry(func(x0, x1 vg.Length) { a.segment(ink, 1.25, x0, y, x1, y, 4, 3) }, "CBG, the constant best guess")
	}
	if s := f.note(); s != "" {
		c.FillText(style(9, muted, text.XLeft, text.YCenter), vg.Point{X: x, Y: y}, s)
	}
	for i, s := range f.greys(room) {
		c.FillText(style(9, muted, text.XLeft, text.YCenter), vg.Point{X: left, Y: y - 16 - 12*vg.Length(i)}, s)
	}
}

// mostBands is how many bands may lie over one another.
const mostBands = 3

// bands says which curves have bands of what.
func (f *curves) bands() string {
	s := "mean ±1 sd over " + counted(f.trials, "trial")
	if len(f.shown) <= mostBands {
		return s
	}
	var names []string
	for _, c := range f.shown[:mostBands] {
		names = append(names, f.name(c))
	}
	return s + " (bands for " + clean(listed(names)) + " alone)"
}

// note says what is not in the figure.
func (f *curves) note() string {
	var notes []string
	if len(f.absent) > 0 {
		notes = append(notes, clean(listed(f.absent))+" = CBG, not drawn")
	}
	if f.cut {
		notes = append(notes, "curves that leave the top go on above it")
	}
	return strings.Join(notes, "; ")
}

// grey names the grey curves.
func (f *curves) grey() string {
	list := f.others
	if f.hasRandom() {
		list = append(slices.Clone(list), "RAN")
	}
	if len(list) == 0 {
		return ""
	}
	return "grey: " + clean(strings.Join(list, "; "))
}

// greys is grey in lines of the given width.
func (f *curves) greys(room vg.Length) []string {
	s := f.grey()
	if s == "" {
		return nil
	}
	sty := style(9, muted, text.XLeft, text.YCenter)
	columns := width(s)
	for columns > 20 && slices.ContainsFunc(wrap(s, columns), func(l string) bool { return sty.Width(l) > room }) {
		columns--
	}
	return wrap(s, columns)
}

// hasRandom reports whether any of RAN's curve is within the scale.
func (f *curves) hasRandom() bool {
	for _, v := range f.views {
		for _, r := range v.Results {
			for _, p := range r.Points {
				if r.Regressor == control && r.Approach == "RAN" && p.RMSEMean <= f.top {
					return true
				}
			}
		}
	}
	return false
}

// panel draws one data set alone.
func (f *curves) panel(v *curveView) *Figure {
	g := grid{n: 1, columns: 1, width: 760, height: 360, margin: 4}
	w, h := g.size()
	return &Figure{w, h, func(c draw.Canvas) {
		f.draw(g.at(c, 0), v, "Error by the number of respondents rated", fmt.Sprintf("mean RMSE ± 1 sd over %s", counted(f.trials, "trial")))
	}}
}

// place puts sizes on a logarithmic axis from 0 to 1. Zero stands before the least other size as far as that
// stands before its double.
func place(sizes []int) func(size int) float64 {
	least := 1
	if i := slices.IndexFunc(sizes, func(s int) bool { return s > 0 }); i >= 0 {
		least = sizes[i]
	}
	shift := 0.
	if len(sizes) > 0 && sizes[0] == 0 {
		shift = 1
	}
	at := func(size int) float64 {
		if shift == 0 {
			return math.Log2(float64(size) / float64(least))
		}
		return math.Log2(1 + float64(size)/float64(least))
	}
	end := 0.
	if len(sizes) > 0 {
		end = at(sizes[len(sizes)-1])
	}
	if !(end > 0) {
		return func(int) float64 { return .5 } // one size alone
	}
	return func(size int) float64 { return at(size) / end }
}

// draw draws a data set's panel.
func (f *curves) draw(c draw.Canvas, v *curveView, title, under string) {
	a := frame(c, title, under, f.top, false, 110, 32)
	position := place(v.Sizes)
	const inset = 6
	x := func(size int) vg.Length {
		return a.Min.X + inset + vg.Length(position(size))*(a.Max.X-a.Min.X-2*inset)
	}
	f.axis(a, v, x)
	var labels []curveLabel
	for _, pass := range []func(*lrp.CurveResult, color.NRGBA, bool){
		func(r *lrp.CurveResult, col color.NRGBA, shown bool) { // grey lines lie under everything
			if !shown && r != v.CBG {
				f.line(a, r, x, grey, .9, false)
			}
		},
		func(r *lrp.CurveResult, col color.NRGBA, shown bool) {
			if shown && slices.Index(f.shown, curveName{r.Approach, r.Regressor}) < mostBands {
				f.shade(a, r, x, col)
			}
		},
		func(r *lrp.CurveResult, col color.NRGBA, shown bool) {
			if shown {
				f.line(a, r, x, col, 1.75, true)
				labels = append(labels, f.end(a, r, col))
			}
		},
	} {
		for i := len(f.shown); i >= -1; i-- { // the most important comes last and lies on top
			for _, s := range v.Sections {
				for _, r := range s.Curves {
					col, shown := f.color(r)
					rank := slices.Index(f.shown, curveName{r.Approach, r.Regressor})
					if len(r.Points) > 0 && rank == i {
						pass(r, col, shown)
					}
				}
			}
		}
	}
	a.floor()
	if len(v.Results) == 0 {
		a.note("no results")
		return
	}
	if v.CBG != nil {
		f.dashed(a, v.CBG, x)
		labels = append(labels, f.end(a, v.CBG, ink))
	}
	a.labels(labels)
}

// axis draws the ticks at the sizes, with as many labels as there is room for; the largest size always has one.
func (f *curves) axis(a plotArea, v *curveView, x func(int) vg.Length) {
	label := style(8.5, muted, text.XCenter, text.YTop)
	free := a.Max.X + 100
	for i := len(v.Sizes) - 1; i >= 0; i-- {
		size := v.Sizes[i]
		a.segment(rule, .75, x(size), a.Min.Y, x(size), a.Max.Y)
		a.segment(muted, 1, x(size), a.Min.Y, x(size), a.Min.Y-3)
		s := strconv.Itoa(size)
		if half := label.Width(s)/2 + 3; x(size)+half <= free {
			a.FillText(label, vg.Point{X: x(size), Y: a.Min.Y - 5}, s)
			free = x(size) - half
		}
	}
	a.FillText(style(9, muted, text.XCenter, text.YTop), vg.Point{X: a.Center().X, Y: a.Min.Y - 18}, "respondents rated")
}

// points are the corners of a curve, not yet cut off at the top.
func (a plotArea) points(r *lrp.CurveResult, x func(int) vg.Length, value func(*lrp.CurvePoint) float64) []vg.Point {
	var list []vg.Point
	for i := range r.Points {
		p := &r.Points[i]
		if defined(p.RMSEMean) {
			list = append(list, vg.Point{X: x(p.Size), Y: a.Min.Y + vg.Length(value(p)/a.top)*(a.Max.Y-a.Min.Y)})
		}
	}
	return list
}

func mean(p *lrp.CurvePoint) float64 { return p.RMSEMean }

func (f *curves) line(a plotArea, r *lrp.CurveResult, x func(int) vg.Length, col color.NRGBA, wide vg.Length, dots bool) {
	points := a.points(r, x, mean)
	sty := draw.LineStyle{Color: col, Width: wide}
	for _, l := range a.ClipLinesXY(points) {
		a.StrokeLines(sty, l)
	}
	for _, p := range points {
		if p.Y <= a.Max.Y && (dots || len(points) == 1) {
			a.box(p.X-2, p.X+2, p.Y-2, p.Y+2, col)
		}
	}
}

func (f *curves) dashed(a plotArea, r *lrp.CurveResult, x func(int) vg.Length) {
	points := a.points(r, x, mean)
	if len(points) == 1 {
		a.segment(ink, 1.25, points[0].X-8, points[0].Y, points[0].X+8, points[0].Y)
	}
	for _, l := range a.ClipLinesXY(points) {
		a.StrokeLines(draw.LineStyle{Color: ink, Width: 1.25, Dashes: []vg.Length{4, 3}}, l)
	}
}

// shade draws the band of a standard deviation about a curve.
func (f *curves) shade(a plotArea, r *lrp.CurveResult, x func(int) vg.Length, col color.NRGBA) {
	lower := a.points(r, x, func(p *lrp.CurvePoint) float64 { lo, _ := band(p); return lo })
	upper := a.points(r, x, func(p *lrp.CurvePoint) float64 { _, hi := band(p); return hi })
	slices.Reverse(upper)
	if len(lower) > 1 {
		if area := a.ClipPolygonXY(append(lower, upper...)); len(area) > 2 {
			a.FillPolygon(translucent{NRGBA: col}, area)
		}
	}
}

// curveLabel is the name of a curve, beside its end.
type curveLabel struct {
	text  string
	color color.NRGBA
	at, y vg.Length // where it belongs, and where it fits
}

func (f *curves) end(a plotArea, r *lrp.CurveResult, col color.NRGBA) curveLabel {
	last := r.Points[len(r.Points)-1]
	y := a.y(last.RMSEMean)
	return curveLabel{f.name(curveName{r.Approach, r.Regressor}) + " " + short(last.RMSEMean), col, y, y}
}

// apart moves labels that would overlap, from the lowest to the highest.
func apart(a plotArea, list []curveLabel) {
	const height = 11
	slices.SortStableFunc(list, func(p, q curveLabel) int { return cmp.Compare(p.at, q.at) })
	// Labels that would overlap form a group about the mean of where they belong; groups that then overlap join.
	type group struct {
		n   int
		sum vg.Length // of where the labels would have the group's lowest one
	}
	bottom := func(g group) vg.Length {
		high := a.Max.Y - vg.Length(g.n-1)*height
		return max(a.Min.Y, min(g.sum/vg.Length(g.n), high))
	}
	var groups []group
	for _, l := range list {
		groups = append(groups, group{1, l.at})
		for k := len(groups) - 1; k > 0; k-- {
			below, above := groups[k-1], groups[k]
			if bottom(below)+vg.Length(below.n)*height <= bottom(above) {
				break
			}
			below.sum += above.sum - vg.Length(above.n*below.n)*height
			below.n += above.n
			groups = append(groups[:k-1], below)
		}
	}
	i := 0
	for _, g := range groups {
		for k := range g.n {
			list[i].y = bottom(g) + vg.Length(k)*height
			i++
		}
	}
}

// labels writes the names at the right.
func (a plotArea) labels(list []curveLabel) {
	apart(a, list)
	sty := style(9, ink, text.XLeft, text.YCenter)
	for _, l := range list {
		if defined(float64(l.y)) {
			a.segment(l.color, .75, a.Max.X-4, l.at, a.Max.X+12, l.y)
			s := sty
			s.Color = l.color
			a.FillText(s, vg.Point{X: a.Max.X + 15, Y: l.y}, fit(s, l.text, 94))
		}
	}
}

// caption says how to read a panel.
func (f *curves) caption() string {
	s := fmt.Sprintf("Root mean square error, mean of %s, on a logarithmic scale of respondents; bands are ± 1 sd.", counted(f.trials, "trial"))
	if len(f.shown) > mostBands {
		s = strings.TrimSuffix(s, ".") + ", of three curves."
	}
	if slices.ContainsFunc(f.views, func(v curveView) bool { return v.CBG != nil }) {
		s += " The dashed line is CBG."
	}
	if g := f.grey(); g != "" {
		s += " " + strings.ToUpper(g[:1]) + g[1:] + "."
	}
	if n := f.note(); n != "" {
		s += " " + strings.ToUpper(n[:1]) + n[1:] + "."
	}
	return s
}
