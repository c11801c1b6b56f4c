package sheet

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// numbered is a style with another format of numbers.
type numbered struct{ style, format int }

const (
	general = 0
	percent = 9
)

// style returns the style that combines another style with a format of numbers.
func (a *adder) style(style, format int) int {
	styles := a.book.formats.Cells
	if style < 0 || style >= len(styles) || styles[style].Format == format {
		return style
	}
	n := numbered{style, format}
	if _, ok := a.styles[n]; !ok {
		a.styles[n] = len(styles) + len(a.order)
		a.order = append(a.order, n)
	}
	return a.styles[n]
}

var (
	formatOf = regexp.MustCompile(`\s(numFmtId|applyNumberFormat)\s*=\s*("[^"]*"|'[^']*')`)
	countOf  = regexp.MustCompile(`\scount\s*=\s*("[^"]*"|'[^']*')`)
)

// addStyles copies the styles and adds the new ones.
func (a *adder) addStyles() error {
	var looks []string // with their start tags
	within := false
	for len(a.order) > 0 {
		t, err := a.token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			switch {
			case t.Name.Local == "cellXfs":
				within = true
				a.copyTo(a.start)
				a.at = int(a.xml.InputOffset())
				a.out.WriteString(countOf.ReplaceAllString(string(a.data[a.start:a.at]), ""))
			case within && t.Name.Local == "xf":
				from := a.start
				if err := a.skip("xf"); err != nil {
					return err
				}
				looks = append(looks, string(a.data[from:a.xml.InputOffset()]))
			}
		case xml.EndElement:
			if t.Name.Local != "cellXfs" {
				continue
			}
			a.copyTo(a.start)
			for _, n := range a.order {
				if n.style >= len(looks) {
					return io.ErrUnexpectedEOF
				}
				look := formatOf.ReplaceAllString(looks[n.style], "")
				i := strings.IndexAny(look, " />")
				fmt.Fprintf(a.out, `%s numFmtId="%d" applyNumberFormat="1"%s`, look[:i], n.format,
					look[i:])
			}
			return nil
		}
	}
	return nil
}

// writeWidths writes the widths of all columns. They must not overlap.
func (a *adder) writeWidths(columns []xml.StartElement, beside xml.Name) {
	write := func(c xml.StartElement, from, to int) {
		if from > to {
			return
		}
		fmt.Fprintf(a.out, `<%s min="%d" max="%d"`, tag(beside, "col"), from, to)
		for _, attr := range c.Attr {
			if name := attr.Name.Local; name != "min" && name != "max" && attr.Name.Space == "" {
				fmt.Fprintf(a.out, ` %s="`, name)
				xml.EscapeText(a.out, []byte(attr.Value))
				a.out.WriteString(`"`)
			}
		}
		a.out.WriteString("/>")
	}
	fmt.Fprintf(a.out, "<%s>", tag(beside, "cols"))
	for _, c := range columns {
		from, _ := strconv.Atoi(attribute(c, "min"))
		to, _ := strconv.Atoi(attribute(c, "max"))
		write(c, from, min(to, a.first-1))
	}
	for _, cell := range a.cells(a.header) {
		if name, _ := cell.value.(string); cell.column >= a.first {
			width := min(max(utf8.RuneCountInString(name)+2, 10), 30)
			write(xml.StartElement{Attr: []xml.Attr{{Name: xml.Name{Local: "width"},
				Value: strconv.Itoa(width)}, {Name: xml.Name{Local: "customWidth"}, Value: "1"}}},
				cell.column, cell.column)
		}
	}
	for _, c := range columns {
		from, _ := strconv.Atoi(attribute(c, "min"))
		to, _ := strconv.Atoi(attribute(c, "max"))
		write(c, max(from, a.first+a.columns), to)
	}
	fmt.Fprintf(a.out, "</%s>", tag(beside, "cols"))
}
