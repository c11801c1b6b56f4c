package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/lrp/experiment"
)

// CurveFigure draws how the error of each approach falls with the number of rated respondents, one
// panel per data set on a common scale. Learners, combinations of features and the curves that end
// lowest are in colour, the first few with a band of a standard deviation; all others are grey. The
// approaches of opts say which are combinations.
func CurveFigure(r *experiment.CurveReport, opts Options) *Figure {
	f := newCurves(r, opts)
	g := grid{n: len(r.Datasets), columns: 2, width: 540, height: 300, gapX: 34, gapY: 26,
		heading: 56, margin: 22}
	if g.n <= 2 {
		g.columns, g.width, g.height = 1, 860, 400
	}
	wide := vg.Length(g.columns)*g.width + vg.Length(g.columns-1)*g.gapX
	g.heading += 13 * vg.Length(len(f.greys(wide)))
	w, h := g.size()
	return &Figure{w, h, func(c draw.Canvas) {
		left := c.Min.X + g.margin
		head := strong(style(14, ink, text.XLeft, text.YTop))
		c.FillText(head, vg.Point{X: left, Y: c.Max.Y - g.margin},
			"Root mean square error by the number of respondents rated")
		f.legend(c, left, c.Max.Y-g.margin-28, wide)
		for i := range f.views {
			f.draw(g.at(c, i), &f.views[i], f.views[i].Name, f.views[i].plain().size())
		}
	}}
}

// curves is what the panels of the figure have in common.
type curves struct {
	views  []curveView
	shown  []curveName // in colour, the most important first
	others []string    // descriptions of the grey curves, grouped by regressor
	absent []string    // regressors that equal CBG everywhere
	trials int
	single bool // only one regressor is drawn, so its name is omitted
	top    float64
	cut    bool // some curves leave the scale at the top
}

func newCurves(r *experiment.CurveReport, opts Options) *curves {
	f := &curves{views: curveViews(r), trials: r.Trials}
	f.choose(opts)
	f.scale()
	return f
}

// scale sets the top of the common scale. It ignores controls other than CBG, which have nothing to
// learn, and caps the scale relative to CBG: a regressor with as many respondents as columns can
// have an error that would flatten all other curves.
func (f *curves) scale() {
	var limit, high float64
	for i := range f.views {
		v := &f.views[i]
		for _, s := range v.Sections {
			for _, c := range s.Curves {
				for k := range c.Points {
					p := &c.Points[k].Result
					if !defined(p.RMSEMean) {
						continue
					}
					if c == v.CBG {
						limit = math.Max(limit, 1.6*p.RMSEMean)
					} else if s.Control() {
						continue
					}
					top := p.RMSEMean
					if _, shown := f.color(c); shown {
						_, top = band(p)
					}
					high = math.Max(high, top)
				}
			}
		}
	}
	f.top = high
	if limit > 0 {
		f.top = math.Min(high, limit)
	}
	f.top = math.Min(upTo(f.top*1.03), 1)
	f.cut = high > f.top
}

// band returns the ends of the interval of one standard deviation about a point's mean.
func band(p *experiment.Result) (lo, hi float64) {
	if !defined(p.RMSESD) {
		return p.RMSEMean, p.RMSEMean
	}
	return math.Max(0, p.RMSEMean-p.RMSESD), p.RMSEMean + p.RMSESD
}

// panel returns the figure of a single data set.
func (f *curves) panel(v *curveView) *Figure {
	g := grid{n: 1, columns: 1, width: 760, height: 360, margin: 4}
	w, h := g.size()
	return &Figure{w, h, func(c draw.Canvas) {
		f.draw(g.at(c, 0), v, "Error by the number of respondents rated",
			"mean RMSE ± 1 sd over "+counted(f.trials, "trial"))
	}}
}

// caption explains a panel on a page.
func (f *curves) caption() string {
	s := fmt.Sprintf("Root mean square error, mean of %s, on a logarithmic scale of respondents; "+
		"bands are ± 1 sd", counted(f.trials, "trial"))
	if len(f.shown) > maxBands {
		s += ", of three curves"
	}
	s += "."
	if slices.ContainsFunc(f.views, func(v curveView) bool { return v.CBG != nil }) {
		s += " The dashed line is CBG."
	}
	if g := f.grey(); g != "" {
		s += " " + capitalized(g) + "."
	}
	if n := f.note(); n != "" {
		s += " " + capitalized(n) + "."
	}
	return s
}

func capitalized(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
