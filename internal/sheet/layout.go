package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Layout says what a workbook with added columns needs to know for people to work in it.
type Layout struct {
	// ID and Points are the columns, from 1, that say whose a row is, and to which a person adds
	// numbers from Low to High; 0 if there are none.
	ID, Points int
	Low, High  float64
	// Prompts are shown beside a column's header when it is selected.
	Prompts map[int]string

	outOf int // the column that Points are at most
}

// layouter lays out the sheet of a workbook: its header is bold and stays in sight with the
// identifiers, it has a filter, columns and rows that show their texts, and wide pages in print.
// What a person has set stays: panes, filters, widths of columns, heights of rows, validations, and
// styles of cells. Only cells without a style are wrapped, and a header is only made bold if it
// looks like the row below.
type layouter struct {
	Layout
	*styler
	header, last   int // rows of the table
	first, columns int // added

	data   []byte
	rows   map[int][]string // texts
	widths map[int]float64  // of columns
	edits  []edit
	tags   map[string]cellTag // of elements that the sheet has, the first of each
	ends   int                // of the element sheetPr
	heads  map[int]cellTag    // of the header, until the row below comes
	places map[string]int     // where elements that the sheet lacks go
	named  map[string]string  // cells by the name that is to stand for them
}

// cellTag is the start tag of a cell.
type cellTag struct{ from, to, style int }

// write writes a workbook, which errors call name, with a sheet laid out, or as it is if it cannot
// be read.
func (l *layouter) write(w io.Writer, book []byte, name, sheet string) error {
	b, err := openWorkbook(bytes.NewReader(book), name, sheet)
	if err != nil {
		_, err = w.Write(book)
		return err
	}
	part := b.pages[slices.IndexFunc(b.pages, func(p page) bool { return p.name == b.sheet })].part
	l.rows = map[int][]string{}
	for row, err := b.next(); err == nil; row, err = b.next() {
		l.rows[row.Number] = row.Cells
	}
	parts := map[string][]byte{part: nil, stylesPart: nil, bookPart: nil}
	for name := range parts {
		if parts[name], err = b.read(name); err != nil {
			return err
		}
	}
	l.styler = newStyler(parts[stylesPart])
	parts[part], parts[bookPart] = l.sheet(parts[part]), l.names(parts[bookPart], b.sheet)
	parts[stylesPart] = l.addLooks()
	out := zip.NewWriter(w)
	for _, f := range b.zip.File {
		data, changed := parts[f.Name]
		if !changed {
			err = out.Copy(f)
		} else if to, failed := out.Create(f.Name); failed == nil {
			_, err = to.Write(data)
		} else {
			err = failed
		}
		if err != nil {
			return err
		}
	}
	return out.Close()
}

// read returns a part, nil if there is none.
func (b *workbook) read(part string) ([]byte, error) {
	in, err := b.zip.Open(part)
	if err != nil {
		return nil, nil
	}
	defer in.Close()
	return io.ReadAll(in)
}

func (l *layouter) has(element string) bool { return l.tags[element].to > 0 }

func (l *layouter) replace(from, to int, text string) {
	if from != to || text != "" {
		l.edits = append(l.edits, edit{from, to, text})
	}
}

// after are elements that stand after the rows, up to one that may be added.
var after = []struct{ name, before string }{
	{"autoFilter", "sheetCalcPr sheetProtection protectedRanges scenarios"},
	{"dataValidations", "autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr " +
		"conditionalFormatting"},
	{"printOptions", "dataValidations hyperlinks"},
	{"pageSetup", "printOptions pageMargins"},
}

// sheet returns the sheet laid out.
func (l *layouter) sheet(data []byte) []byte {
	l.data, l.tags, l.heads, l.places = data, map[string]cellTag{}, map[int]cellTag{}, map[string]int{}
	x := xml.NewDecoder(bytes.NewReader(data))
	var columns []xml.StartElement
	depth, row, colsAt, done := 0, 0, [2]int{}, false
	var cells []cellTag
	var rowTag cellTag
	for {
		from := int(x.InputOffset())
		t, err := x.RawToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			l.order, l.named = nil, nil
			return data
		}
		to := int(x.InputOffset())
		switch t := t.(type) {
		case xml.StartElement:
			depth++
			name := t.Name.Local
			if _, known := l.tags[name]; !known {
				l.tags[name] = cellTag{from, to, 0}
			}
			if depth == 2 && done {
				l.passed(name, from)
			}
			switch name {
			case "sheetViews":
				l.view(data[from:], from)
			case "col":
				columns = append(columns, t.Copy())
			case "sheetFormatPr", "cols", "sheetData":
				if pane := l.pane(t.Name); pane != "" && !l.has("sheetViews") {
					l.tags["sheetViews"] = cellTag{from, to, 0}
					l.replace(from, from, fmt.Sprintf(`<%s><%s workbookViewId="0">%s</%[2]s></%[1]s>`,
						tag(t.Name, "sheetViews"), tag(t.Name, "sheetView"), pane))
				}
				if name == "cols" {
					colsAt[0] = from
				} else if name == "sheetData" {
					if colsAt[0] == 0 {
						colsAt = [2]int{from, from}
					}
					l.replace(colsAt[0], colsAt[1], l.cols(columns, t.Name))
				}
			case "row":
				row++
				if r := attribute(t, "r"); r != "" {
					row, _ = strconv.Atoi(r)
				}
				cells, rowTag = nil, cellTag{from, to, 0}
			case "c":
				cells = withCell(cells, t, from, to)
			}
		case xml.EndElement:
			depth--
			switch t.Name.Local {
			case "sheetPr":
				l.ends = from
			case "cols":
				colsAt[1] = to
			case "row":
				l.row(row, rowTag, cells, from, t.Name)
			case "sheetData":
				done = true
			case "worksheet":
				l.passed("", from)
				l.end(t.Name)
			}
		}
	}
	return apply(data, l.edits)
}

// withCell returns the cells of a row, by column, with the next one.
func withCell(cells []cellTag, t xml.StartElement, from, to int) []cellTag {
	column := len(cells) + 1
	if r := attribute(t, "r"); r != "" {
		column, _ = columnOf(r)
	}
	for len(cells) < column-1 {
		cells = append(cells, cellTag{})
	}
	style, _ := strconv.Atoi(attribute(t, "s"))
	return append(cells[:max(column-1, 0)], cellTag{from, to, style})
}

// passed notes where elements go once one comes that they have to precede.
func (l *layouter) passed(name string, at int) {
	before := " "
	for _, x := range after {
		before += x.before + " "
		if _, known := l.places[x.name]; !known && (name == "" || !strings.Contains(before, " "+name+" ")) {
			l.places[x.name] = at
		}
	}
}

// put adds an element after the rows.
func (l *layouter) put(name, element string) {
	l.replace(l.places[name], l.places[name], element)
}
