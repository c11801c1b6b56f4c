package report

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"strings"

	"github.com/luna-rating/luna/internal/palette"
)

// themed replaces the colours in SVG styles by the variables of the page's style sheet, so that one
// drawing works on light and dark backgrounds.
var themed = func() *strings.Replacer {
	var pairs []string
	for _, c := range palette.All() {
		for _, property := range []string{"fill:", "stroke:"} {
			pairs = append(pairs, property+c.Light, property+"var(--"+c.Name+")")
		}
	}
	return strings.NewReplacer(pairs...)
}()

// inline returns a figure as an SVG element in the page's colours.
func inline(f *Figure, class, label string) (template.HTML, error) {
	data, err := f.drawing().SVG(false)
	if err != nil {
		return "", err
	}
	// The document's head and the element's name spaces are not needed within a page.
	start := bytes.Index(data, []byte("<svg"))
	open := bytes.IndexByte(data[max(start, 0):], '>')
	if start < 0 || open < 0 {
		return "", fmt.Errorf("drawing of %s: no SVG element", label)
	}
	const element = `<svg class="%s" viewBox="0 0 %g %g" role="img" aria-label="%s">`
	return template.HTML(fmt.Sprintf(element,
		class, f.width.Points(), f.height.Points(), html.EscapeString(clean(label))) +
		themed.Replace(strings.TrimSpace(string(data[start+open+1:])))), nil
}
