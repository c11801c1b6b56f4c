package sheet

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"regexp"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// edit replaces a piece of a part.
type edit struct {
	from, to int
	text     string
}

// apply returns a part with edits, which must not overlap.
func apply(data []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var b bytes.Buffer
	at := 0
	for _, e := range edits {
		b.Write(data[at:e.from])
		b.WriteString(e.text)
		at = e.to
	}
	b.Write(data[at:])
	return b.Bytes()
}

// setAttribute returns a start tag with an attribute.
func setAttribute(start, name, value string) string {
	start = withoutAttribute(start, name)
	i := len(start) - 1
	if strings.HasSuffix(start, "/>") {
		i--
	}
	return start[:i] + " " + name + `="` + value + `"` + start[i:]
}

func withoutAttribute(start, name string) string {
	return attributes[name]().ReplaceAllString(start, "")
}

// attributes match an attribute each: those that are set.
var attributes = map[string]func() *regexp.Regexp{}

func init() {
	for _, name := range []string{"s", "ht", "customHeight", "count", "fitToPage", "topLeftCell", "fillId",
		"applyFill", "fontId", "applyFont", "applyAlignment", "wrapText", "vertical"} {
		attributes[name] = text.Pattern(`\s` + name + `\s*=\s*("[^"]*"|'[^']*')`)
	}
}

// setFirst sets an attribute of the first start tag.
func setFirst(element, name, value string) string {
	i := strings.IndexByte(element, '>') + 1
	return setAttribute(element[:i], name, value) + element[i:]
}

// attributeIn returns an attribute of an element's start tag, "" if it has none.
func attributeIn(element, name string) string {
	t, _ := xml.NewDecoder(strings.NewReader(element)).RawToken()
	start, _ := t.(xml.StartElement)
	return attribute(start, name)
}

// withChild returns an element with another one as its first child.
func withChild(element, child string) string {
	i := strings.IndexByte(element, '>')
	if i > 0 && element[i-1] == '/' {
		name := strings.TrimLeft(element[:strings.IndexAny(element, " />")], "<")
		return element[:i-1] + ">" + child + "</" + name + ">"
	}
	return element[:i+1] + child + element[i+1:]
}
