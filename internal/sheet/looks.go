package sheet

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// look is a style made from another: wrapped, bold in a header, shaded in an added column. There, a
// base with a fill of its own keeps neither it nor its font, which may be white.
type look struct {
	base        int
	head, added bool
}

// The colours of added columns and of their headers.
const headFill, addedFill = "DDE6F0", "EEF3F9"

// styler adds looks to the styles of a workbook.
type styler struct {
	data  []byte
	lists map[string][]string // elements by the name of their list
	ends  map[string]int      // of the lists
	edits []edit
	names xml.Name // of an element
	count int      // of styles before, 0 if none can be added
	ids   map[look]int
	order []look
}

func newStyler(data []byte) *styler {
	s := &styler{data: data, lists: map[string][]string{}, ends: map[string]int{}, ids: map[look]int{}}
	x := xml.NewDecoder(bytes.NewReader(data))
	for list, depth, start := "", 0, 0; ; {
		from := int(x.InputOffset())
		t, err := x.RawToken()
		if err != nil {
			break
		}
		to := int(x.InputOffset())
		switch t := t.(type) {
		case xml.StartElement:
			switch depth++; depth {
			case 2:
				if list, s.names = t.Name.Local, t.Name; slices.Contains(styleLists, list) {
					s.edits = append(s.edits, edit{from, to, withoutAttribute(string(data[from:to]), "count")})
				}
			case 3:
				start = from
			}
		case xml.EndElement:
			switch depth--; depth {
			case 2:
				s.lists[list] = append(s.lists[list], string(data[start:to]))
			case 1:
				s.ends[list] = from
			}
		}
	}
	if len(s.lists["fonts"]) > 0 && len(s.lists["fills"]) > 0 {
		s.count = len(s.lists["cellXfs"])
	}
	return s
}

var styleLists = []string{"fonts", "fills", "cellXfs"}

// id returns the number of a look, that of its base if the workbook has no such style.
func (s *styler) id(k look) int {
	if k.base < 0 || k.base >= s.count {
		return k.base
	}
	if _, ok := s.ids[k]; !ok {
		s.ids[k] = s.count + len(s.order)
		s.order = append(s.order, k)
	}
	return s.ids[k]
}

// addLooks returns the styles with the looks.
func (s *styler) addLooks() []byte {
	if len(s.order) == 0 {
		return s.data
	}
	before := map[string]int{}
	for _, name := range styleLists {
		before[name] = len(s.lists[name])
	}
	for _, k := range s.order {
		x := s.lists["cellXfs"][k.base]
		font := cmp.Or(attributeIn(x, "fontId"), "0")
		if k.added {
			if !slices.Contains([]string{"", "0"}, attributeIn(x, "fillId")) {
				font = "0"
			}
			color := addedFill
			if k.head {
				color = headFill
			}
			id := s.add("fills", fmt.Sprintf(`<%s><%s patternType="solid"><%s rgb="FF%s"/></%[2]s></%[1]s>`,
				tag(s.names, "fill"), tag(s.names, "patternFill"), tag(s.names, "fgColor"), color))
			x = setFirst(setFirst(x, "fillId", id), "applyFill", "1")
		}
		if n, _ := strconv.Atoi(font); k.head {
			font = s.add("fonts", s.bold(s.lists["fonts"][min(max(n, 0), before["fonts"]-1)]))
		}
		x = setFirst(setFirst(x, "fontId", font), "applyFont", "1")
		s.lists["cellXfs"] = append(s.lists["cellXfs"], s.aligned(x))
	}
	for _, name := range styleLists {
		s.edits = append(s.edits,
			edit{s.ends[name], s.ends[name], strings.Join(s.lists[name][before[name]:], "")})
	}
	return apply(s.data, s.edits)
}

// add returns the place of an element in a list, to which it is added if it is not there.
func (s *styler) add(list, element string) string {
	k := slices.Index(s.lists[list], element)
	if k < 0 {
		k = len(s.lists[list])
		s.lists[list] = append(s.lists[list], element)
	}
	return strconv.Itoa(k)
}

// bold returns a bold font.
func (s *styler) bold(font string) string {
	if b := tag(s.names, "b"); !strings.Contains(font, "<"+b+"/>") && !strings.Contains(font, "<"+b+" ") {
		return withChild(font, "<"+b+"/>")
	}
	return font
}

// aligned returns a style whose texts are wrapped and begin at the top.
func (s *styler) aligned(x string) string {
	x = setFirst(x, "applyAlignment", "1")
	at := strings.Index(x, "<"+tag(s.names, "alignment"))
	if at < 0 {
		return withChild(x, "<"+tag(s.names, "alignment")+` vertical="top" wrapText="1"/>`)
	}
	return x[:at] + setFirst(setFirst(x[at:], "wrapText", "1"), "vertical", "top")
}
