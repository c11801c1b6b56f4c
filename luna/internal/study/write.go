package study

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// WriteText writes tables as plain text.
func (r *Study) WriteText(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, r.Period())
	for _, t := range r.Tables {
		fmt.Fprintf(out, "\n%s\n%s\n", strings.ToUpper(t.Title),
			strings.Join(text.Wrap(t.Note, 100), "\n"))
		for _, line := range t.lines() {
			fmt.Fprintln(out, strings.Join(line, "\t"))
		}
	}
	return out.Flush()
}

// lines returns a table as people read it, with a head, or a single row as pairs of a name and a
// value.
func (t Table) lines() (list [][]string) {
	head := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = strings.ReplaceAll(c, "_", " ")
	}
	if !t.Single {
		list = append(list, head)
	}
	for _, row := range t.Rows {
		var line []string
		for i, x := range row {
			if t.Single {
				list = append(list, []string{head[i], cell(x)})
			} else {
				line = append(line, cell(x))
			}
		}
		if !t.Single {
			list = append(list, line)
		}
	}
	return list
}

// maxCell is the width of a text in a table for people.
const maxCell = 80

// cell writes a value for people, on one line. Players wrote some of the texts, so characters that
// control terminals or the direction of text are replaced, and long texts are cut.
func cell(x any) string {
	switch x := x.(type) {
	case nil:
		return "–"
	case float64:
		return strconv.FormatFloat(math.Round(x*1000)/1000, 'f', -1, 64)
	}
	line := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.Join(strings.Fields(fmt.Sprint(x)), " "))
	return text.Cut(text.Abridge(line, maxCell), maxCell) // some characters take no column, others two
}

// WriteJSON writes an object with the tables by their names: a list of objects, or one object where
// there is a single row.
func (r *Study) WriteJSON(w io.Writer) error {
	out := map[string]any{"format": "luna-stats", "version": 1, "since": instant(r.Since),
		"until": instant(r.Until), "behind": r.Behind}
	for _, t := range r.Tables {
		rows := []map[string]any{}
		for _, row := range t.Rows {
			object := make(map[string]any, len(row))
			for i, c := range t.Columns {
				object[c] = row[i]
			}
			rows = append(rows, object)
		}
		if out[t.Name] = rows; t.Single {
			out[t.Name] = rows[0]
		}
	}
	return files.WriteJSON(w, out)
}

func instant(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return new(t.UTC())
}

// WriteCSV writes a line for each value: its table, its row, its column and itself. A row is named
// by its first cell and the texts that follow it; a single row is not.
func (r *Study) WriteCSV(w io.Writer) error {
	var rows [][]any
	for _, t := range r.Tables {
		for _, row := range t.Rows {
			name, from := "", 0
			if !t.Single {
				name, from = fmt.Sprint(row[0]), 1
				for text, ok := row[from].(string); ok; text, ok = row[from].(string) {
					name += " / " + text
					from++
				}
			}
			for i, x := range row[from:] {
				if x == nil {
					x = ""
				}
				rows = append(rows, []any{t.Name, name, t.Columns[from+i], x})
			}
		}
	}
	return sheet.WriteRows(w, []string{"table", "row", "column", "value"}, rows)
}
