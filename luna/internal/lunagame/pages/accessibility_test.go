package pages_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// faults returns the accessibility faults in the source of a page, as far as they can be found
// without a browser. Unbalanced tags count as faults too.
func faults(source string) []string {
	d := xml.NewDecoder(strings.NewReader(source))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	c := &checker{labels: map[string]bool{}, ids: map[string]int{}, count: map[string]int{}}
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return append(c.found, "not well formed: "+err.Error())
		}
		switch e := token.(type) {
		case xml.StartElement:
			c.open(e)
		case xml.EndElement:
			c.close(e.Name.Local)
		case xml.CharData:
			for i := range c.stack {
				if slices.Contains(named, c.stack[i].name) {
					c.stack[i].text += string(e)
				}
			}
		}
	}
	return c.result()
}

// named lists the elements that need a text.
var named = []string{"a", "button", "summary", "legend", "label", "h1", "h2", "h3", "title"}

type checker struct {
	found  []string
	stack  []element
	labels map[string]bool // ids that have a label
	inputs []element
	ids    map[string]int
	refs   []string
	count  map[string]int
	level  int
	title  string
	lang   string
}

type element struct {
	name, text string
	attr       map[string]string
}

func (c *checker) open(e xml.StartElement) {
	x := element{name: e.Name.Local, attr: map[string]string{}}
	for _, a := range e.Attr {
		x.attr[a.Name.Local] = a.Value
	}
	c.stack = append(c.stack, x)
	c.count[x.name]++
	if id := x.attr["id"]; id != "" {
		c.ids[id]++
	}
	c.refs = append(c.refs, strings.Fields(
		x.attr["aria-describedby"]+" "+x.attr["aria-labelledby"])...)
	switch x.name {
	case "html":
		c.lang = x.attr["lang"]
	case "input", "textarea", "select":
		if x.attr["type"] != "hidden" {
			c.inputs = append(c.inputs, x)
		}
	case "label":
		c.labels[x.attr["for"]] = true
	case "svg":
		if x.attr["aria-hidden"] != "true" &&
			(x.attr["role"] != "img" || x.attr["aria-label"] == "" &&
				x.attr["aria-labelledby"] == "") {
			c.found = append(c.found, "a picture has no name")
		}
	case "th":
		if x.attr["scope"] == "" {
			c.found = append(c.found, "a table's heading has no scope")
		}
	}
}

func (c *checker) close(name string) {
	x := c.stack[len(c.stack)-1]
	c.stack = c.stack[:len(c.stack)-1]
	if name == "title" && x.attr["id"] == "" {
		c.title = x.text
	}
	if slices.Contains(named, name) && strings.TrimSpace(x.text) == "" {
		c.found = append(c.found, "an empty <"+name+">")
	}
	if len(name) == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6' {
		level := int(name[1] - '0')
		if level > c.level+1 {
			c.found = append(c.found, fmt.Sprintf("a heading of level %d after one of %d: %s",
				level, c.level, x.text))
		}
		c.level = level
	}
}

func (c *checker) result() []string {
	for _, name := range []string{"main", "h1", "header", "footer", "nav"} {
		if c.count[name] != 1 {
			c.found = append(c.found, fmt.Sprintf("%d of <%s>", c.count[name], name))
		}
	}
	if c.lang != "en" || !strings.HasSuffix(c.title, " · Luna") || strings.HasPrefix(c.title, " ") {
		c.found = append(c.found, fmt.Sprintf("language %q, title %q", c.lang, c.title))
	}
	for _, x := range c.inputs {
		if !c.labels[x.attr["id"]] && x.attr["aria-label"] == "" {
			c.found = append(c.found, fmt.Sprintf("<%s %s> has no label", x.name, x.attr["name"]))
		}
	}
	for id, n := range c.ids {
		if n > 1 {
			c.found = append(c.found, fmt.Sprintf("%d of the id %q", n, id))
		}
	}
	for _, ref := range c.refs {
		if c.ids[ref] == 0 {
			c.found = append(c.found, "nothing has the id "+ref)
		}
	}
	return c.found
}

