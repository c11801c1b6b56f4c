package sheet

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/luna-rating/luna/internal/text"
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
	formatOf = text.Pattern(`\s(numFmtId|applyNumberFormat)\s*=\s*("[^"]*"|'[^']*')`)
	countOf  = text.Pattern(`\scount\s*=\s*("[^"]*"|'[^']*')`)
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
				a.out.WriteString(countOf().ReplaceAllString(string(a.data[a.start:a.at]), ""))
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
				look := formatOf().ReplaceAllString(looks[n.style], "")
				i := strings.IndexAny(look, " />")
				fmt.Fprintf(a.out, `%s numFmtId="%d" applyNumberFormat="1"%s`, look[:i], n.format,
					look[i:])
			}
			return nil
		}
	}
	return nil
}
