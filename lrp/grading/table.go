package grading

import (
	"io"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/sheet"
)

// WriteTable writes the table that Data was read from, and that source has, with the columns of the
// result on the right. Only the options that say how a table is read count. Where Data has no table
// with one row for each respondent, WriteTable writes a new one, in the form that the extension of
// name stands for: the identifiers, the given ratings if there can be any, and the columns.
func (r *Result) WriteTable(
	w io.Writer, name string, source io.Reader, o datasets.TableOptions,
) error {
	if r.Data.Table == nil || !r.Data.Table.Wide {
		return r.writeNew(w, name)
	}
	names, cells := r.Columns(r.Data.Table.Columns...)
	added := sheet.Added{r.Data.Table.Header: texts(names)}
	for i, row := range r.Data.Table.Rows {
		added[row] = cells[i]
		if r.Data.Table.Percent {
			r.percent(cells[i])
		}
	}
	comma, err := sheet.ParseComma(o.Delimiter)
	if err != nil {
		return err
	}
	return sheet.Append(w, source, r.Data.Table.File,
		sheet.Options{Sheet: r.Data.Table.Sheet, Comma: comma, Encoding: o.Encoding}, added)
}

// percent turns the ratings among the cells of a row into percentages, as the given ratings are.
func (r *Result) percent(cells []any) {
	ratings := 3
	if r.Step() > 0 {
		ratings++
	}
	for k, cell := range cells[:ratings] {
		if v, ok := cell.(float64); ok {
			cells[k] = sheet.Percent(v)
		}
	}
}

func texts(names []string) []any {
	list := make([]any, len(names))
	for k, name := range names {
		list[k] = name
	}
	return list
}

// writeNew writes a table with one row per respondent.
func (r *Result) writeNew(w io.Writer, name string) error {
	first := []string{"id", "given rating"}
	if r.model {
		first = first[:1]
	}
	names, cells := r.Columns(first...)
	rows := [][]any{append(texts(first), texts(names)...)}
	for i := range r.Rows {
		row := []any{r.Rows[i].ID}
		switch {
		case r.model:
		case r.Rows[i].Rated():
			row = append(row, r.Round(r.Rows[i].Given))
		default:
			row = append(row, nil)
		}
		rows = append(rows, append(row, cells[i]...))
	}
	return writeRows(w, name, "graded", rows)
}

// writeRows writes rows in the form that the extension of name stands for, a workbook as its page.
func writeRows(w io.Writer, name, page string, rows [][]any) error {
	switch sheet.Extension(name) {
	case ".xlsx", ".xlsm":
		return sheet.WriteBook(w, sheet.Page{Name: page, Rows: rows})
	case ".tsv", ".tab":
		return sheet.Write(w, sheet.Dialect{Comma: '\t'}, rows)
	}
	return sheet.Write(w, sheet.Dialect{Comma: ','}, rows)
}
