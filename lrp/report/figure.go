package report

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"io"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/internal/style"
	phrase "github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/experiment"
)

// Figure is a drawing that can be written as PNG and as SVG. Equal reports give equal bytes.
type Figure struct{ drawing *figure.Drawing }

// WritePNG writes the figure as a PNG image on white, with two pixels per point.
func (f *Figure) WritePNG(w io.Writer) error { return f.drawing.WritePNG(w) }

// WriteSVG writes the figure as an SVG drawing on white.
func (f *Figure) WriteSVG(w io.Writer) error { return f.drawing.WriteSVG(w) }

// figures draw one panel per data set, and say what they show.
type figures interface {
	title() string
	explanation() string
	caption() string // the explanation on a page
	block(v *view, title, under string) *figure.Block
}

// figuresOf returns the figures of errors: bars, or the curves of a learning curve.
func figuresOf(r *experiment.Report, list []*view, opts Options) figures {
	if isCurve(r) {
		return newCurves(r, list, opts)
	}
	return newBars(r, list, opts)
}

// RMSEBars draws the error of every approach with its spread over the trials as horizontal bars, one
// panel per data set with a scale of its own, in the order of the tables. The controls and the mean
// judge are lines. It has the data of the thesis's Figure 5.3.
func RMSEBars(r *experiment.Report) *Figure {
	list := views(r)
	return stack(newBars(r, list, Options{}), list)
}

// CurveFigure draws how the error of each approach falls with the number of rated respondents, one
// panel per data set on a common scale. The curves that end lowest are in colour, the first few with a
// band of a standard deviation; all others are grey.
func CurveFigure(r *experiment.Report, opts Options) *Figure {
	list := views(r)
	return stack(newCurves(r, list, opts), list)
}

// stack returns a figure of all panels.
func stack(f figures, list []*view) *Figure {
	var panels []*figure.Block
	for _, v := range list {
		panels = append(panels, f.block(v, v.Name, v.size()))
	}
	return &Figure{figure.Stack(figure.Heading(f.title(), f.explanation()), panels...)}
}

// size is a panel's second line.
func (v *view) size() string {
	s := fmt.Sprintf("%s × %s", phrase.Count(v.Respondents, "respondent"),
		phrase.Count(v.Questions, "question"))
	if v.Synthetic {
		return "SYNTHETIC, " + s
	}
	return s
}

// legendName fits a name into a legend.
func legendName(s string) string {
	return fit(figure.Prose(figure.Ink), s, figure.PanelWidth-46)
}

// fit truncates s to the given width.
func fit(sty text.Style, s string, room vg.Length) string {
	s = clean(s)
	for n := width(s); n > 2 && sty.Width(s) > room; {
		n--
		s = snip(s, n)
	}
	return s
}

// themed replaces the colours in SVG styles by the variables of the page's style sheet, so that one
// drawing works on light and dark backgrounds, and leaves out what the style sheet says about the
// font.
var themed = func() *strings.Replacer {
	pairs := []string{figure.FontFamily, "", "font-variant:normal;", "", "font-weight:normal;", "",
		"font-style:normal;", ""}
	for _, c := range style.Colors() {
		for _, property := range []string{"fill:", "stroke:"} {
			pairs = append(pairs, property+c.Light, property+"var(--"+c.Name+")")
		}
	}
	return strings.NewReplacer(pairs...)
}()

// inline returns a block as an SVG element in the page's colours, followed by more elements.
func inline(b *figure.Block, class, label string, more ...string) template.HTML {
	drawing := b.Drawing()
	data, _ := drawing.SVG(false) // which is written to a buffer that takes everything
	// The document's head and the element's name spaces are not needed within a page.
	_, data, _ = bytes.Cut(data, []byte("<svg"))
	_, data, _ = bytes.Cut(data, []byte(">"))
	inner, _, _ := bytes.Cut(data, []byte("</svg>"))
	const element = `<svg class="%s" viewBox="0 0 %g %g" role="img" aria-label="%s">%s%s</svg>`
	return template.HTML(fmt.Sprintf(element, class, drawing.Width.Points(), drawing.Height.Points(),
		html.EscapeString(clean(label)), themed.Replace(string(inner)), strings.Join(more, "")))
}
