package datasets

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// value returns the number in a cell, NaN if it has none, with the maximum that it states.
func (w *wideReader) value(row sheet.Row, column int) (value, top float64, err error) {
	cell := columns.At(row.Cells, column)
	if columns.Missing(cell) {
		return math.NaN(), 0, nil
	}
	value, top, ok := w.numbers.Number(cell)
	if column == w.Rating && w.grades != nil {
		if v, found := w.grades[letter(cell)]; found {
			value, ok = v, true
		}
	}
	if ok && !(value < 0 && w.codes(column)[value]) {
		return value, top, nil
	}
	return math.NaN(), 0, w.word(row, column)
}

// noNumber lists numbers that stand for a missing one, by a custom of statistics programs.
var noNumber = map[float64]bool{-9: true, -99: true, -999: true, -9999: true}

// codes returns the negative numbers of a column that stand for a missing one: no other of the
// column is negative, and they are those of noNumber, or one that occurs several times where
// nobody's cell is blank.
func (w *wideReader) codes(column int) map[float64]bool {
	if found, known := w.codesOf[column]; known {
		return found
	}
	count, blanks, others := map[float64]int{}, 0, 0
	for _, row := range w.rows {
		cell := columns.At(row.Cells, column)
		if columns.Missing(cell) {
			blanks++
		}
		if v, _, ok := w.numbers.Number(cell); ok && v < 0 {
			if count[v]++; count[v] == 1 && !noNumber[v] {
				others++
			}
		}
	}
	codes := map[float64]bool{}
	for v, n := range count {
		if others == 0 || others == 1 && !noNumber[v] {
			codes[v] = noNumber[v] || blanks == 0 && n > 2 && v == math.Trunc(v)
		}
	}
	if w.codesOf == nil {
		w.codesOf = map[int]map[float64]bool{}
	}
	w.codesOf[column] = codes
	return codes
}

// setScores sets the scores, divided by the points of each question.
func (w *wideReader) setScores() error {
	values := make([][]float64, len(w.Questions)) // by question and row
	highest, any := make([]float64, len(w.Questions)), false
	for q, c := range w.Questions {
		if c.Score < 0 {
			continue
		}
		any = true
		values[q] = make([]float64, len(w.rows))
		for i, row := range w.rows {
			v, top, err := w.value(row, c.Score)
			if err != nil {
				return err
			}
			if top > 0 && math.IsNaN(w.d.Points[q]) {
				w.d.Points[q] = top
			}
			if values[q][i] = v; v > highest[q] {
				highest[q] = v
			}
		}
	}
	if !any {
		return nil
	}
	guessed := false
	for q, c := range w.Questions {
		if c.Score < 0 {
			continue
		}
		if math.IsNaN(w.d.Points[q]) {
			guessed = w.o.ScoreMax == 0
			w.d.Points[q] = cmp.Or(w.o.ScoreMax, highest[q], 1)
		}
		for i, v := range values[q] {
			if v > w.d.Points[q] {
				return w.fault(w.rows[i].Number, fmt.Sprintf("score %s in column %s", figure(v),
					text.Quote(w.Header[c.Score])), fmt.Sprintf(
					"at most the %s points of the question",
					figure(w.d.Points[q])))
			}
			if w.d.Respondents[i].Scores == nil {
				w.d.Respondents[i].Scores = slices.Repeat([]float64{math.NaN()}, len(w.Questions))
			}
			w.d.Respondents[i].Scores[q] = max(v, 0) / w.d.Points[q]
		}
	}
	if w.guessed = guessed; guessed {
		w.note("no points are stated for some questions: the highest score of each counts as its " +
			"maximum (--score-max, or a row \"points\", states another)")
	}
	return nil
}

// aboveTop is the error for totals above the highest attainable one. It names the highest.
func (w *wideReader) aboveTop(totals []float64) error {
	most, above := 0, 0
	for i, v := range totals {
		if v > w.top {
			above++
		}
		if v > totals[most] || math.IsNaN(totals[most]) {
			most = i
		}
	}
	others := ""
	if above > 1 {
		others = fmt.Sprintf("; it is the highest of %d above that", above)
	}
	return w.fault(w.rows[most].Number, fmt.Sprintf("total %s%s", figure(totals[most]), w.inRating()),
		fmt.Sprintf("at most %s (%s): correct it, or give the highest attainable total with --max%s",
			figure(w.top), w.topFrom, others))
}