// TestFaultsAreFound checks faults itself. Pages are checked whenever a test requests one.
func TestFaultsAreFound(t *testing.T) {
	good := `<!DOCTYPE html><html lang="en"><head><title>Home · Luna</title></head>` +
		`<body><header><nav><a href="/">x</a></nav></header>` +
		`<main><h1>Home</h1>%s</main><footer>x</footer></body></html>`
	if f := faults(fmt.Sprintf(good,
		`<label for="a">A</label><input id="a" required><br><h2>B</h2>`)); f != nil {
		t.Errorf("a good page: %q", f)
	}
	for bad, want := range map[string]string{
		`<input id="a">`:               "no label",
		`<h3>x</h3>`:                   "level 3 after one of 1",
		`<svg role="img"></svg>`:       "no name",
		`<h1>Again</h1>`:               "2 of <h1>",
		`<p id="a"></p><p id="a"></p>`: `2 of the id "a"`,
		`<p aria-describedby="b"></p>`: "nothing has the id b",
		`<a href="/"> </a>`:            "empty <a>",
		`<p><b></p></b>`:               "not well formed",
		`<th>x</th>`:                   "no scope",
	} {
		if f := faults(fmt.Sprintf(good, bad)); !strings.Contains(strings.Join(f, "\n"), want) {
			t.Errorf("%s: %q, want %q", bad, f, want)
		}
	}
}

// TestContrast computes the contrast of the colors by WCAG 2: at least 4.5 for text and 3 for
// borders and other indicators.
func TestContrast(t *testing.T) {
	css := suite.Must(os.ReadFile("../../site/pages/static/luna.css"))(t)
	blocks := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(string(css), -1)
	if len(blocks) != 2 {
		t.Fatalf("%d color schemes", len(blocks))
	}
	for i, scheme := range []string{"light", "dark"} {
		colors := map[string]float64{}
		for _, m := range regexp.MustCompile(
			`--([a-z-]+): #([0-9a-f]{6});`).FindAllStringSubmatch(blocks[i][1], -1) {
			n := suite.Must(strconv.ParseUint(m[2], 16, 32))(t)
			colors[m[1]] = luminance(n)
		}
		if len(colors) != 17 {
			t.Errorf("%s: %d colors", scheme, len(colors))
		}
		for _, pair := range []struct {
			front, back string
			least       float64
		}{
			{"ink", "page", 4.5}, {"ink", "card", 4.5}, {"ink", "theirs", 4.5},
			{"ink", "bad-back", 4.5}, {"ink", "good-back", 4.5},
			{"soft", "page", 4.5}, {"soft", "card", 4.5}, {"accent", "page", 4.5},
			{"accent", "card", 4.5}, {"on-accent", "accent", 4.5},
			{"bad", "page", 4.5}, {"bad", "card", 4.5}, {"on-sky", "sky", 4.5},
			{"moon", "sky", 4.5},
			{"edge", "card", 3}, {"edge", "page", 3}, {"focus", "page", 3}, {"focus", "card", 3},
			{"good", "good-back", 3}, {"bad", "bad-back", 3}, {"accent", "theirs", 3},
		} {
			a, b := colors[pair.front], colors[pair.back]
			if c := (max(a, b) + 0.05) / (min(a, b) + 0.05); c < pair.least {
				t.Errorf("%s: %s on %s has a contrast of %.2f, want %.1f", scheme, pair.front,
					pair.back, c, pair.least)
			}
		}
	}
}

func luminance(rgb uint64) float64 {
	l := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v := float64(rgb>>(16-8*i)&255) / 255
		if v <= 0.04045 {
			l += weight * v / 12.92
		} else {
			l += weight * math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return l
}
