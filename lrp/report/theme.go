package report

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"image/color"
	"strings"
)

// themeColor is a colour of the figures that a page refers to by name, so that one drawing works on
// light and dark backgrounds.
type themeColor struct {
	Name        string
	Light, Dark template.CSS
}

// theme lists the figures' colours and their counterparts on a dark page.
var theme = makeTheme()

func makeTheme() []themeColor {
	list := []themeColor{
		{"paper", css(paper), "#151b23"},
		{"ink", css(ink), "#e6edf3"},
		{"muted", css(muted), "#9aa4af"},
		{"rule", css(rule), "#2d333b"},
		{"grey", css(grey), "#7d8590"},
	}
	dark := []struct{ full, pale template.CSS }{
		{"#3b9ddb", "#1d4560"}, {"#e8ab2c", "#594518"}, {"#2fbd94", "#174f42"}, {"#d693b7",
			"#523b49"}, {"#ec7a3a", "#5c3522"}, {"#7cc7f0", "#2f4d5e"},
	}
	for i, c := range series {
		list = append(list,
			themeColor{fmt.Sprintf("series%d", i+1), css(c), dark[i].full},
			themeColor{fmt.Sprintf("pale%d", i+1), css(pale(c)), dark[i].pale})
	}
	return list
}

func css(c color.NRGBA) template.CSS {
	return template.CSS(fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B))
}

// themed replaces the colours in SVG styles by their names.
var themed = func() *strings.Replacer {
	var pairs []string
	for _, c := range theme {
		for _, property := range []string{"fill:", "stroke:"} {
			pairs = append(pairs, property+string(c.Light), property+"var(--"+c.Name+")")
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