// setRatings sets the ratings: totals divided by the highest attainable one.
func (w *wideReader) setRatings() error {
	if err := w.useGrades(); err != nil {
		return err
	}
	totals, seen, err := w.totals()
	if err != nil {
		return err
	}
	w.leaveWaiting(totals)
	w.askZeros(totals)
	if err := w.takeGraded(totals); err != nil {
		return err
	}
	w.findTop(totals, seen)
	scale, err := w.scale(w.low, w.top, w.top == 0 || w.Rating >= 0 || len(w.Raters) > 0)
	if err != nil {
		return err
	}
	for i, v := range totals {
		switch {
		case v > w.top:
			return w.aboveTop(totals)
		case v < w.low:
			return w.fault(w.rows[i].Number, fmt.Sprintf("total %s%s", figure(v), w.inRating()),
				fmt.Sprintf("at least %s (%s): correct it, or give the lowest total with --min",
					figure(w.low), cmp.Or(w.lowFrom, "the lowest if nothing states another")))
		}
		w.d.Respondents[i].Rating = scale.Rating(v)
	}
	if all := slices.IndexFunc(w.d.Points, math.IsNaN); all >= 0 {
		w.d.Points = nil
	}
	if w.top == 0 {
		if w.d.Table.NotRated = w.notRated(); w.d.Table.NotRated == "" && w.Candidates != "" {
			w.d.Table.NotRated = w.noTotals()
		}
		w.d.RatingNote = "no ratings: " + cmp.Or(w.d.Table.NotRated, "the table has no totals")
		return nil
	}
	w.setJudgements(scale)
	w.d.Scale = scale
	w.d.RatingNote = fmt.Sprintf("totals divided by %s (%s)", figure(w.top), w.topFrom)
	if w.low != 0 {
		w.d.RatingNote = fmt.Sprintf("totals from %s (%s) to %s (%s)", figure(w.low), w.lowFrom,
			figure(w.top), w.topFrom)
	}
	if scale.Zero > scale.Full {
		w.d.RatingNote += ", the lowest of which is the best"
	}
	return nil
}

// notRated says which cell of a column named like one of totals is not a number, "" if there is
// none.
func (w *wideReader) notRated() string {
	for _, row := range w.rows {
		cell := columns.At(row.Cells, w.Grades)
		if _, _, ok := columns.Number(cell); !ok && !columns.Missing(cell) {
			return fmt.Sprintf("column %s has %s on line %d, not a number",
				text.Quote(w.Header[w.Grades]), text.Quote(cell), row.Number)
		}
	}
	return ""
}

func (w *wideReader) inRating() string {
	if w.Rating < 0 {
		return ""
	}
	return " in column " + text.Quote(w.Header[w.Rating])
}

// totals returns each row's total, NaN if it has none, and the maximum that the cells state.
func (w *wideReader) totals() (totals []float64, stated float64, err error) {
	totals = slices.Repeat([]float64{math.NaN()}, len(w.rows))
	if w.Rating < 0 && len(w.Raters) > 0 {
		return w.raterTotals()
	}
	if w.Rating < 0 {
		w.addScores(totals)
		return totals, 0, nil
	}
	w.d.Table.Rating = w.Header[w.Rating]
	added, percents, others := 0, 0, 0
	for i, row := range w.rows {
		v, top, err := w.value(row, w.Rating)
		if err != nil {
			return nil, 0, err
		}
		if sum, ok := w.in.Total(row.Number, w.Rating+1); ok {
			v = sum
			added++
		} else if math.IsNaN(v) && w.in.Formula(row.Number, w.Rating+1) {
			return nil, 0, w.fault(row.Number, "a formula without a stored value in column "+
				text.Quote(w.Header[w.Rating]),
				"values: open the file in a spreadsheet program and save it")
		}
		if top > 0 && stated > 0 && top != stated {
			return nil, 0, w.fault(row.Number, "a total of "+figure(top)+w.inRating(),
				"of "+figure(stated)+", as in the rows before")
		}
		totals[i], stated = v, cmp.Or(top, stated)
		if strings.HasSuffix(strings.TrimSpace(columns.At(row.Cells, w.Rating)), "%") {
			percents++
		} else if !math.IsNaN(v) {
			others++
		}
	}
	if w.d.Table.Percent = percents > 0; percents > 0 && percents < others {
		w.doubt(fmt.Sprintf("%s%s beside %s without %%", text.Count(percents, "percentage"), w.inRating(),
			text.Count(others, "total")), "write all totals in one way")
	}
	if added > 0 {
		w.note("%s that the workbook has a formula for and no value were added up", text.Count(added,
			"total"))
	}
	return totals, stated, w.checkZeros(totals)
}

// scoreSum returns the sum of a respondent's scores in points, NaN if there is none, and whether an
// answer has no score.
func (w *wideReader) scoreSum(r *Respondent) (sum float64, waits bool) {
	sum = math.NaN()
	for q, s := range r.Scores {
		switch v := s * w.d.Points[q]; {
		case math.IsNaN(v):
			waits = waits || w.Questions[q].Score >= 0 && r.Responses[q] != ""
		case math.IsNaN(sum):
			sum = v
		default:
			sum += v
		}
	}
	return sum, waits
}

