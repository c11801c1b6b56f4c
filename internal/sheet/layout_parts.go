package sheet

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/luna-rating/luna/internal/text"
)

const maxHeader = 8 // the last row that a header may be in to stay in sight

// pane returns an element that keeps the header and the identifiers in sight.
func (l *layouter) pane(beside xml.Name) string {
	columns, active := l.ID, "bottomRight"
	if columns > 3 {
		columns = 0
	}
	if l.header > maxHeader {
		return ""
	}
	split := fmt.Sprintf(` xSplit="%d"`, columns)
	if columns == 0 {
		split, active = "", "bottomLeft"
	}
	cell, _ := excelize.CoordinatesToCellName(columns+1, l.header+1)
	return fmt.Sprintf(`<%s%s ySplit="%d" topLeftCell="%s" activePane="%s" state="frozen"/>`,
		tag(beside, "pane"), split, l.header, cell, active)
}

var viewTag = text.Pattern(`(?s)^<(?:\w+:)?sheetViews[^>]*>\s*(<((?:\w+:)?)sheetView\b[^>]*>)` +
	`(.*?)</(?:\w+:)?sheetViews>`)

// view freezes the header in the first view of the sheet unless it has panes.
func (l *layouter) view(data []byte, at int) {
	m := viewTag().FindSubmatchIndex(data)
	if m == nil || l.header > maxHeader || bytes.Contains(data[m[6]:m[7]], []byte("pane")) ||
		bytes.Contains(data[m[2]:m[3]], []byte("pageLayout")) {
		return
	}
	start := withoutAttribute(string(data[m[2]:m[3]]), "topLeftCell")
	name := xml.Name{Space: strings.TrimSuffix(string(data[m[4]:m[5]]), ":"), Local: "sheetView"}
	if closed := strings.HasSuffix(start, "/>"); closed {
		start = start[:len(start)-2] + ">" + l.pane(name) + "</" + tag(name, "sheetView") + ">"
	} else {
		start += l.pane(name)
	}
	l.replace(at+m[2], at+m[3], start)
}

const (
	minWidth, maxWidth = 9, 34 // of columns, in characters
	filterWidth        = 4     // of the button of a filter, with room beside it
	maxLines           = 16    // of a row; a screen shows about 40
	lineHeight         = 15    // in points
)

// widthOf returns the width that shows a cell, within bounds.
func widthOf(cell any, header bool) float64 {
	widest := 0
	for line := range strings.Lines((Dialect{}).format(cell)) {
		widest = max(widest, letters(line))
	}
	if header {
		widest += filterWidth
	}
	return float64(min(max(widest+2, minWidth), maxWidth))
}

// letters returns the width of a text in Latin letters: those of East Asia take two.
func letters(text string) (n int) {
	for _, c := range text {
		if n++; c >= '\u1100' {
			n++
		}
	}
	return n
}

// linesOf returns how many lines the words of a cell take in a column.
func linesOf(cell any, width float64) (lines int) {
	text, _ := cell.(string)
	room := max(int(width), 1)
	for line := range strings.Lines(text) {
		at := 0
		lines++
		for word := range strings.FieldsSeq(line) {
			n := letters(word)
			if at > 0 && at+1+n > room {
				lines, at = lines+1, 0
			}
			at += min(at, 1) + n
			lines, at = lines+(at-1)/room, (at-1)%room+1
		}
	}
	return lines
}

