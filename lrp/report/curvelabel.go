package report

import (
	"cmp"
	"image/color"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"github.com/luna-rating/luna/lrp/experiment"
)

// curveLabel is the name of a curve, beside its end.
type curveLabel struct {
	text  string
	color color.NRGBA
	at, y vg.Length // height of the curve's end, and of the label
}

// end returns the label of a curve.
func (f *curves) end(a plotArea, r *experiment.CurveResult, col color.NRGBA) curveLabel {
	last := r.Points[len(r.Points)-1]
	y := a.y(last.Result.RMSEMean)
	return curveLabel{clean(r.Approach), col, y, y}
}

// apart sorts labels by height and moves those that would overlap.
func apart(a plotArea, list []curveLabel) {
	const height = 15
	slices.SortStableFunc(list, func(p, q curveLabel) int { return cmp.Compare(p.at, q.at) })
	// Labels that would overlap form a group about their mean height. Groups that overlap are
	// merged.
	type group struct {
		n   int
		sum vg.Length // of the heights that the labels imply for the lowest one
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

// labels writes the labels at the right of the area.
func (a plotArea) labels(list []curveLabel) {
	apart(a, list)
	sty := style(typeSize, ink, text.XLeft, text.YCenter)
	for _, l := range list {
		if defined(float64(l.y)) {
			// The code stands in ink, since some colours are too pale for type.
			a.segment(l.color, 1, a.Max.X-2, l.at, a.Max.X+5, l.y)
			a.FillText(sty, vg.Point{X: a.Max.X + 7, Y: l.y + 1}, fit(sty, l.text, curveRight-7))
		}
	}
}