// addScores sets the totals to the sums of the scores, in rows that have a score of each answer.
func (w *wideReader) addScores(totals []float64) {
	partial := 0
	for i := range w.d.Respondents {
		sum, waits := w.scoreSum(&w.d.Respondents[i])
		if totals[i] = sum; waits && !math.IsNaN(sum) {
			totals[i] = math.NaN()
			partial++
		}
	}
	w.notePartial(partial)
}

// leaveWaiting removes the totals of respondents some of whose answers have no points yet, where
// the total is the sum of the points given so far.
func (w *wideReader) leaveWaiting(totals []float64) {
	if w.Rating < 0 {
		return
	}
	partial := 0
	for i := range w.d.Respondents {
		sum, waits := w.scoreSum(&w.d.Respondents[i])
		if math.IsNaN(sum) {
			sum = 0
		}
		if waits && math.Abs(totals[i]-sum) < 1e-6 {
			totals[i] = math.NaN()
			partial++
		}
	}
	w.notePartial(partial)
}

// askZeros finds out whether zeros beside answers are grades.
func (w *wideReader) askZeros(totals []float64) {
	zero, blank := w.zeros(totals)
	switch {
	case w.o.Zeros == "ungraded":
		for i, v := range totals {
			if v == 0 && w.entriesOf(i) > 0 {
				totals[i] = math.NaN()
			}
		}
	case w.o.Zeros == "graded":
		for _, i := range blank {
			totals[i] = 0
		}
	case len(blank) > 0:
		for _, i := range blank {
			w.d.Respondents[i].Scores = nil
		}
		w.note("%s with answers but no total, whose points are all 0: taken as not yet graded (--zeros "+
			"graded gives them 0)", text.Count(len(blank), "respondent"))
	case zero > 0:
		w.doubt(fmt.Sprintf("a total of 0 for %s with answers, and for nobody none",
			text.Count(zero, "respondent")), "--zeros graded or --zeros ungraded")
	}
}

func (w *wideReader) entriesOf(i int) (n int) {
	for _, a := range w.d.Respondents[i].Responses {
		if a != "" {
			n++
		}
	}
	return n
}

// zeros returns how many respondents with answers have a total of 0, if these are far too many to
// be grades and nobody lacks a total, and those who lack one and have no points.
func (w *wideReader) zeros(totals []float64) (zero int, blank []int) {
	count, none := map[float64]int{}, 0
	for i, v := range totals {
		if w.entriesOf(i) == 0 {
			continue
		}
		if math.IsNaN(v) {
			none++
			scores := w.d.Respondents[i].Scores
			if scores != nil && w.Rating >= 0 && !slices.ContainsFunc(scores, func(s float64) bool { return s != 0 }) {
				blank = append(blank, i)
			}
			continue
		}
		if v != 0 || 2*w.entriesOf(i) > len(w.Questions) {
			count[v]++
		}
	}
	zero = count[0]
	delete(count, 0)
	most, n := 0, zero
	for _, c := range count {
		most, n = max(most, c), n+c
	}
	if none > 0 || len(count) < 5 || zero < 3 || 20*zero < 3*n || zero < 3*most {
		zero = 0
	}
	return zero, blank
}

// notePartial notes how many respondents have no total because some of their answers have no score.
func (t *tableReader) notePartial(respondents int) {
	if respondents > 0 {
		t.note("%s with answers without a score: taken as not yet graded, and as unrated (0 is for "+
			"answers that are worth nothing)", text.Count(respondents, "respondent"))
	}
}

// checkZeros treats totals that formulas compute from empty cells as missing. It refuses totals
// that were never calculated: all are 0, although the formulas refer to numbers.
func (w *wideReader) checkZeros(totals []float64) error {
	empty, wrong, err := w.in.Sums(w.Rating + 1)
	if err != nil {
		return err
	}
	if len(wrong) > 0 && !slices.ContainsFunc(totals, func(v float64) bool { return v > 0 }) {
		shown := strings.Join(wrong[:min(len(wrong), 5)], ", ")
		return w.fault(0, fmt.Sprintf("%s%s that were never calculated (%s)",
			text.Count(len(wrong), "formula"), w.inRating(), shown),
			"values: open the file in a spreadsheet program and save it")
	}
	none := 0
	for i, row := range w.rows {
		if _, found := slices.BinarySearch(empty, row.Number); found && totals[i] == 0 {
			totals[i] = math.NaN()
			none++
		}
	}
	if none > 0 {
		w.note("%s %s 0 and come from formulas over empty cells: taken as unrated",
			text.Count(none, "total"), text.Plural(none, "is", "are"))
	}
	return nil
}
