package report

import (
	"cmp"
	"image/color"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
	phrase "github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// curves is what the panels of the figure of learning curves have in common.
type curves struct {
	opts   Options
	views  []*view
	shown  []curveName // in colour, the most important first
	absent []string    // regressors that equal CBG everywhere
	trials int
	grey   []string // the others
	random bool     // there are controls without a curve, which would only stretch the scale
	top    float64
	cut    bool // some curves leave the scale at the top
}

func newCurves(r *experiment.Report, list []*view, opts Options) *curves {
	f := &curves{opts: opts, views: list, trials: r.Trials}
	f.choose()
	f.scale()
	return f
}

// scale sets the top of the common scale. It ignores controls other than CBG, which have nothing to
// learn, and caps the scale relative to CBG: a regressor with as many respondents as columns can
// have an error that would flatten all other curves.
func (f *curves) scale() {
	var limit, high float64
	for _, v := range f.views {
		for _, s := range v.Sections {
			for _, r := range s.Rows {
				for _, p := range r.points {
					switch top := p.RMSEMean; {
					case !defined(top):
					case r.Result == v.CBG:
						limit, high = math.Max(limit, 1.6*top), math.Max(high, top)
					case !s.control():
						if f.rank(r) >= 0 {
							_, top = band(p)
						}
						high = math.Max(high, top)
					}
				}
			}
		}
	}
	f.top = high
	if limit > 0 {
		f.top = math.Min(high, limit)
	}
	f.top = math.Min(figure.UpTo(f.top*1.03), 1)
	f.cut = high > f.top
}

// band returns the ends of the interval of one standard deviation about a point's mean.
func band(p *experiment.Result) (lo, hi float64) {
	if !defined(p.RMSESD) {
		return p.RMSEMean, p.RMSEMean
	}
	return math.Max(0, p.RMSEMean-p.RMSESD), p.RMSEMean + p.RMSESD
}

func (f *curves) title() string { return "Prediction error by the number of rated respondents" }

// maxGrey is the number of grey curves up to which they are named.
const maxGrey = 12

// maxBands is the number of curves with a band, since overlapping ones are hard to read.
const maxBands = 3

// explanation explains the lines and bands in sentences, and says what is not drawn.
func (f *curves) explanation() string {
	s := "Root mean square error (RMSE) on a rating from 0 to 1, mean of " +
		phrase.Count(f.trials, "trial") + ": lower is better."
	if len(f.shown) > 0 && f.trials > 1 {
		s += " Bands, of the lowest curves: ±1 standard deviation."
	}
	switch n := len(f.grey); {
	case n > maxGrey:
		s += " Grey: the others, which the table has."
	case n > 0:
		s += " Grey: " + strings.Join(f.grey, ", ") + "."
	}
	if f.random {
		s += " The random guess is not drawn."
	}
	if len(f.absent) > 0 {
		s += " " + strings.Join(f.absent, ", ") + " = CBG, not drawn."
	}
	if f.cut {
		s += " Curves that leave the top go on above it."
	}
	return clean(s)
}

func (f *curves) caption() string {
	return f.explanation() + " The axis of respondents is logarithmic."
}

// place returns the positions of sizes on a logarithmic axis from 0 to 1. Size 0 is as far from the
// smallest other size as that is from its double.
func place(sizes []int) func(size int) float64 {
	smallest := 1
	if i := slices.IndexFunc(sizes, func(s int) bool { return s > 0 }); i >= 0 {
		smallest = sizes[i]
	}
	shift := 0.
	if len(sizes) > 0 && sizes[0] == 0 {
		shift = 1
	}
	at := func(size int) float64 { return math.Log2(shift + float64(size)/float64(smallest)) }
	end := 0.
	if len(sizes) > 0 {
		end = at(sizes[len(sizes)-1])
	}
	if !(end > 0) {
		return func(int) float64 { return .5 } // one size alone
	}
	return func(size int) float64 { return at(size) / end }
}

// afterEnd is where the codes of curves stand; the last point of a curve is at 1.
const afterEnd = 1.04

// legendEntry is a line of the legend below a panel.
type legendEntry struct {
	last  float64
	name  string
	lines []plot.Thumbnailer
}

// block returns a data set's panel: the curves and the legend below them, with the last error of
// each curve in colour, the worst first as in the figure from top to bottom.
func (f *curves) block(v *view, title, under string) *figure.Block {
	k, p := figure.Panel(title, under), figure.NewPlot("number of rated respondents", "")
	k.Caption("error (RMSE)")
	p.Grid()
	entries, ends := f.draw(v, p)
	p.Add(ends)
	f.sizes(v, p)
	figure.Range(&p.Y, 0, f.top)
	k.Plot(p, 250)
	if len(v.Results) == 0 {
		k.Caption("no results")
	}
	slices.SortStableFunc(entries, func(a, b legendEntry) int { return cmp.Compare(b.last, a.last) })
	for _, e := range entries {
		p.Key(legendName(e.name+": "+short(e.last)), e.lines...)
	}
	k.Reserve(4, nil)
	k.Key(p)
	return k
}

// sizes sets the axis of respondents: a tick for each size and as many labels as fit, starting with
// the largest size.
func (f *curves) sizes(v *view, p *figure.Plot) {
	sizes, sty := v.whole.Sizes, p.X.Tick.Label
	at, free := place(sizes), math.Inf(1)
	var ticks plot.ConstantTicks
	for i := len(sizes) - 1; i >= 0; i-- {
		t := plot.Tick{Value: at(sizes[i]), Label: strconv.Itoa(sizes[i])}
		half := float64(sty.Width(t.Label)/2+3) / 300
		if t.Value+half > free {
			t.Label = ""
		} else {
			free = t.Value - half
		}
		ticks = append(ticks, t)
	}
	p.X.Min = -.02
	p.X.Max = afterEnd
	p.X.Tick.Marker = ticks
	if n := len(sizes); n > 0 && sizes[n-1] == v.Train && v.Train > 0 {
		p.X.Label.Text += " (" + strconv.Itoa(v.Train) + " = all)"
	}
}

// draw adds a data set's curves: grey lines below the bands, and those below the lines in colour.
// It returns the entries of the legend and the codes at the ends of the curves.
func (f *curves) draw(v *view, p *figure.Plot) (entries []legendEntry, ends *figure.Labels) {
	at := place(v.whole.Sizes)
	ends = &figure.Labels{Labels: plotter.Labels{Offset: vg.Point{X: 3}}}
	var leaders plotter.XYs // from the ends of the curves to their codes
	var inks []color.Color
	put := func(r row, name string, lines ...plot.Thumbnailer) {
		entries = append(entries, legendEntry{r.RMSEMean, name, lines})
		y, sty := math.Min(r.RMSEMean, f.top), figure.Style(figure.TickSize, figure.Ink, text.XLeft, text.YCenter)
		ends.Put(afterEnd, y, fit(sty, r.Approach, 48), sty)
		c := color.Color(figure.Ink) // of the code too: some colours are too pale for type
		if i := f.rank(r); i >= 0 {
			c = figure.Color(i)
		}
		leaders = append(leaders, plotter.XY{X: 1.01, Y: y})
		inks = append(inks, c)
	}
	rows := f.inOrder(v)
	for _, r := range rows {
		if f.rank(r) < 0 && r.Result != v.CBG {
			p.Curve(draw.LineStyle{Color: figure.Grey, Width: .9}, r.line(at, mean))
		}
	}
	for _, r := range rows {
		if i := f.rank(r); i >= 0 && i < maxBands && len(r.points) > 1 {
			p.Band(figure.Color(i), r.line(at, func(p *experiment.Result) float64 {
				low, _ := band(p)
				return math.Min(low, f.top)
			}), r.line(at, func(p *experiment.Result) float64 {
				_, high := band(p)
				return math.Min(high, f.top)
			}))
		}
	}
	if judge := v.JudgeRMSE(); judge > 0 {
		l := p.Straight(draw.LineStyle{Color: figure.Muted, Width: 1.5, Dashes: []vg.Length{1.5, 3}}, -.02,
			judge, 1.01, judge)
		entries = append(entries, legendEntry{judge, judgeName, []plot.Thumbnailer{l}})
	}
	for _, r := range rows {
		if i := f.rank(r); i >= 0 {
			line := p.Curve(figure.Line(i, 2.25), r.line(at, mean))
			put(r, f.longName(curveName{r.Approach, r.Regressor}), line,
				p.Marks(line.XYs, figure.Color(i), 4, figure.Marker(i)))
		} else if r.Result == v.CBG {
			line := p.Curve(draw.LineStyle{Color: figure.Ink, Width: 1.5, Dashes: []vg.Length{5, 4}},
				r.line(at, mean))
			put(r, f.opts.spelledOut(baseline), line)
		}
	}
	apart(ends.XYs, .07*f.top, f.top)
	for i, end := range ends.XYs {
		p.Curve(draw.LineStyle{Color: inks[i], Width: 1}, plotter.XYs{leaders[i], end})
	}
	return entries, ends
}

// apart moves labels that would overlap, down from the highest and up again from the lowest.
func apart(list plotter.XYs, gap, top float64) {
	order := make([]*plotter.XY, len(list))
	for i := range list {
		order[i] = &list[i]
	}
	slices.SortStableFunc(order, func(a, b *plotter.XY) int { return cmp.Compare(b.Y, a.Y) })
	for i, high := 0, top; i < len(order); i, high = i+1, order[i].Y-gap {
		order[i].Y = math.Min(order[i].Y, high)
	}
	for i, low := len(order)-1, 0.0; i >= 0; i, low = i-1, order[i].Y+gap {
		order[i].Y = math.Max(order[i].Y, low)
	}
}

func mean(p *experiment.Result) float64 { return p.RMSEMean }

// line returns the points of a curve that are defined.
func (r row) line(at func(int) float64, value func(*experiment.Result) float64) (list plotter.XYs) {
	for _, size := range slices.Sorted(maps.Keys(r.points)) {
		if p := r.points[size]; defined(p.RMSEMean) {
			list = append(list, plotter.XY{X: at(size), Y: value(p)})
		}
	}
	return list
}

// inOrder returns the rows that have a curve, the most important last, so that they are drawn on
// top.
func (f *curves) inOrder(v *view) (list []row) {
	for _, s := range v.Sections {
		for _, r := range s.Rows {
			if defined(r.RMSEMean) && (!s.control() || r.Result == v.CBG) {
				list = append(list, r)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b row) int {
		if i, k := f.rank(a), f.rank(b); i >= 0 && k >= 0 {
			return cmp.Compare(k, i)
		}
		return 0
	})
	return list
}

// rank is the index of a row's curve among those in colour, -1 for grey ones.
func (f *curves) rank(r row) int { return slices.Index(f.shown, curveName{r.Approach, r.Regressor}) }

// curveName identifies a curve in all data sets.
type curveName struct{ approach, regressor string }

// maxColored is the number of curves in colour. More are hard to follow.
const maxColored = 5

// choose selects the curves to be drawn in colour, for all panels alike: those that end lowest in
// relation to CBG, of each approach the one with its best regressor.
func (f *curves) choose() {
	score, n := map[curveName]float64{}, map[curveName]float64{}
	var list []curveName
	var regressors []string
	drawn, led := map[string]bool{}, map[string]bool{}
	for _, v := range f.views {
		f.random = f.random || len(v.otherControls()) > 0
		for _, s := range v.candidates() {
			if !slices.Contains(regressors, s.Regressor) {
				regressors = append(regressors, s.Regressor)
			}
			for _, r := range s.Rows {
				name := curveName{r.Approach, r.Regressor}
				if n[name]++; n[name] == 1 {
					list = append(list, name)
				}
				score[name] += v.finalScore(r.Result)
				drawn[s.Regressor] = true
			}
		}
	}
	slices.SortStableFunc(list, func(a, b curveName) int { return cmp.Compare(score[a]/n[a], score[b]/n[b]) })
	for _, name := range list {
		if len(f.shown) < maxColored && !led[name.approach] {
			f.shown, led[name.approach] = append(f.shown, name), true
		}
	}
	for _, name := range list {
		if slices.Contains(f.shown, name) {
			continue
		}
		if other := name.approach; len(regressors) > 1 {
			f.grey = append(f.grey, other+" by "+name.regressor)
		} else {
			f.grey = append(f.grey, other)
		}
	}
	for _, name := range regressors {
		if !drawn[name] {
			f.absent = append(f.absent, name)
		}
	}
}

// finalScore returns the last error of a curve relative to CBG's at the same size, or as it is if
// CBG was not evaluated.
func (v *view) finalScore(r *experiment.Result) float64 {
	if v.CBG != nil && v.CBG.RMSEMean > 0 {
		return r.RMSEMean / v.CBG.RMSEMean
	}
	return r.RMSEMean
}

// longName spells out a curve's name.
func (f *curves) longName(c curveName) string {
	s := f.opts.spelledOut(c.approach)
	if c.regressor == control || approach.IsLearner(c.approach, c.regressor) {
		return s
	}
	return s + " by " + regressorName(c.regressor)
}
