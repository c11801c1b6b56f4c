package grade

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
)

// added returns what is written into the table that the data are from, and the places of columns
// that write over those of an earlier result, see [sheet.Append]. Totals that a person wrote over
// predictions go into the column of totals.
func (r *Result) added() (sheet.Added, []int) {
	t := r.Data.Table
	header, earlier := t.Columns, columns.FindGraded(t.Columns)
	var free []int // columns of the earlier result, not yet written over
	if earlier != nil {
		free = earlier.All
	}
	var taken []string
	for k, name := range header {
		if !slices.Contains(free, k) {
			taken = append(taken, name)
		}
	}
	names, cells := r.columns(taken...)
	head, places := texts(names), make([]int, len(names))
	for k, name := range names {
		i := slices.IndexFunc(free, func(c int) bool { return columns.GradedName(header[c]) == columns.GradedName(name) })
		if i >= 0 {
			places[k] = free[i] + 1
			free = slices.Delete(slices.Clone(free), i, i+1)
		}
	}
	if r.model { // without notes
		free = slices.DeleteFunc(slices.Clone(free), func(c int) bool { return c == earlier.Note })
	}
	for _, c := range free { // is left empty
		head, places = append(head, any(sheet.Keep{})), append(places, c+1)
	}
	if t.Graded != nil && len(t.Graded.Totals) > 0 {
		head, places = append(head, any(sheet.Keep{})), append(places, t.Graded.Column+1)
	}
	added := sheet.Added{t.Header: head}
	for i, row := range t.Rows {
		list := cells[i]
		for range free {
			list = append(list, nil)
		}
		if len(list) < len(head) {
			list = append(list, sheet.Keep{})
			if v, ok := t.Graded.Totals[row]; ok && t.Percent {
				list[len(list)-1] = sheet.Percent(v)
			} else if ok {
				list[len(list)-1] = v
			}
		}
		if t.Graded != nil && !r.model && t.Graded.Notes[row] != "" {
			list[len(names)-1] = t.Graded.Notes[row]
		}
		added[row] = list
	}
	return added, places
}

// maxProperties bounds the characters of a seal in a workbook: those of about 3000 rows.
const maxProperties = 100 << 10

// seal writes a table with what [Wrote] needs to know, if it can be read again. For a text, the
// page has it.
func (r *Result) seal(w io.Writer, name string, table []byte) error {
	digest, err := sheet.Digest(bytes.NewReader(table), name)
	if err != nil {
		_, err = w.Write(table)
		return err
	}
	source := "" // with what a person wrote
	if t := r.Data.Table; t != nil && columns.FindGraded(t.Columns) != nil {
		source = filepath.Base(t.File)
	}
	names, cells := r.columns()
	rows := [][]string{{digest, source}, names}
	for _, i := range r.ranked() {
		var list []string
		for _, cell := range cells[i] {
			list = append(list, plain(cell))
		}
		rows = append(rows, list)
	}
	if bytes.HasPrefix(table, []byte("PK\x03\x04")) {
		if len(sheet.SealText(rows)) > maxProperties {
			rows = rows[:1] // so that numbers over predictions are not found
		}
		return sheet.Seal(w, table, rows)
	}
	r.sealed = sheet.SealText(rows)
	_, err = w.Write(table)
	return err
}

// plain returns a cell as text.
func plain(cell any) string {
	switch v := cell.(type) {
	case nil:
		return ""
	case sheet.Percent:
		return sheet.Exact(float64(v))
	case float64:
		return sheet.Exact(v)
	}
	return fmt.Sprint(cell)
}

// Wrote reports whether this package wrote the table at a path, as far as that can be told, whether
// no person has changed it since (other programs may have saved it again), and the name of the
// earlier result that it goes on from, if any.
func Wrote(path string) (wrote, intact bool, from string) {
	r, err := sheet.Open(path, sheet.Options{Skip: sheet.SkipAll})
	if err != nil {
		return false, false, ""
	}
	defer r.Close()
	seal := r.Seal()
	if len(seal) == 0 || len(seal[0]) < 2 {
		return false, false, ""
	}
	in, err := os.Open(path)
	if err != nil {
		return true, false, seal[0][1]
	}
	defer in.Close()
	digest, err := sheet.Digest(in, path)
	return true, err == nil && digest == seal[0][0], seal[0][1]
}

// WrotePage reports whether this package wrote the page at a path.
func WrotePage(path string) bool {
	in, err := os.Open(path)
	if err != nil {
		return false
	}
	defer in.Close()
	head := make([]byte, 1000)
	n, _ := io.ReadFull(in, head)
	return strings.Contains(string(head[:n]), `content="lrp grade"`)
}
