package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/experiment"
)

// proseWidth is the width of prose in tables for terminals, in columns.
const proseWidth = 88

// maxNameLength is the width of an approach's name in tables.
const maxNameLength = 20

// format is a format of reports with tables.
type format int

const (
	inText format = 1 << iota
	inMarkdown
	inPage
)

// column is one column of a table whose rows are made of values of type T.
type column[T any] struct {
	head
	in     format // the formats whose tables have it; 0 means all
	hidden bool   // it would be empty
	cell   func(T) cell
	// csv names what the column is in CSV, as in the JSON document, and values has it, nil if it is
	// unknown. Without a cell it is in CSV alone.
	csv    string
	values func(T) []any
}

type head struct {
	Text  string
	Title string // what it is; a page shows it on demand
	Words bool   // left-aligned words
	Long  bool   // sentences
	Close bool   // close to the column at its left
}

// Class returns the CSS class of a column.
func (h head) Class() string {
	switch {
	case h.Long:
		return "words text"
	case h.Words:
		return "words"
	}
	return ""
}

type cell struct {
	Text  string
	Sort  string // sort key of a page, if it is not the text
	Title string // a page shows it on demand
	Small string // a page shows it below
	Class string // best, open (not significant or not known) or verdict
}

// In returns the CSS classes of a cell in a column.
func (c cell) In(h head) string { return strings.TrimSpace(h.Class() + " " + c.Class) }

// plain makes cells of texts.
func plain[T any](text func(T) string) func(T) cell {
	return func(x T) cell { return cell{Text: text(x)} }
}

// words and number return columns of every format.
func words[T any](title string, text func(T) string) column[T] {
	return column[T]{head: head{Text: title, Words: true}, cell: plain(text)}
}

func number[T any](title, about string, text func(T) string) column[T] {
	return column[T]{head: head{Text: title, Title: about}, cell: plain(text)}
}

// data is a column of CSV alone.
func data[T any](csv string, values func(T) []any) column[T] {
	return column[T]{csv: csv, values: values}
}

// writeSheet writes as CSV what columns have of each element of a list. Undefined values are empty,
// and numbers have as many digits as are needed to read them back unchanged.
func writeSheet[T any](w io.Writer, columns []column[T], list []T) error {
	var head []string
	rows := make([][]any, len(list))
	for _, c := range columns {
		names := strings.Fields(c.csv)
		if len(names) == 0 || c.hidden {
			continue
		}
		head = append(head, names...)
		for i, x := range list {
			values := c.values(x)
			if values == nil {
				values = slices.Repeat([]any{""}, len(names))
			}
			rows[i] = append(rows[i], values...)
		}
	}
	return sheet.WriteRows(w, head, rows)
}

// of limits a column to tables of some formats.
func (c column[T]) of(in format) column[T] {
	c.in = in
	return c
}

// unless hides a column.
func (c column[T]) unless(hidden bool) column[T] {
	c.hidden = hidden
	return c
}

// table is a table for people.
type table struct {
	Name     string
	Head     []head
	Sections []tableSection
	Folded   bool   // a page shows it if the reader asks for it
	Note     string // which rows are missing
}

type tableSection struct {
	Name  string // of a regressor; "" for the controls
	Rows  []tableRow
	Equal []string // approaches that would repeat CBG's row
	Note  string   // the same in words
}

type tableRow struct {
	Cells []cell
	Class string // of best, dim and good; a page has it as classes
}

// newTable makes a table of one section with a row of each element of a list.
func newTable[T any](name string, list []T, columns ...column[T]) table {
	t, shown := table{Name: name}, shownIn(0, columns)
	for _, c := range shown {
		t.Head = append(t.Head, c.head)
	}
	t.Sections = []tableSection{{}}
	for _, x := range list {
		t.Sections[0].Rows = append(t.Sections[0].Rows, newRow(x, shown))
	}
	return t
}

// shownIn returns the columns that a format has.
func shownIn[T any](in format, columns []column[T]) (shown []column[T]) {
	for _, c := range columns {
		if c.cell != nil && !c.hidden && (c.in == 0 || c.in&in != 0) {
			shown = append(shown, c)
		}
	}
	return shown
}

func newRow[T any](x T, columns []column[T]) (r tableRow) {
	for _, c := range columns {
		r.Cells = append(r.Cells, c.cell(x))
	}
	return r
}

// Rows returns the rows of all sections.
func (t table) Rows() (rows []tableRow) {
	for _, s := range t.Sections {
		rows = append(rows, s.Rows...)
	}
	return rows
}

