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
// given ratings are multiples of a [Result.Step]; the suggested points of each question, whose names
// come first; look first, the rank of [Row].First; and note, which says what is odd about a given
// rating. Rated respondents have a note alone; results of [Predicted] have none.
func (r *Result) Columns(taken ...string) (names []string, cells [][]any) {
	step := r.Step()
	names = []string{"predicted rating", "low", "high"}
	if r.transductive {
		names[0] += " (transductive)"
	}
	if step > 0 {
		names = append(names, "rounded")
	}
	if r.Graded() {
		for _, q := range r.Data.Questions {
			names = append(names, abridge(q.ID, 60)+" suggested")
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
		cells = append(cells, r.cells(&r.Rows[i], step))
	}
	return names, cells
}

func (r *Result) cells(row *Row, step float64) []any {
	values, first := []float64{row.Rating, row.Low, row.High}, any(row.First)
	if step > 0 {
		zero := r.Scale.Value(0)
		values = append(values, r.within(zero+math.Round((row.Rating-zero)/step)*step))
	}
	if row.Rated() {
		values, first = slices.Repeat([]float64{math.NaN()}, len(values)), nil
	}
	var cells []any
	for k, v := range values {
		switch {
		case math.IsNaN(v):
			cells = append(cells, nil)
		case k < 3:
			cells = append(cells, r.Round(v))
		default:
			cells = append(cells, v)
		}
	}
	if points := r.Suggested(row); points != nil {
		for _, p := range points {
			cells = append(cells, p)
		}
	} else if r.Graded() {
		cells = append(cells, make([]any, len(r.Data.Questions))...)
	}
	if cells = append(cells, first); r.model {
		return cells
	}
	return append(cells, r.note(row))
}

// note says what is odd about a given rating; nil if nothing is.
func (r *Result) note(row *Row) any {
	if !row.Odd() {
		return nil
	}
	return fmt.Sprintf("check this rating: given %.6g, expected %s to %s by the other ratings",
		row.Given, r.Format(row.Low), r.Format(row.High))
}

// abridge shortens a text to n characters.
func abridge(s string, n int) string {
	if runes := []rune(s); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return s
}
