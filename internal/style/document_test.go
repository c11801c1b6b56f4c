package style

import (
	"math"
	"strings"
	"testing"
)

func TestStyleDefinesItsColors(t *testing.T) {
	css := string(CSS)
	for _, c := range Colors() {
		for _, value := range []string{c.Light, c.Dark} {
			if !strings.Contains(css, "--"+c.Name+": "+value+";") {
				t.Errorf("the style sheet does not define %s as %s", c.Name, value)
			}
		}
	}
	for part := range strings.SplitSeq(css, "var(--") {
		name, _, _ := strings.Cut(part, ")")
		if part != css && len(name) < 20 && !strings.Contains(name, " ") &&
			!strings.Contains(css, "--"+name+": ") {
			t.Errorf("the style sheet uses the colour %s, which is not defined", name)
		}
	}
}

func TestBar(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		rating, low, high float64
		has, lacks        string
	}{
		{.83, .7, .912, `width="83" height="10"`, "NaN"},
		{.83, .7, .912, `M70 7H91.2M`, "NaN"},
		{1.5, nan, nan, `width="100" height="10"`, "whisker"},
		{nan, nan, nan, `class="track"`, "value"},
	} {
		s := string(Bar(c.rating, c.low, c.high, `a "label" <b>`))
		if !strings.Contains(s, c.has) || strings.Contains(s, c.lacks) {
			t.Errorf("Bar(%v, %v, %v) = %s", c.rating, c.low, c.high, s)
		}
		if strings.Contains(s, "<b>") || strings.Contains(s, `"label"`) {
			t.Errorf("the label is not escaped: %s", s)
		}
	}
}

func TestDocument(t *testing.T) {
	d := NewDocument(`{{define "title"}}{{.}}{{end}}{{define "style"}}
p { margin: 0; }{{end}}{{define "class"}} class="wide"{{end}}{{define "main"}}<p>{{.}}</p>{{end}}`, nil)
	var b strings.Builder
	if err := d.Write(&b, "a < b"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<!doctype html>", "<title>a &lt; b</title>", "--ink: ",
		"p { margin: 0; }\n</style>", `<main class="wide">` + "\n<p>a &lt; b</p>\n</main>"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
	b.Reset()
	if NewDocument(`{{define "title"}}{{end}}{{define "main"}}{{.Missing}}{{end}}`, nil).Write(&b, t) == nil ||
		b.String() != "" {
		t.Errorf("a page that fails writes %q", &b)
	}
}
