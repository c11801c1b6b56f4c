package report

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/lrp/experiment"
)

// spread describes the error bars.
func (b *bars) spread() string {
	switch {
	case b.over == "":
		return "95% interval"
	case units(b.views)[byRespondent]:
		return "±1 sd over " + b.over + ", or 95% interval"
	}
	return "±1 sd over " + b.over
}

// under returns the second line of a panel without a legend.
func under(d *experiment.DatasetReport) string {
	if unitOf(d) == byRespondent {
		return "RMSE with its 95% interval"
	}
	return "mean RMSE ± 1 sd"
}

// color returns the colour of a regressor's bars.
func (b *bars) color(regressor string) color.NRGBA {
	if i := slices.Index(b.regressors, regressor); i >= 0 {
		return seriesColor(i)
	}
	return grey
}

// legend explains the colours, lines and marks.
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

// absent explains bars that are not drawn because they equal CBG.
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

// size returns a panel's second line.
func (v view) size() string {
	s := fmt.Sprintf("%s × %s", counted(v.Respondents, "respondent"),
		counted(v.Questions, "question"))
	if v.Synthetic {
		return "SYNTHETIC, " + s
	}
	return s
}

// caption explains the panels on a page.
func (b *bars) caption() string {
	of := "mean of " + b.over + " ± 1 sd"
	switch {
	case b.over == "":
		of = "over all respondents, with its 95% interval"
	case units(b.views)[byRespondent]:
		of += ", or over all respondents with its 95% interval"
	}
	s := fmt.Sprintf("Root mean square error, %s.", of)
	if len(b.regressors) > 1 {
		var colors []string
		for i, name := range b.regressors {
			colors = append(colors, seriesNames[i%len(seriesNames)]+" "+clean(name))
		}
		s += " " + strings.ToUpper(colors[0][:1]) + strings.Join(colors, ", ")[1:] + "."
	}
	if len(b.regressors) == 1 {
		s = fmt.Sprintf("Root mean square error with %s, %s.", clean(b.regressors[0]), of)
	}
	if b.hasBaseline() {
		s += " The dashed line is CBG"
		if b.pale {
			s += "; pale bars are not significantly better"
		}
		s += "."
	}
	if absent := b.absent(); absent != "" {
		s += " " + absent + "."
	}
	return s
}