// WriteTable writes the report for a terminal: one table per data set, with a sentence that sums it
// up, the learners first, then the controls and then the approaches by regressor. Of many results
// it has the controls, the encoder, the learners and the best eight others, lowest error first, and
// says how many are left out. A learning curve has one column per number of training respondents.
func WriteTable(w io.Writer, r *experiment.Report, opts Options) error {
	t := &terminal{opts: opts}
	list := views(r)
	t.paragraph("", "", settings(r))
	for _, v := range list {
		t.buf.WriteByte('\n')
		t.dataset(v)
		for _, table := range v.subgroups() {
			t.buf.WriteByte('\n')
			t.paragraph(bold, "  ", table.Name)
			t.table(table)
		}
	}
	for i, note := range endNotes(list, opts) {
		if i == 0 {
			t.buf.WriteByte('\n')
		}
		t.paragraph(faint, "", note)
	}
	_, err := w.Write(t.buf.Bytes())
	return err
}

// terminal collects the lines of the output.
type terminal struct {
	buf  bytes.Buffer
	opts Options
}

// ANSI codes of styles.
const (
	bold   = "1"
	faint  = "2"
	green  = "1;32"
	yellow = "33"
)

func (t *terminal) style(code, s string) string {
	if !t.opts.Color || code == "" || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (t *terminal) line(code, s string) {
	fmt.Fprintln(&t.buf, strings.TrimRight(t.style(code, strings.TrimRight(s, " ")), " "))
}

// paragraph writes prose wrapped to the width, with a hanging indent of the label's width.
func (t *terminal) paragraph(code, label, s string) {
	indent := width(label)
	room := max(proseWidth-indent, 20)
	for i, l := range text.Wrap(clean(s), room) {
		if i > 0 {
			label = strings.Repeat(" ", indent)
		}
		t.line(code, label+l)
	}
}

// list writes pairs of a mark and its meaning.
func (t *terminal) list(lines [][2]string) {
	wide := 0
	for _, l := range lines {
		wide = max(wide, width(shorten(l[0])))
	}
	for _, l := range lines {
		t.paragraph(faint, padded(shorten(l[0]), wide)+"  ", l[1])
	}
}

// dataset describes a data set, lists its warnings and writes its table.
func (t *terminal) dataset(v *view) {
	t.paragraph(bold, "", v.Name)
	if v.Synthetic {
		t.paragraph(yellow, "", synthetic)
	}
	t.paragraph("", "", v.facts())
	if v.Note != "" && !v.folded() {
		t.paragraph("", "", "Ratings: "+v.Note)
	}
	for _, warning := range v.Warnings {
		t.paragraph(yellow, "warning: ", warning)
	}
	if headline := v.headline(); headline != "" {
		t.paragraph(bold, "", headline)
	}
	if len(v.Results) == 0 {
		t.line("", "(no results)")
		return
	}
	t.buf.WriteByte('\n')
	if v.folded() {
		t.table(v.summary(t.opts))
	} else {
		t.table(v.table(inText, t.opts))
	}
	for _, text := range v.briefTexts() {
		t.paragraph(faint, "  ", text)
	}
}

// table writes a table with columns as wide as their widest cell.
func (t *terminal) table(table table) {
	widths := make([]int, len(table.Head))
	total, heads := 0, tableRow{}
	for i, h := range table.Head {
		widths[i] = width(h.Text)
		for _, r := range table.Rows() {
			widths[i] = max(widths[i], width(r.Cells[i].Text))
		}
		if total += widths[i] + 2; h.Close {
			total--
		}
		heads.Cells = append(heads.Cells, cell{Text: h.Text})
	}
	last := heads.Cells[len(heads.Cells)-1].Text
	total -= 2 + len(last) - len(strings.TrimRight(last, " "))
	t.line(faint, t.row(table.Head, widths, " ", heads))
	for _, s := range table.Sections {
		rule := s.Name
		if rule != "" {
			rule += " "
		}
		t.line(faint, "  "+rule+strings.Repeat("─", max(0, total-width(rule))))
		for _, r := range s.Rows {
			mark, code := " ", map[string]string{"best": green, "best dim": bold, "dim": faint,
				"good": green}[r.Class]
			if strings.HasPrefix(r.Class, "best") {
				mark = "*"
			}
			t.line(code, t.row(table.Head, widths, mark, r))
		}
		if s.Note != "" {
			t.paragraph(faint, "  ", s.Note)
		}
	}
}

// row lays out a row after its mark. Cells have styles of their own if the row has none.
func (t *terminal) row(heads []head, widths []int, mark string, r tableRow) string {
	out := mark
	for i, c := range r.Cells {
		pad, code := strings.Repeat(" ", widths[i]-width(c.Text)), ""
		if r.Class == "" {
			code = map[string]string{"best": green, "open": faint}[c.Class]
		}
		text := t.style(code, c.Text)
		switch {
		case i == 0 || heads[i].Close:
			out += " " + text + pad
		case heads[i].Words:
			out += "  " + text + pad
		default:
			out += "  " + pad + text
		}
	}
	return out
}

func shorten(name string) string { return text.Cut(clean(name), maxNameLength) }
