package grading

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Columns returns what is added to a table of the respondents: names and, for each respondent, a
// cell under each name. A cell is a string, an int, a float64 in the user's units, rounded to the
// decimals worth writing, or nil. A name that is in taken gets an addition.
//
// The columns are the predicted rating (named transductive if it is), low and high; rounded, if all
// given ratings are multiples of a [Result.Step]; the suggested points of each question; look first,
// the rank of [Row].First; and note, which says what is odd about a given rating. Rated respondents
// have a note alone; results of [Predicted] have none.
func (r *Result) Columns(taken ...string) (names []string, cells [][]any) {
	step := r.Step()
	names = []string{"predicted rating", "low", "high"}
	if r.transductive {
		names[0] += " (transductive)"
	}
	if step > 0 {
		names = append(names, "rounded")
	}
	graded := slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Points != nil })
	if graded {
		for _, q := range r.Data.Questions {
			names = append(names, "suggested: "+abridge(q.ID, 60))
		}
	}
	names = append(names, "look first")
	if !r.model {
		names = append(names, "note")
	}
	used := map[string]bool{}
	for _, name := range taken {
		used[strings.ToLower(strings.TrimSpace(name))] = true
	}
	for k, name := range names {
		for used[strings.ToLower(name)] {
			name += " (lrp)"
		}
		used[strings.ToLower(name)] = true
		names[k] = name
	}
	for i := range r.Rows {
		cells = append(cells, r.cells(&r.Rows[i], step, graded))
	}
	return names, cells
}

func (r *Result) cells(row *Row, step float64, graded bool) []any {
	number := func(v float64) any {
		if math.IsNaN(v) {
			return nil
		}
		return r.Round(v)
	}
	var cells []any
	if row.Rated() {
		cells = append(cells, nil, nil, nil)
	} else {
		cells = append(cells, number(row.Rating), number(row.Low), number(row.High))
	}
	if step > 0 {
		cells = append(cells, nil)
		if !row.Rated() {
			cells[3] = math.Round(row.Rating/step) * step
		}
	}
	if graded {
		for j := range r.Data.Questions {
			if row.Points == nil {
				cells = append(cells, nil)
				continue
			}
			cells = append(cells, math.Round(row.Points[j]*100)/100)
		}
	}
	if row.Rated() {
		return append(cells, nil, r.note(row))
	}
	if cells = append(cells, row.First); r.model {
		return cells
	}
	return append(cells, nil)
}

// note says what is odd about a given rating; nil if nothing is.
func (r *Result) note(row *Row) any {
	if !row.Odd() {
		return nil
	}
	return fmt.Sprintf("check this rating: given %.6g, expected %s to %s by the other ratings",
		row.Given, r.format(row.Low), r.format(row.High))
}

// abridge shortens a text to n characters.
func abridge(s string, n int) string {
	if runes := []rune(s); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return s
}
