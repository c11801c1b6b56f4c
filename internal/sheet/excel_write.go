package sheet

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/xuri/excelize/v2"

	"github.com/luna-rating/luna/internal/files"
)

// write writes the workbook, laid out, with columns added to its sheet: at their places, or right
// of all others and of pictures that would lie over them. Parts of other sheets stay as they are,
// to the byte.
func (b *workbook) write(w io.Writer, added Added, places []int) error {
	for _, cells := range added {
		for _, cell := range cells {
			if text, ok := cell.(string); ok {
				if err := checkLength(text); err != nil {
					return err
				}
			}
		}
	}
	header, columns := added.extent()
	a := &adder{book: b, added: added, header: header, places: make([]int, columns),
		rows: slices.Sorted(maps.Keys(added)), styles: map[numbered]int{}}
	copy(a.places, places)
	for _, column := range a.places {
		if column == 0 {
			a.columns++
		}
	}
	for {
		row, err := b.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		a.width = max(a.width, len(row.Cells))
	}
	part := b.pages[slices.IndexFunc(b.pages, func(p page) bool { return p.name == b.sheet })].part
	if err := a.place(part); err != nil {
		return damagedBook(b.name, err)
	}
	var plain bytes.Buffer
	out := zip.NewWriter(&plain)
	for _, f := range b.zip.File {
		if f.Name != part && f.Name != stylesPart {
			if err := out.Copy(f); err != nil {
				return err
			}
		}
	}
	if err := a.rewrite(out, part, a.sheet); err != nil {
		return err
	}
	if err := a.rewrite(out, stylesPart, a.addStyles); err != nil {
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	if len(added) == 0 {
		_, err := plain.WriteTo(w)
		return err
	}
	l := &layouter{Layout: b.layout, header: header, last: slices.Max(slices.Collect(maps.Keys(added))),
		first: a.first, columns: a.columns}
	return l.write(w, plain.Bytes(), b.name, b.sheet)
}

// adder adds columns to a sheet. Everything else in the sheet's part is copied.
type adder struct {
	book           *workbook
	added          Added
	rows           []int // of added, those not written yet
	header         int
	width          int // of the sheet's rows
	first, columns int // added on the right
	places         []int
	styles         map[numbered]int
	order          []numbered

	data  []byte // the part
	at    int    // copied so far
	start int    // of the last token
	row   int    // the last
	xml   *xml.Decoder
	out   *bufio.Writer
}

// place finds the first column that is added.
func (a *adder) place(part string) error {
	a.first = a.width + 1
	drawings, err := a.book.related(part, "/drawing")
	if err != nil {
		return err
	}
	type corner struct {
		Column int `xml:"col"`
	}
	for _, d := range drawings {
		var drawing struct {
			Pictures []struct {
				From corner `xml:"from"`
				To   corner `xml:"to"`
			} `xml:",any"`
		}
		if err := a.book.unmarshal(d, &drawing); err != nil {
			return err
		}
		for _, p := range drawing.Pictures { // whose columns count from 0
			if p.From.Column < a.first+a.columns && p.To.Column+1 >= a.first {
				a.first = p.To.Column + 2
			}
		}
	}
	a.places = columnsFor(a.places, len(a.places), a.first-1)
	if last := a.first + a.columns - 1; last > maxColumn {
		return files.New(a.book.name, 0, fmt.Sprintf("a sheet with column %d", last),
			fmt.Sprintf("at most %d columns", maxColumn))
	}
	return nil
}

// rewrite writes a part again with changes.
func (a *adder) rewrite(z *zip.Writer, part string, change func() error) error {
	in, err := a.book.zip.Open(part)
	if err != nil {
		return nil // there are no styles
	}
	defer in.Close()
	if a.data, err = io.ReadAll(in); err != nil {
		return damagedBook(a.book.name, err)
	}
	w, err := z.Create(part)
	if err != nil {
		return err
	}
	a.at, a.xml, a.out = 0, xml.NewDecoder(bytes.NewReader(a.data)), bufio.NewWriter(w)
	if err := change(); err != nil && err != io.EOF {
		return damagedBook(a.book.name, err)
	}
	a.copyTo(len(a.data))
	return a.out.Flush()
}

func (a *adder) copyTo(end int) {
	a.out.Write(a.data[min(a.at, end):end])
	a.at = end
}

func (a *adder) token() (xml.Token, error) {
	a.start = int(a.xml.InputOffset())
	return a.xml.RawToken()
}

// skip goes to the end of an element.
func (a *adder) skip(name string) error {
	for {
		t, err := a.token()
		if end, ok := t.(xml.EndElement); err != nil || ok && end.Name.Local == name {
			return err
		}
	}
}

// sheet copies the sheet with the columns.
func (a *adder) sheet() error {
	for {
		t, err := a.token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "dimension":
				a.copyTo(a.start)
				if err := a.skip("dimension"); err != nil {
					return err
				}
				a.at = int(a.xml.InputOffset()) // programs find it out where it is missing
			case "row":
				if err := a.changeRow(t); err != nil {
					return err
				}
			}
		case xml.EndElement:
			if t.Name.Local == "sheetData" {
				a.addRows(math.MaxInt, t.Name)
			}
		}
	}
}

