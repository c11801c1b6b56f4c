package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// bars is what the panels of the error figure share.
type bars struct {
	opts     Options
	inPage   bool   // only the best of many approaches are drawn
	over     string // what the errors are averaged over, such as "100 trials"; may be ""
	outlined bool   // some bars are outlined: not significantly better than CBG
	cut      bool   // some bars leave the scale
	pooled   bool   // some errors have intervals instead of standard deviations
	colors   map[string]int
}

func newBars(r *experiment.Report, list []*view, opts Options, inPage bool) *bars {
	b := &bars{opts: opts, inPage: inPage, over: over(r, list), colors: map[string]int{}}
	b.pooled = units(list)[byRespondent]
	for _, v := range list {
		for _, s := range b.sections(v) {
			if _, ok := b.colors[s.Regressor]; !ok && len(s.Rows) > 0 {
				b.colors[s.Regressor] = len(b.colors)
			}
			for _, row := range s.Rows {
				b.outlined = b.outlined || row.mark() != ""
			}
		}
		_, cut := b.scale(v)
		b.cut = b.cut || cut
	}
	return b
}

// sections returns what is drawn of a data set.
func (b *bars) sections(v *view) []*section {
	if b.inPage {
		return v.drawn()
	}
	return v.candidates()
}

// scale returns the end of a data set's scale, and whether some bars go beyond it.
func (b *bars) scale(v *view) (top float64, cut bool) {
	limit, high := 0.0, 0.0
	if v.CBG != nil && defined(v.CBG.RMSEMean) {
		top, limit = v.CBG.RMSEMean, 2*v.CBG.RMSEMean
	}
	for _, s := range b.sections(v) {
		for _, row := range s.Rows {
			if !defined(row.RMSEMean) {
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
	top = math.Min(figure.UpTo(top*1.03), 1)
	return top, high > top
}

func (b *bars) title() string { return "Prediction error by approach" }

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

func (b *bars) caption() string {
	s := b.explanation()
	if b.outlined {
		s += " Significance is that of the table: p below 5% with Holm's adjustment."
	}
	return s
}

// Sizes of a panel of bars.
const (
	barPitch  vg.Length = 20
	barThick  vg.Length = 12
	labelMost vg.Length = 172 // width of the names
	axisRoom  vg.Length = 40
)

// barLine is a line of the bar figure: a regressor's name, or an approach.
type barLine struct {
	name string
	row  *row // nil for a name
}

// lines lists the lines of a panel, and says which approaches equal CBG.
func (b *bars) lines(v *view) (list []barLine, equal []string) {
	sty := figure.Style(figure.TickSize, figure.Ink, text.XRight, text.YCenter)
	for _, s := range b.sections(v) {
		name := "with " + regressorName(s.Regressor)
		if s.Regressor == approach.ExternalRegressor {
			name = "other systems"
		}
		if text := s.equalText(); text != "" {
			equal = append(equal, name+": "+strings.Replace(text, "= CBG", "equal to CBG", 1))
		}
		if len(s.Rows) > 0 && !approach.IsLearner(s.Rows[0].Approach, s.Regressor) {
			list = append(list, barLine{name: name})
		}
		for i := range s.Rows {
			list = append(list, barLine{fit(sty, b.opts.spelledOut(s.Rows[i].Approach), labelMost), &s.Rows[i]})
		}
	}
	return list, equal
}

// block returns a data set's panel: the legend of its marks, the bars and what is not drawn.
func (b *bars) block(v *view, title, under string) *figure.Block {
	top, _ := b.scale(v)
	k, p := figure.Panel(title, under), figure.NewPlot("error (RMSE)", "")
	lines, below := b.lines(v)
	n := float64(len(lines))
	beyond := b.marks(v, p, top, n)
	k.Key(p)
	names := make([]string, len(lines))
	values := &figure.Labels{Labels: plotter.Labels{Offset: vg.Point{X: 5, Y: 1}}}
	heads := &figure.Labels{Labels: plotter.Labels{Offset: vg.Point{X: 2, Y: -1}}}
	errors := &plotter.XErrorBars{CapWidth: 7, LineStyle: draw.LineStyle{Color: figure.Ink, Width: 1.25}}
	for i, line := range lines {
		y := n - 1 - float64(i)
		if line.row == nil {
			heads.Put(0, y, line.name, figure.Style(figure.TypeSize, figure.Muted, text.XLeft, text.YCenter))
			continue
		}
		if names[int(y)] = line.name; defined(line.row.RMSEMean) {
			b.bar(v, line.row, y, top, p, values, errors)
		}
	}
	p.Add(errors, values, heads)
	if n > 0 {
		ticks, decimals := figure.Ticks(top)
		step := (len(ticks) + 5) / 6
		p.NominalY(names...)
		for i := len(ticks) - 1; i >= 0; i-- {
			if i%step != 0 {
				ticks = slices.Delete(ticks, i, i+1)
			}
		}
		figure.Scale(&p.X, 0, top, ticks, func(x float64) string { return fmt.Sprintf("%.*f", decimals, x) })
		p.Y.Min = -.5
		p.Y.Max = n - .5
		p.Y.Padding = 10
		p.Y.Tick.Label.Color = figure.Ink
		k.Plot(p, axisRoom+vg.Length(n)*barPitch)
	}
	if len(v.Results) == 0 {
		below = append(below, "no results")
	}
	for _, s := range append(below, beyond...) {
		k.Reserve(3, nil)
		k.Caption(s)
	}
	return k
}

// marks adds a line across the bars for each control and for the mean judge, and returns a sentence
// on those that are beyond the scale.
func (b *bars) marks(v *view, p *figure.Plot, top, n float64) (beyond []string) {
	var far []string
	put := func(value float64, name string, dashes ...vg.Length) {
		switch {
		case !defined(value):
		case value > top:
			far = append(far, name+" "+short(value))
		default:
			style := draw.LineStyle{Color: figure.Ink, Width: 1.25, Dashes: dashes}
			p.Key(legendName(name+" "+short(value)), p.Straight(style, value, -.5, value, n-.5))
		}
	}
	if v.CBG != nil {
		put(v.CBG.RMSEMean, b.opts.spelledOut(baseline), 5, 3)
	}
	for _, r := range v.otherControls() {
		put(r.RMSEMean, b.opts.spelledOut(r.Approach), 1.5, 2.5)
	}
	if judge := v.JudgeRMSE(); judge > 0 {
		put(judge, judgeName, 8, 3, 2, 3)
	}
	if len(far) > 0 {
		beyond = append(beyond, "Beyond the scale: "+strings.Join(far, "; ")+".")
	}
	return beyond
}

// bar adds a bar with its whisker and its value.
func (b *bars) bar(
	v *view, r *row, y, top float64, p *figure.Plot, values *figure.Labels, errors *plotter.XErrorBars,
) {
	i := b.colors[r.Regressor]
	bar := &plotter.BarChart{Values: plotter.Values{r.RMSEMean}, Width: barThick, XMin: y, Horizontal: true,
		Color: figure.Color(i)}
	if r.mark() != "" {
		bar.Color = figure.Pale(i)
		bar.LineStyle = draw.LineStyle{Color: figure.Color(i), Width: 1.5}
		bar.Width -= 1.5
	}
	p.Add(bar)
	end := r.RMSEMean
	if lo, hi := whiskers(r.Result, v.DatasetReport); lo < hi {
		errors.XYs = append(errors.XYs, plotter.XY{X: r.RMSEMean, Y: y})
		errors.XErrors = append(errors.XErrors, struct{ Low, High float64 }{lo - end, hi - end})
		end = hi
	}
	s, sty := short(r.RMSEMean), figure.Style(figure.TypeSize, figure.Ink, text.XLeft, text.YCenter)
	if r.Result == v.bestResult() {
		s, sty = s+" lowest", figure.Strong(sty)
	}
	if r.RMSEMean > top {
		s += " →"
	}
	values.Put(math.Min(end, top), y, s, sty)
}

// short formats an error without the leading zero, as in the thesis.
func short(x float64) string {
	if x >= 10 {
		return fmt.Sprintf("%.3g", x)
	}
	return strings.TrimPrefix(fmt.Sprintf("%.3f", x), "0")
}
