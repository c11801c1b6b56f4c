package style

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"
	"sync"
)

//go:embed style.css
var rules string

// CSS is the style sheet, for a <style> element. Pages put their own rules after it.
var CSS = template.CSS(colors() + rules)

//go:embed page.html
var frame string

// Document is a page in the frame that all pages share: a head with the style sheet, and <main>.
type Document struct{ template func() *template.Template }

// NewDocument returns a page from templates with the names title and main. Those with other names
// may be left out: style, the page's own rules; meta, further elements of the head; nonce and
// class, attributes of <style> and <main>; and end, what follows <main>. They are read when the
// page is first written, and a mistake in them panics then.
func NewDocument(source string, functions template.FuncMap) *Document {
	return &Document{sync.OnceValue(func() *template.Template {
		css := template.FuncMap{"css": func() template.CSS { return CSS }}
		t := template.Must(template.New("").Funcs(css).Funcs(functions).Parse(frame))
		return template.Must(t.Parse(source))
	})}
}

// Documents returns the pages of the templates in the folder templates, by name without .html.
func Documents(files embed.FS, functions template.FuncMap) map[string]*Document {
	pages := make(map[string]*Document)
	list, _ := files.ReadDir("templates") // which is embedded
	for _, file := range list {
		if name, ok := strings.CutSuffix(file.Name(), ".html"); ok {
			source, _ := files.ReadFile("templates/" + file.Name())
			pages[name] = NewDocument(string(source), functions)
		}
	}
	return pages
}

// Write writes the page with its data, nothing if a template fails.
func (p *Document) Write(w io.Writer, data any) error {
	var b bytes.Buffer
	if err := p.template().ExecuteTemplate(&b, "page", data); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Policy is the Content-Security-Policy of a self-contained page with one script: the page loads
// nothing and runs nothing else, whatever the texts in it contain.
func Policy(script string) string {
	digest := sha256.Sum256([]byte(script))
	return "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" +
		base64.StdEncoding.EncodeToString(digest[:]) + "'"
}

// colors defines the palette as variables.
func colors() string {
	var light, dark strings.Builder
	for _, c := range Colors() {
		fmt.Fprintf(&light, "  --%s: %s;\n", c.Name, c.Light)
		fmt.Fprintf(&dark, "    --%s: %s;\n", c.Name, c.Dark)
	}
	return ":root {\n  color-scheme: light dark;\n" + light.String() + "}\n" +
		"@media screen and (prefers-color-scheme: dark) {\n  :root {\n" + dark.String() + "  }\n}\n"
}

// Bar draws a rating in [0,1] as a bar, with a whisker from low to high if both are numbers. The
// label is what screen readers say, such as "17 of 20, between 15.2 and 18.6".
func Bar(rating, low, high float64, label string) template.HTML {
	at := func(x float64) float64 { return math.Round(1000*min(max(x, 0), 1)) / 10 }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="ratingbar" viewBox="0 0 100 14" preserveAspectRatio="none" `+
		`role="img" aria-label="%s">`, template.HTMLEscapeString(label))
	b.WriteString(`<rect class="track" width="100" height="14"/>`)
	if !math.IsNaN(rating) {
		fmt.Fprintf(&b, `<rect class="value" y="2" width="%g" height="10"/>`, at(rating))
	}
	if !math.IsNaN(low) && !math.IsNaN(high) {
		fmt.Fprintf(&b, `<path class="whisker" d="M%[1]g 7H%[2]gM%[1]g 3V11M%[2]g 3V11"/>`,
			at(low), at(high))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}
