package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/text"
)

// reading says how a table is read.
type reading struct {
	File    string               `json:"file"`
	Columns []datasets.ColumnUse `json:"columns"`
	Doubts  []datasets.Doubt     `json:"doubts,omitempty"`
	Notes   []string             `json:"notes"`
	Options map[string]any       `json:"options"` // that say the same
	Command string               `json:"command"` // with them
}

// readingOf describes how a table was read, of which the best guess was accepted.
func readingOf(ds *datasets.Dataset) *reading {
	t := ds.Table
	r := &reading{t.File, t.Uses, t.Doubts, ds.Notes, asMap(t.Mapping), "lrp grade " + shellWord(t.File)}
	for _, f := range t.Mapping.Fields() {
		if !f.Given() || f.Usage == "" {
			continue
		}
		if r.Command += " --" + f.Name; f.Type() != "bool" {
			r.Command += " " + shellWord(f.String())
		}
	}
	return r
}

// plainWord matches what a shell takes for one word as it is.
var plainWord = text.Pattern(`^[\pL0-9_./:=,@%+-]+$`)

// shellWord quotes a word for a shell.
func shellWord(s string) string {
	if plainWord().MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// write writes all of it.
func (r *reading) write(w io.Writer) error {
	w = cli.Readable(w)
	r.writeColumns(w)
	fmt.Fprintln(w)
	for _, note := range r.Notes {
		writeItem(w, "- ", note)
	}
	_, err := fmt.Fprintf(w, "\n%s\n", cli.InLine(r.Command))
	return err
}

// writeColumns lists the columns, in lines that fit.
func (r *reading) writeColumns(w io.Writer) {
	rows := [][]string{{"", "column", "role", "reason", "entries"}}
	for k, c := range r.Columns {
		if c.Of != "" {
			c.Role += " of " + c.Of
		}
		rows = append(rows, []string{fmt.Sprint(k + 1), c.Name, c.Role, c.Why, strings.Join(c.Values, " | ")})
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, most := range []int{6, 26, 20, 44, 80} {
			row[i] = cli.InLine(row[i])
			widths[i] = max(widths[i], min(text.Width(row[i]), most))
		}
	}
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			cell = text.Cut(cell, widths[i])
			line += cell + strings.Repeat(" ", widths[i]-text.Width(cell)+2)
		}
		fmt.Fprintln(w, text.Cut(strings.TrimRight(line, " "), cli.Width(w)))
	}
}

// writeItem writes an item of a list in lines that fit.
func writeItem(w io.Writer, mark, s string) {
	lines := text.Wrap(cli.InLine(s), cli.Width(w)-len(mark))
	fmt.Fprintf(w, "%s%s\n", mark, strings.Join(lines, "\n"+strings.Repeat(" ", len(mark))))
}
