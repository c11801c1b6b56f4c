package report

import (
	"math"
	"strings"

	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/lrp/experiment"
)

// CurveFigure draws how the error of each approach falls with the number of rated respondents, one
// panel per data set on a common scale. Learners, combinations of features and the curves that end
// lowest are in colour, the first few with a band of a standard deviation; all others are grey. The
// approaches of opts say which are combinations.
func CurveFigure(r *experiment.CurveReport, opts Options) *Figure {
	f := newCurves(r, opts)
	t := figure.Heading(f.title(), f.explanation())
	var panels []*block
	for i := range f.views {
		v := &f.views[i]
		panels = append(panels, f.block(v, v.Name, v.plain().size()))
	}
	return stack(t, panels)
}

// curves is what the panels of the figure have in common.
type curves struct {
	opts   Options
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
	f := &curves{opts: opts, views: curveViews(r), trials: r.Trials}
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

// panel returns the figure of a single data set, for a page that has its heading.
func (f *curves) panel(v *curveView) *Figure {
	k := f.block(v, "", "")
	return &Figure{panelWidth, k.Height, func(c draw.Canvas) { k.Draw(c) }}
}

func (f *curves) title() string { return "Prediction error by the number of rated respondents" }

// explanation explains the lines and bands in sentences.
func (f *curves) explanation() string {
	s := "Root mean square error (RMSE) on a rating from 0 to 1, mean of " +
		counted(f.trials, "trial") + ": lower is better."
	switch {
	case len(f.shown) == 0 || f.trials < 2:
	case len(f.shown) <= maxBands:
		s += " Bands: ±1 standard deviation."
	default:
		var names []string
		for _, c := range f.shown[:maxBands] {
			names = append(names, f.name(c))
		}
		s += " Bands, for " + listed(names) + " alone: ±1 standard deviation."
	}
	if n := f.note(); n != "" {
		s += " " + capitalized(n) + "."
	}
	return clean(s)
}

// caption explains a panel on a page.
func (f *curves) caption() string {
	return f.explanation() + " The axis of respondents is logarithmic."
}

func capitalized(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