// tag returns the name of an element beside another, which may have a prefix.
func tag(beside xml.Name, name string) string {
	if beside.Space != "" {
		return beside.Space + ":" + name
	}
	return name
}

// addRows adds the rows before one that the sheet does not have.
func (a *adder) addRows(before int, beside xml.Name) {
	for len(a.rows) > 0 && a.rows[0] < before {
		a.copyTo(a.start)
		row := a.rows[0]
		a.rows = a.rows[1:]
		fmt.Fprintf(a.out, `<%s r="%d">`, tag(beside, "row"), row)
		for _, cell := range a.cells(row) {
			a.writeCell(cell, 0, beside)
		}
		fmt.Fprintf(a.out, "</%s>", tag(beside, "row"))
	}
}

// changeRow adds cells to a row. Cells without a value that are in their place are left out.
func (a *adder) changeRow(start xml.StartElement) error {
	a.row++
	if r := attribute(start, "r"); r != "" {
		a.row, _ = strconv.Atoi(r)
	}
	a.addRows(a.row, start.Name)
	if len(a.rows) == 0 || a.rows[0] != a.row {
		return nil
	}
	a.rows = a.rows[1:]
	style, cells := 0, a.cells(a.row)
	write := func(before int) {
		for len(cells) > 0 && cells[0].column < before {
			a.writeCell(cells[0], style, start.Name)
			cells = cells[1:]
		}
	}
	for column := 0; ; {
		t, err := a.token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if t.Name.Local != "c" {
				continue
			}
			column++
			if r := attribute(t, "r"); r != "" {
				column, _ = columnOf(r)
			}
			own, _ := strconv.Atoi(attribute(t, "s"))
			if column == a.width || column < a.width && a.row == a.header {
				style = own
			}
			if len(cells) == 0 || column < cells[0].column {
				continue
			}
			a.copyTo(a.start)
			write(column)
			if len(cells) == 0 || cells[0].column > column {
				continue
			}
			if cells[0].value != any(Keep{}) {
				if err := a.skip("c"); err != nil {
					return err
				}
				if a.at = int(a.xml.InputOffset()); column >= a.first {
					own = style // as the columns beside it
				}
				a.writeCell(cells[0], own, start.Name)
			}
			cells = cells[1:]
		case xml.EndElement:
			if t.Name.Local != "row" {
				continue
			}
			if open := a.start - len("/>"); a.start == int(a.xml.InputOffset()) { // <row/>
				a.copyTo(open)
				a.out.WriteString(">")
				write(math.MaxInt)
				fmt.Fprintf(a.out, "</%s>", tag(start.Name, "row"))
				a.at = a.start
			} else {
				a.copyTo(a.start)
				write(math.MaxInt)
			}
			return nil
		}
	}
}

// addedCell is a cell with its place.
type addedCell struct {
	row, column int
	value       any
}

// cells returns what is added to a row, from left to right.
func (a *adder) cells(row int) []addedCell {
	var list []addedCell
	for k, value := range a.added[row] {
		list = append(list, addedCell{row, a.places[k], value})
	}
	slices.SortFunc(list, func(x, y addedCell) int { return x.column - y.column })
	return list
}

// writeCell writes a cell in a style, except for the format of numbers.
func (a *adder) writeCell(cell addedCell, style int, beside xml.Name) {
	at, _ := excelize.CoordinatesToCellName(cell.column, cell.row)
	kind, text := "", ""
	look := a.style(style, general)
	switch v := cell.value.(type) {
	case string:
		if text = v; v != "" {
			kind = ` t="inlineStr"`
		}
		if cell.row == a.header {
			look = style
		}
	case int:
		text = strconv.Itoa(v)
	case Percent:
		text, look = number(math.Round(float64(v)*1e8)/1e10), a.style(style, percent)
	case float64:
		text = number(v)
	}
	if text == "" && (look == 0 || cell.value == any(Keep{})) {
		return
	}
	name := tag(beside, "c")
	fmt.Fprintf(a.out, `<%s r="%s" s="%d"%s>`, name, at, look, kind)
	if kind != "" {
		is, t := tag(beside, "is"), tag(beside, "t")
		fmt.Fprintf(a.out, `<%s><%s xml:space="preserve">`, is, t)
		xml.EscapeText(a.out, []byte(escape().ReplaceAllStringFunc(text,
			func(s string) string { return "_x005F" + s })))
		fmt.Fprintf(a.out, "</%s></%s>", t, is)
	} else if text != "" {
		v := tag(beside, "v")
		fmt.Fprintf(a.out, "<%s>%s</%s>", v, text, v)
	}
	fmt.Fprintf(a.out, "</%s>", name)
}

// number returns a number as text, nothing for one that is not finite.
func number(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
