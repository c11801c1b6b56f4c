package report

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
)

// Sizes of a panel of bars.
const (
	barPitch    vg.Length = 20
	barThick    vg.Length = 12
	labelMost   vg.Length = 172 // width of the names
	valueRoom   vg.Length = 34  // right of the scale
	leastLabels vg.Length = 50
)

// mark is a line across the bars: a control or the mean judge.
type mark struct {
	value  float64
	name   string
	dashes []vg.Length
}

// marks returns the lines of a panel, and a sentence on those that are beyond the scale.
func (b *bars) marks(v *view) (list []mark, beyond string) {
	var far []string
	put := func(value float64, name string, dashes ...vg.Length) {
		switch {
		case !defined(value):
		case value <= b.top:
			list = append(list, mark{value, name, dashes})
		default:
			far = append(far, name+" "+short(value))
		}
	}
	if v.CBG != nil {
		put(v.CBG.RMSEMean, b.opts.spelledOut(baseline), 5, 3)
	}
	for _, s := range v.Sections {
		for _, r := range s.Rows {
			if s.Control() && r.Result != v.CBG {
				put(r.RMSEMean, b.opts.spelledOut(r.Approach), 1.5, 2.5)
			}
		}
	}
	if v.Human != nil && len(v.Human.VsOthers) > 0 {
		put(meanJudge(v.Human.VsOthers).RMSEMean, judgeName, 8, 3, 2, 3)
	}
	if len(far) > 0 {
		beyond = "Beyond the scale: " + strings.Join(far, "; ") + "."
	}
	return list, beyond
}

// block returns a data set's panel.
func (b *bars) block(v *view, title, under string) *block {
	own := *b
	b = &own
	b.top, _ = v.barScale()
	k := titled(title, under)
	marks, beyond := b.marks(v)
	left := b.labelWidth(v)
	x := func(c draw.Canvas, value float64) vg.Length {
		wide := c.Max.X - c.Min.X - left - valueRoom
		return c.Min.X + left + vg.Length(min(max(value/b.top, 0), 1))*wide
	}
	// The names of the lines stand above the bars, one below the other from left to right.
	slices.SortStableFunc(marks, func(p, q mark) int { return cmp.Compare(p.value, q.value) })
	first := k.Height
	k.Part(func(c draw.Canvas) {
		bottom := c.Max.Y - (k.Height - axisHeight(beyond)) // k is complete by now
		for i, m := range marks {
			top := c.Max.Y - first - vg.Length(i)*lineHeight - 2
			plotArea{Canvas: c}.segment(ink, 1.25, x(c, m.value), top, x(c, m.value), bottom,
				m.dashes...)
		}
	})
	for _, m := range marks {
		k.Reserve(lineHeight, func(c draw.Canvas, top vg.Length) {
			sty := style(typeSize, ink, text.XLeft, text.YTop)
			s, at := m.name+" "+short(m.value), x(c, m.value)+4
			wide := sty.Width(s)
			if at+wide > c.Max.X {
				at -= wide + 8
			}
			onPaper(c, sty, at, top, s)
		})
	}
	k.Reserve(3, nil)
	for _, s := range v.Sections {
		if !s.Control() {
			b.section(k, v, s, left, x)
		}
	}
	if len(v.Results) == 0 {
		k.Add(style(typeSize, muted, text.XLeft, text.YTop), lineHeight, "no results")
	}
	k.Reserve(2, nil)
	b.axis(k, x)
	if beyond != "" {
		k.Reserve(3, nil)
		k.Add(style(typeSize, muted, text.XLeft, text.YTop), lineHeight, beyond)
	}
	return k
}

// axisHeight is the height of what is below the bars.
func axisHeight(beyond string) vg.Length {
	sty := style(typeSize, muted, text.XLeft, text.YTop)
	if n := len(figure.Wrap(sty, beyond, panelWidth)); n > 0 {
		return axisRoom + 3 + vg.Length(n)*lineHeight
	}
	return axisRoom
}

const axisRoom vg.Length = 40

// labelWidth returns the width of a panel's names.
func (b *bars) labelWidth(v *view) vg.Length {
	sty, most := strong(style(typeSize, ink, text.XLeft, text.YCenter)), leastLabels
	for _, s := range v.Sections {
		for _, r := range s.Rows {
			if !s.Control() {
				most = max(most, sty.Width(b.opts.spelledOut(r.Approach))+8)
			}
		}
	}
	return min(most, labelMost)
}