// cols returns the widths of all columns, and notes them. Those that a person set stay.
func (l *layouter) cols(columns []xml.StartElement, beside xml.Name) string {
	l.widths = map[int]float64{}
	for row, cells := range l.rows {
		for k, cell := range cells {
			if row >= l.header && row <= l.last {
				l.widths[k+1] = max(l.widths[k+1], widthOf(cell, row == l.header))
			}
		}
	}
	for k := range l.columns {
		l.widths[l.first+k] = max(l.widths[l.first+k], minWidth)
	}
	var b strings.Builder
	most := slices.Max(append(slices.Collect(maps.Keys(l.widths)), 0))
	for column := 1; column <= most; column++ {
		var c xml.StartElement // what was set
		added := column >= l.first && column < l.first+l.columns
		for _, x := range columns {
			if from, to := span(x); !added && from <= column && column <= to {
				c.Attr = slices.Clone(x.Attr)
			}
		}
		set, _ := strconv.ParseFloat(attribute(c, "width"), 64)
		switch width := l.widths[column]; {
		case isTrue(attribute(c, "hidden")):
			l.widths[column] = 0
		case isTrue(attribute(c, "customWidth")):
			l.widths[column] = set
		case width > 0:
			l.widths[column] = max(width, set)
			c.Attr = append(slices.DeleteFunc(c.Attr, func(attr xml.Attr) bool {
				return slices.Contains([]string{"width", "customWidth", "bestFit"}, attr.Name.Local)
			}), xml.Attr{Name: xml.Name{Local: "width"}, Value: fmt.Sprint(l.widths[column])},
				xml.Attr{Name: xml.Name{Local: "customWidth"}, Value: "1"})
		}
		writeColumn(&b, c, column, column, beside)
	}
	for _, c := range columns {
		from, to := span(c)
		writeColumn(&b, c, max(from, most+1), to, beside)
	}
	if b.Len() == 0 {
		return ""
	}
	return "<" + tag(beside, "cols") + ">" + b.String() + "</" + tag(beside, "cols") + ">"
}

// span returns the first and the last column that an element is about.
func span(c xml.StartElement) (from, to int) {
	from, _ = strconv.Atoi(attribute(c, "min"))
	to, _ = strconv.Atoi(attribute(c, "max"))
	return from, to
}

// writeColumn writes what is set for columns, if anything is.
func writeColumn(b *strings.Builder, c xml.StartElement, from, to int, beside xml.Name) {
	if len(c.Attr) == 0 || from > to {
		return
	}
	fmt.Fprintf(b, `<%s min="%d" max="%d"`, tag(beside, "col"), from, to)
	for _, attr := range c.Attr {
		if name := attr.Name.Local; name != "min" && name != "max" && attr.Name.Space == "" {
			fmt.Fprintf(b, ` %s="`, name)
			xml.EscapeText(b, []byte(attr.Value))
			b.WriteString(`"`)
		}
	}
	b.WriteString("/>")
}

// row gives looks and a height to a row of the table.
func (l *layouter) row(row int, start cellTag, cells []cellTag, end int, beside xml.Name) {
	if row < l.header || row > l.last {
		return
	}
	lines, text := 1, string(l.data[start.from:start.to])
	for column := 1; column <= max(len(cells), l.first+l.columns-1); column++ {
		added := column >= l.first && column < l.first+l.columns
		c := cellTag{}
		if column <= len(cells) {
			c = cells[column-1]
		}
		k := look{base: c.style, head: row == l.header, added: added}
		if k.head && !added {
			l.heads[column] = c
		} else if h := l.heads[column]; h.to > 0 && h.style == c.style {
			l.wear(h, look{base: h.style, head: true})
		}
		switch {
		case c.to > 0 && (added || c.style == 0 && !k.head):
			l.wear(c, k)
		case added:
			name, _ := excelize.CoordinatesToCellName(column, row)
			at := end
			for _, next := range slices.Backward(cells[min(column, len(cells)):]) {
				if next.to > 0 {
					at = next.from
				}
			}
			if strings.HasSuffix(text, "/>") {
				continue // the columns were not added to it
			}
			l.replace(at, at, fmt.Sprintf(`<%s r="%s" s="%d"/>`, tag(beside, "c"), name, l.id(k)))
		}
		if texts := l.rows[row]; column <= len(texts) && (added || c.style == 0) && l.widths[column] > 0 {
			lines = max(lines, linesOf(texts[column-1], l.widths[column]))
		}
	}
	if row > l.header {
		l.heads = nil
	}
	set, _ := strconv.ParseFloat(attributeIn(text, "ht"), 64)
	height := float64(min(lines, maxLines) * lineHeight)
	if lines > 1 && height > set && !isTrue(attributeIn(text, "customHeight")) {
		text = setAttribute(setAttribute(text, "ht", fmt.Sprint(height)), "customHeight", "1")
		l.replace(start.from, start.to, text)
	}
}

