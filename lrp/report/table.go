package report

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/wordwrap"
	"github.com/luna-rating/luna/lrp/experiment"
)

// maxNameLength is the width of an approach's name in tables.
const maxNameLength = 20

// WriteTable writes the report for a terminal: one table per data set, with a sentence that sums it up,
// the learners first, then the controls and then the approaches by regressor.
func WriteTable(w io.Writer, r *experiment.Report, opts Options) error {
	t := &terminal{opts: opts}
	list := views(r)
	t.paragraph("", "", settings(r))
	for i, v := range list {
		t.buf.WriteByte('\n')
		t.dataset(v)
		if i == 0 {
			t.legend(r)
		}
		for _, table := range v.subgroups() {
			t.buf.WriteByte('\n')
			t.paragraph(bold, "  ", table.name)
			t.comparison(table)
		}
	}
	if lines := key(list); len(lines) > 0 {
		t.buf.WriteByte('\n')
		t.list(lines)
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

func (t *terminal) line(s string) {
	t.buf.WriteString(strings.TrimRight(s, " "))
	t.buf.WriteByte('\n')
}

// paragraph writes prose wrapped to the width, with a hanging indent of the label's width.
func (t *terminal) paragraph(code, label, s string) {
	indent := width(label)
	room := max(t.opts.width()-indent, 20)
	for i, l := range wordwrap.Lines(clean(s), room) {
		if i > 0 {
			label = strings.Repeat(" ", indent)
		}
		t.line(t.style(code, label+l))
	}
}

// legend spells out the codes below the first table.
func (t *terminal) legend(r *experiment.Report) {
	if text := legend(r, t.opts); text != "" {
		t.paragraph(faint, "  ", text)
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

func (t *terminal) dataset(v view) {
	t.about(v)
	if len(v.Results) == 0 {
		t.line("(no results)")
		return
	}
	t.buf.WriteByte('\n')
	t.results(v)
}

// about describes a data set and lists its warnings.
func (t *terminal) about(v view) {
	t.paragraph(bold, "", v.Name)
	if v.Synthetic {
		t.paragraph(yellow, "", synthetic)
	}
	t.paragraph("", "", v.facts())
	if v.Note != "" {
		t.paragraph("", "", "Ratings: "+v.Note)
	}
	for _, warning := range v.Warnings {
		t.paragraph(yellow, "warning: ", warning)
	}
	if headline := v.Headline(); headline != "" {
		t.paragraph(bold, "", headline)
	}
}

// results writes the data set's table with columns as wide as their widest cell.
func (t *terminal) results(v view) {
	head := []string{"approach", "RMSE ± sd", "95% interval", "MAE", "r", "columns", "vs CBG", ""}
	if v.CBG == nil {
		head = head[:6]
	}
	cells := rowCells
	if v.pooled() {
		head = slices.Insert(head, 3, "pooled")
		cells = func(r row) []string { return slices.Insert(rowCells(r), 3, pooled(r)) }
	}
	if v.printed() {
		head = slices.Insert(head, 2, "thesis")
		plain := cells
		cells = func(r row) []string { return slices.Insert(plain(r), 2, thesisFigure(r)) }
	}
	widths := make([]int, len(head))
	measure := func(cells []string) {
		for i := range widths {
			widths[i] = max(widths[i], width(cells[i]))
		}
	}
	measure(head)
	for _, s := range v.Sections {
		for _, r := range s.Rows {
			measure(cells(r))
		}
	}
	judges := v.humanRows()
	for _, r := range judges {
		measure(cells(r))
	}
	lay := func(mark string, cells []string) string {
		out := mark
		for i, n := range widths {
			pad := strings.Repeat(" ", n-width(cells[i]))
			switch {
			case i == 0 || i == len(head)-1 && v.CBG != nil: // left-aligned words
				out += " " + cells[i] + pad
			default: // right-aligned numbers
				out += "  " + pad + cells[i]
			}
		}
		return out
	}
	total := 1 + width(lay("", head))
	ruled := func(name string) {
		t.line(t.style(faint, "  "+name+strings.Repeat("─", max(0, total-2-width(name)))))
	}
	t.line(t.style(faint, lay(" ", head)))
	for _, s := range v.Sections {
		rule := ""
		if !s.Control() {
			rule = shorten(s.Regressor) + " "
		}
		ruled(rule)
		for _, r := range s.Rows {
			mark, code := " ", ""
			switch {
			case r.Best && !r.Verdict.dim():
				mark, code = "*", green
			case r.Best:
				mark, code = "*", bold
			case r.Verdict.dim():
				code = faint
			}
			t.line(t.style(code, strings.TrimRight(lay(mark, cells(r)), " ")))
		}
		if s.equalText() != "" {
			t.paragraph(faint, "  ", s.equalText()+s.equalReason())
		}
	}
	if len(judges) > 0 {
		ruled(human + " ")
		for _, r := range judges {
			t.line(strings.TrimRight(lay(" ", cells(r)), " "))
		}
	}
	for _, text := range v.texts() {
		t.paragraph(faint, "  ", text)
	}
}

// rowCells returns a row's cells in the order of the head.
func rowCells(r row) []string {
	error := rmse(r) + " ± " + spread(r)
	if !defined(r.RMSESD) {
		error = rmse(r) + "   " + padded(undefined, 6) // keeps the means aligned
	}
	return []string{shorten(r.Approach), error, interval(r), mae(r), pearson(r), columns(r),
		percent(r), r.Verdict.mark()}
}

// described lists the approaches that have a description.
func described(r *experiment.Report, opts Options) [][2]string {
	var lines [][2]string
	for _, name := range approaches(r) {
		if d := opts.description(name); d != "" {
			lines = append(lines, [2]string{name, d})
		}
	}
	return lines
}

func shorten(name string) string { return snip(clean(name), maxNameLength) }