// section adds a regressor's bars.
func (b *bars) section(
	k *block, v *view, s section, left vg.Length, x func(draw.Canvas, float64) vg.Length,
) {
	learned := len(s.Rows) == 1 && strings.EqualFold(s.Rows[0].Approach, s.Regressor)
	if !learned {
		name := "with " + regressorName(s.Regressor)
		if text := s.equalText(); text != "" {
			name += ": " + strings.Replace(text, "= CBG", "equal to CBG", 1)
		}
		k.Reserve(3, nil)
		sty := style(typeSize, muted, text.XLeft, text.YTop)
		for _, line := range figure.Wrap(sty, name, panelWidth) {
			k.Reserve(lineHeight, func(c draw.Canvas, top vg.Length) {
				onPaper(c, sty, c.Min.X, top, line)
			})
		}
	}
	best := v.bestResult()
	for _, r := range s.Rows {
		k.Reserve(barPitch, func(c draw.Canvas, top vg.Length) {
			b.bar(c, v, r, top-barPitch/2, left, x, r.Result == best)
		})
	}
}

// bar draws one bar, centred at a height, with its name and value.
func (b *bars) bar(
	c draw.Canvas, v *view, r row, y, left vg.Length, x func(draw.Canvas, float64) vg.Length,
	best bool,
) {
	sty := style(typeSize, ink, text.XLeft, text.YCenter)
	if best {
		sty = strong(sty)
	}
	c.FillText(sty, vg.Point{X: c.Min.X, Y: y + 1}, fit(sty, b.opts.spelledOut(r.Approach), left-6))
	if !defined(r.RMSEMean) {
		return
	}
	a := plotArea{Canvas: c}
	x0, x1 := c.Min.X+left, x(c, r.RMSEMean)
	i := b.colors[r.Regressor]
	full := seriesColor(i)
	a.box(x0, x1, y-barThick/2, y+barThick/2, full)
	if r.Verdict.dim() {
		const edge = 1.5
		a.box(x0+edge, max(x0+edge, x1-edge), y-barThick/2+edge, y+barThick/2-edge, seriesPale(i))
	}
	end := x1
	if lo, hi := whiskers(r.Result, v.DatasetReport); lo < hi {
		end = max(end, x(c, hi))
		a.whiskerAcross(x(c, lo), end, y, 3.5)
	}
	s := short(r.RMSEMean)
	if best {
		s += " lowest"
	}
	if r.RMSEMean > b.top {
		s += " →"
	}
	onPaper(c, sty, min(end+5, c.Max.X-sty.Width(s)), y+1, s)
}

// axis adds the scale below the bars.
func (b *bars) axis(k *block, x func(draw.Canvas, float64) vg.Length) {
	k.Reserve(axisRoom, func(c draw.Canvas, top vg.Length) {
		a := plotArea{Canvas: c}
		values, decimals := ticks(b.top)
		for len(values) > 6 {
			values = everyOther(values)
		}
		a.segment(muted, 1, x(c, 0), top, x(c, b.top), top)
		sty := style(12, muted, text.XCenter, text.YTop)
		for _, t := range values {
			a.segment(muted, 1, x(c, t), top, x(c, t), top-4)
			c.FillText(sty, vg.Point{X: x(c, t), Y: top - 6}, fmt.Sprintf("%.*f", decimals, t))
		}
		name := style(typeSize, muted, text.XRight, text.YTop)
		c.FillText(name, vg.Point{X: c.Max.X, Y: top - 22}, "error (RMSE)")
	})
}

func everyOther(list []float64) []float64 {
	var out []float64
	for i := 0; i < len(list); i += 2 {
		out = append(out, list[i])
	}
	return out
}

// whiskerAcross draws a horizontal error bar.
func (a plotArea) whiskerAcross(x0, x1, y, half vg.Length) {
	var c color.Color = ink
	a.segment(c, 1.25, x0, y, x1, y)
	a.segment(c, 1.25, x0, y-half, x0, y+half)
	a.segment(c, 1.25, x1, y-half, x1, y+half)
}

// short formats an error without the leading zero, as in the thesis.
func short(x float64) string {
	if x >= 10 {
		return fmt.Sprintf("%.3g", x)
	}
	return strings.TrimPrefix(fmt.Sprintf("%.3f", x), "0")
}