// wear gives a cell a look.
func (l *layouter) wear(c cellTag, k look) {
	if id := l.id(k); id != c.style {
		l.replace(c.from, c.to, setAttribute(string(l.data[c.from:c.to]), "s", strconv.Itoa(id)))
	}
}

// end adds a filter, a print layout and a validation of points, if the sheet has none.
func (l *layouter) end(beside xml.Name) {
	l.named = map[string]string{}
	if !l.has("autoFilter") && !l.has("tablePart") {
		for _, fixed := range []bool{false, true} { // the name has $
			from, _ := excelize.CoordinatesToCellName(1, l.header, fixed)
			to, _ := excelize.CoordinatesToCellName(l.first+l.columns-1, l.last, fixed)
			if l.named[filterName] = from + ":" + to; !fixed {
				l.put("autoFilter", fmt.Sprintf(`<%s ref="%s:%s"/>`, tag(beside, "autoFilter"), from, to))
			}
		}
	}
	if !l.has("pageSetup") {
		l.fit(beside)
		l.named[titlesName] = fmt.Sprintf("$%d:$%[1]d", l.header)
	}
	if rules := l.rules(tag(beside, "dataValidation"), tag(beside, "formula")); len(rules) > 0 &&
		!l.has("dataValidations") {
		all := tag(beside, "dataValidations")
		l.put("dataValidations", fmt.Sprintf(`<%s count="%d">%s</%[1]s>`, all, len(rules), strings.Join(rules, "")))
	}
}

// rules returns what spreadsheets say beside headers, and about points out of range.
func (l *layouter) rules(rule, formula string) (list []string) {
	for _, column := range slices.Sorted(maps.Keys(l.Prompts)) {
		cell, _ := excelize.CoordinatesToCellName(column, l.header)
		var prompt strings.Builder
		xml.EscapeText(&prompt, []byte(text.Abridge(l.Prompts[column], maxPrompt)))
		list = append(list, fmt.Sprintf(`<%s allowBlank="1" showInputMessage="1" prompt="%s" sqref="%s"/>`,
			rule, &prompt, cell))
	}
	kind, title, low, high := "warning", "Total", number(l.Low), number(l.High)
	says := "As far as this table says, totals are numbers from " + low + " to " + high + "."
	if l.outOf > 0 {
		kind, title, says = "stop", "Points", "Points are a number from 0 to what the row is out of. Leave the "+
			"cell empty to leave the row out."
		high, _ = excelize.CoordinatesToCellName(l.outOf, l.header+1)
	}
	if l.Points == 0 || l.last <= l.header || l.outOf == 0 && !l.inRange() {
		return list
	}
	from, _ := excelize.CoordinatesToCellName(l.Points, l.header+1)
	to, _ := excelize.CoordinatesToCellName(l.Points, l.last)
	return append(list, fmt.Sprintf(`<%[1]s type="decimal" operator="between" errorStyle="%[2]s" `+
		`allowBlank="1" showErrorMessage="1" errorTitle="%[3]s" error="%[4]s" sqref="%[5]s:%[6]s">`+
		`<%[7]s1>%[8]s</%[7]s1><%[7]s2>%[9]s</%[7]s2></%[1]s>`, rule, kind, title, says, from, to, formula,
		low, high))
}

// maxPrompt is how long a prompt may be, with room for some characters that count twice.
const maxPrompt = 200

// printedWidth is how many letters beside each other a page can hold.
const printedWidth = 260

