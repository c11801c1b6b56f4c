package datasets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// wideReader makes a data set of a table in wide form.
type wideReader struct {
	*tableReader
	*columns.Layout
	answers []string                 // the row marked "key", nil if there is none
	points  []string                 // the row marked "points"
	low     float64                  // lowest total
	lowFrom string                   // where it is from, "" if it is plain
	top     float64                  // highest total
	topFrom string                   // where it is from
	highest float64                  // of several people's totals
	tagged  []bool                   // by question: some responses may have markup
	guessed bool                     // some points are only the highest scores
	grades  map[string]float64       // what words for grades count
	codesOf map[int]map[float64]bool // by column: numbers that stand for none
}

// readWide reads the rows of a table in wide form.
func (t *tableReader) readWide(layout *columns.Layout) error {
	w := &wideReader{tableReader: t, Layout: layout}
	if second := w.SecondKey; second >= 0 {
		return t.fault(w.rows[second].Number, "a second row of acceptable answers", fmt.Sprintf(
			"one, as on line %d, with alternatives separated by |", w.rows[w.Layout.Key].Number))
	}
	w.leave()
	if len(w.rows) == 0 {
		return t.fault(t.last, "the end of the file", "at least one row of a respondent")
	}
	if most := maxCells(len(w.rows)); len(w.Questions) > most/len(w.rows) {
		return t.fault(0, fmt.Sprintf("%d rows with %d questions", len(w.rows), len(w.Questions)),
			fmt.Sprintf("at most %d of these for so many rows", most/len(w.rows)))
	}
	steps := []func() error{w.setQuestions, w.setRespondents, w.setScores, w.setBlanks, w.setRatings}
	if w.o.Expected != nil {
		steps = steps[:2]
	}
	for _, step := range steps {
		if err := step(); err != nil {
			if w.top > 0 {
				w.describe(w.sayTotals(0))
			} else {
				w.describe(nil)
			}
			return err
		}
	}
	if w.o.Expected != nil {
		w.d.Points = nil
		if totals, _, err := w.totals(); err == nil {
			w.d.Table.Given = totals
		}
	}
	unrated := 0
	for i := range w.d.Respondents {
		if !w.d.Respondents[i].Rated() {
			unrated++
		}
	}
	w.describe(w.sayTotals(unrated))
	return nil
}

// describe puts notes about the columns and the totals before the other notes.
func (w *wideReader) describe(totals []string) {
	d := w.d
	ids := "the rows are numbered as in a spreadsheet"
	if w.ID >= 0 {
		ids = "identifiers in column " + text.Quote(w.Header[w.ID])
	}
	notes := []string{fmt.Sprintf("wide form: %s, %s; %s (%s)",
		text.Count(len(w.rows), "respondent"), text.Count(len(w.Questions), "question"), ids,
		w.in.Dialect()),
		"questions are the columns " + columns.ListColumns(w.Header, w.questionColumns())}
	notes = append(notes, totals...)
	if w.answers != nil {
		notes = append(notes, fmt.Sprintf("acceptable answers in row %d", d.Table.Answers))
	}
	notes = append(notes, w.Notes...)
	if len(w.Ignored) > 0 {
		notes = append(notes, "columns left out: "+columns.ListColumns(w.Header, w.Ignored))
	}
	w.sayShort()
	w.sayWords()
	w.sayNotation()
	d.Notes = append(notes, d.Notes...)
}

// sayTotals says what the totals are, and how many respondents have none.
func (w *wideReader) sayTotals(unrated int) []string {
	where := "sums of the scores"
	if len(w.Raters) > 0 {
		where = "means of the totals in columns " + columns.ListColumns(w.Header, w.Raters)
	}
	if w.Rating >= 0 {
		where = "totals in column " + text.Quote(w.Header[w.Rating])
	}
	var notes []string
	switch {
	case w.o.Expected != nil:
	case w.d.Table.NotRated != "":
		notes = append(notes, w.d.Table.NotRated+": nobody is rated")
	case w.top == 0 && w.Rating < 0:
		notes = append(notes, "no column of totals (name it with --rating-column): nobody is rated")
	case w.top == 0:
		notes = append(notes, where+" are empty: nobody is rated")
	default:
		other := ""
		if w.topFrom == seenTop {
			other = "; --max names another"
		}
		s := fmt.Sprintf("%s, of at most %s (%s%s)", where, figure(w.top), w.topFrom, other)
		if w.low != 0 {
			s += fmt.Sprintf("; of at least %s (%s; --min names another)", figure(w.low), w.lowFrom)
		}
		if unrated > 0 {
			s += fmt.Sprintf("; %d without a total", unrated)
		}
		notes = append(notes, s)
		if w.o.Best == "low" {
			notes = append(notes, "the lowest total is the best (--best low)")
		} else if w.Rating >= 0 && w.top <= worstNote &&
			strings.EqualFold(strings.TrimSpace(w.Header[w.Rating]), "Note") {
			notes = append(notes, "higher totals are taken as better ones; if 1 is the best grade, give "+
				"--best low")
		}
	}
	return notes
}

// noTotals says that there is no column of totals, and which might be one.
func (w *wideReader) noTotals() string {
	return "no column of totals: name it with --rating-column if it is one of these columns of numbers: " +
		w.Candidates
}

// sayNotation says how ambiguous numbers are read.
func (w *wideReader) sayNotation() {
	which := []int{w.Rating}
	for _, q := range w.Questions {
		which = append(which, q.Score)
	}
	for _, k := range which {
		for _, row := range w.rows {
			cell := strings.TrimSpace(columns.At(row.Cells, k))
			if !columns.Ambiguous(cell) || w.numbers.Exact && strings.Contains(cell, ".") {
				continue
			}
			other := columns.Notation{Comma: !w.numbers.Comma}
			v, _, _ := w.numbers.Number(cell)
			instead, _, _ := other.Number(cell)
			if mark := map[bool]string{true: "comma", false: "point"}[other.Comma]; v >= 1000 ||
				w.o.Decimal == "" && instead >= 1000 && w.mixed(k) {
				w.note("%s in column %s is read as %s (--decimal %s reads it as %s)", text.Quote(cell),
					text.Quote(w.Header[k]), figure(v), mark, figure(instead))
			}
			return
		}
	}
}

// mixed reports whether a column has a number of three digits, as it would if the others have a
// mark of thousands.
func (w *wideReader) mixed(k int) bool {
	return slices.ContainsFunc(w.rows, func(row sheet.Row) bool {
		v, _, ok := w.numbers.Number(columns.At(row.Cells, k))
		return ok && v >= 100 && v < 1000
	})
}
