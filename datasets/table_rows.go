package datasets

import "github.com/luna-rating/luna/internal/columns"

// leave sets aside the rows that do not belong to a respondent.
func (w *wideReader) leave() {
	set := func(row int, cells *[]string, number *int) {
		if row >= 0 {
			*cells, *number = w.rows[row].Cells, w.rows[row].Number
		}
	}
	var none int
	set(w.Layout.Key, &w.answers, &w.d.Table.Answers)
	set(w.Layout.Points, &w.points, &w.d.Table.Points)
	set(w.Wordings, &w.texts, &none)
	w.d.Notes = append(w.d.Notes, columns.ListStrangers(w.Strangers,
		func(i int) int { return w.rows[i].Number })...)
	w.rows, w.counted = columns.Keep(w.rows, w.Strangers), columns.Keep(w.counted, w.Strangers)
}