// fit makes printed pages wide, and few enough beside each other.
func (l *layouter) fit(beside xml.Name) {
	width := 0.0
	for _, w := range l.widths {
		width += w
	}
	l.put("pageSetup", fmt.Sprintf(`<%s orientation="landscape" fitToWidth="%.0f" fitToHeight="0"/>`,
		tag(beside, "pageSetup"), math.Ceil(width/printedWidth)))
	if !l.has("printOptions") {
		l.put("printOptions", fmt.Sprintf(`<%s gridLines="1"/>`, tag(beside, "printOptions")))
	}
	fits := fmt.Sprintf(`<%s fitToPage="1"/>`, tag(beside, "pageSetUpPr"))
	root, own := l.tags["worksheet"], l.tags["sheetPr"]
	switch p := l.tags["pageSetUpPr"]; {
	case p.to > 0:
		l.replace(p.from, p.to, setAttribute(string(l.data[p.from:p.to]), "fitToPage", "1"))
	case own.to == 0:
		l.replace(root.to, root.to, "<"+tag(beside, "sheetPr")+">"+fits+"</"+tag(beside, "sheetPr")+">")
	case strings.HasSuffix(string(l.data[own.from:own.to]), "/>"):
		l.replace(own.from, own.to, withChild(string(l.data[own.from:own.to]), fits))
	default:
		l.replace(l.ends, l.ends, fits)
	}
}

// inRange reports whether all points that are there are numbers in the range.
func (l *layouter) inRange() bool {
	for row, cells := range l.rows {
		if row <= l.header || row > l.last || l.Points > len(cells) || cells[l.Points-1] == "" {
			continue
		}
		v, err := strconv.ParseFloat(cells[l.Points-1], 64)
		if err != nil || math.IsNaN(v) || v < l.Low || v > l.High {
			return false
		}
	}
	return l.High > l.Low
}

const bookPart = "xl/workbook.xml"

// afterNames matches what stands after the names of a workbook, or their end.
var afterNames = text.Pattern(`</(\w+:)?definedNames>|<(\w+:)?(calcPr|oleSize|customWorkbookViews|` +
	`pivotCaches|smartTag\w+|webPublish\w+|fileRecoveryPr|extLst)\b|</(\w+:)?workbook>`)

// names returns the workbook with the names that stand for the filter and for the rows that are
// printed on each page.
func (l *layouter) names(data []byte, sheet string) []byte {
	var book struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
		} `xml:"sheets>sheet"`
		Names []struct {
			Name  string `xml:"name,attr"`
			Sheet string `xml:"localSheetId,attr"`
		} `xml:"definedNames>definedName"`
	}
	m := afterNames().FindSubmatchIndex(data)
	if m == nil || xml.Unmarshal(data, &book) != nil {
		return data
	}
	at := 0
	for at < len(book.Sheets)-1 && book.Sheets[at].Name != sheet {
		at++
	}
	for _, n := range book.Names {
		if n.Sheet == strconv.Itoa(at) {
			delete(l.named, strings.TrimPrefix(n.Name, "_xlnm."))
		}
	}
	prefix := ""
	for _, k := range []int{2, 4, 8} {
		if m[k] >= 0 {
			prefix = string(data[m[k]:m[k+1]])
		}
	}
	var list strings.Builder
	for _, name := range slices.Sorted(maps.Keys(l.named)) {
		fmt.Fprintf(&list, `<%sdefinedName name="_xlnm.%s" localSheetId="%d"%s>`, prefix, name, at,
			map[string]string{filterName: ` hidden="1"`}[name])
		xml.EscapeText(&list, []byte("'"+strings.ReplaceAll(sheet, "'", "''")+"'!"+l.named[name]))
		fmt.Fprintf(&list, "</%sdefinedName>", prefix)
	}
	text := list.String()
	if data[m[0]+1] != '/' || !bytes.Contains(data[m[0]:m[1]], []byte("definedNames")) {
		text = "<" + prefix + "definedNames>" + text + "</" + prefix + "definedNames>"
	}
	if list.Len() == 0 {
		return data
	}
	return apply(data, []edit{{m[0], m[0], text}})
}

const filterName, titlesName = "_FilterDatabase", "Print_Titles" // after _xlnm.
