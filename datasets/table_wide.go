package datasets

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/sheet"
)

// maxWideBytes bounds the cells of a table in wide form.
const maxWideBytes = 1 << 30

// wideReader makes a data set of a table in wide form.
type wideReader struct {
	*tableReader
	*columns.Layout
	rows    []sheet.Row // of respondents
	numbers []int       // of these rows, counted as a spreadsheet does
	answers []string    // the row marked "key", nil if there is none
	points  []string    // the row marked "points"
	top     float64     // highest total
	topFrom string      // where it is from
}

// readWide reads the rows of a table in wide form.
func (t *tableReader) readWide() error {
	w := &wideReader{tableReader: t}
	if err := w.load(); err != nil {
		return err
	}
	o := t.known(t.o.columns())
	o.Layout = "wide"
	var err error
	if w.Layout, err = columns.Recognise(t.row.Cells, cellsOf(w.rows), o); err != nil {
		return t.place(err, t.d.Table.Header)
	}
	if len(w.rows) == 0 {
		return t.fault(t.row.Number, "the end of the file", "at least one row after the header")
	}
	if most := maxCells(len(w.rows)); len(w.Questions) > most/len(w.rows) {
		return t.fault(0, fmt.Sprintf("%d rows with %d questions", len(w.rows), len(w.Questions)),
			"a smaller table")
	}
	steps := []func() error{w.setQuestions, w.setRespondents, w.setScores, w.setRatings}
	if w.o.Expected != nil {
		steps = steps[:2]
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	if w.o.Expected != nil {
		w.d.Points = nil
	}
	w.describe()
	return nil
}

// load reads all rows and sets aside those that are no respondent's.
func (w *wideReader) load() error {
	marks := columns.MarkColumns(w.row.Cells, w.o.IDColumn)
	size, number, skipped := 0, w.row.Number, 0
	workbook := w.d.Table.Sheet != ""
	for {
		row, err := w.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if number++; workbook {
			number = row.Number
		}
		for _, c := range row.Cells {
			size += len(c) + 16
		}
		if size > maxWideBytes {
			return w.fault(row.Number, fmt.Sprintf("a table of more than %d MiB", maxWideBytes>>20),
				"a smaller one, or the long form")
		}
		if blank(row.Cells) {
			continue
		}
		if err := w.width(row, len(w.row.Cells)); err != nil {
			return err
		}
		switch mark := w.mark(row, marks); {
		case mark == markKey && w.answers == nil:
			w.answers, w.d.Table.Answers = row.Cells, row.Number
		case mark == markKey:
			return w.fault(row.Number, "a second row of acceptable answers", fmt.Sprintf(
				"one, as on line %d, with alternatives separated by |", w.d.Table.Answers))
		case mark == markPoints && w.points == nil:
			w.points, w.d.Table.Points = row.Cells, row.Number
		case mark == markSummary:
			skipped++
		default:
			w.rows, w.numbers = append(w.rows, row), append(w.numbers, number)
		}
	}
	if skipped > 0 {
		w.note("%s of averages left out", fileerr.Count(skipped, "row"))
	}
	return nil
}

type rowMark int

const (
	markNone rowMark = iota
	markKey
	markPoints
	markSummary
)

// mark recognises rows that are no respondent's. One of points has numbers alone.
func (w *wideReader) mark(row sheet.Row, marks []int) rowMark {
	for _, k := range marks {
		switch cell := columns.At(row.Cells, k); {
		case columns.IsKey(cell):
			return markKey
		case columns.IsSummary(cell):
			return markSummary
		case columns.IsPoints(cell):
			numbers := 0
			for other, c := range row.Cells {
				if _, _, ok := columns.Number(c); ok {
					numbers++
				} else if other != k && !columns.Missing(c) {
					return markNone
				}
			}
			if numbers > 0 {
				return markPoints
			}
		}
	}
	return markNone
}

// setQuestions sets the questions with their texts, key and points.
func (w *wideReader) setQuestions() error {
	d := w.d
	d.Table.Wide = true
	d.Points = make([]float64, len(w.Questions))
	for i, q := range w.Questions {
		out := Question{ID: rawText(q.ID), Text: w.opts.text(q.Text)}
		if text := w.opts.text(columns.At(w.texts, q.Column)); text != "" && text != out.ID {
			out.Text = text
		}
		if text, same := w.constant(q.Wording); same {
			out.Text = w.opts.text(text)
		}
		if answer, same := w.constant(q.Key); same {
			out.Key = alternatives(answer, w.opts)
		}
		d.Questions = append(d.Questions, out)
		d.Points[i] = math.NaN()
		if q.Max > 0 {
			d.Points[i] = q.Max
		}
		d.Table.Questions = append(d.Table.Questions, w.Header[q.Column])
	}
	if err := w.useKey(); err != nil {
		return err
	}
	for i, q := range w.Questions {
		if w.answers != nil {
			if list := alternatives(columns.At(w.answers, q.Column), w.opts); list != nil {
				d.Questions[i].Key = list
			}
		}
		for _, k := range []int{q.Column, q.Score} {
			cell := columns.At(w.points, k)
			if columns.Missing(cell) {
				continue
			}
			v, _, ok := columns.Number(cell)
			if !ok || v <= 0 {
				return w.fault(d.Table.Points, "points "+fileerr.Quote(cell)+" in column "+
					fileerr.Quote(w.Header[k]), "a number above 0")
			}
			d.Points[i] = v
		}
	}
	return nil
}

// constant returns what all rows have in a column, if anything.
func (w *wideReader) constant(column int) (string, bool) {
	if column < 0 || len(w.rows) == 0 {
		return "", false
	}
	found := ""
	for _, r := range w.rows {
		switch c := strings.TrimSpace(columns.At(r.Cells, column)); {
		case c == "":
		case found == "":
			found = c
		case found != c:
			return "", false
		}
	}
	return found, found != ""
}

// useKey gives the questions what the key has for them: by identifier, by text, or else in order.
func (w *wideReader) useKey() error {
	if w.key == nil {
		return nil
	}
	byName := map[string]int{}
	for i, q := range w.d.Questions {
		for _, name := range []string{q.ID, q.Text, w.Header[w.Questions[i].Column]} {
			if name = columns.Normal(name); name != "" {
				byName[name] = i
			}
		}
	}
	of := make([]int, len(w.key.questions))
	found := 0
	for k, q := range w.key.questions {
		i, ok := byName[columns.Normal(q.ID)]
		if !ok && q.Text != "" {
			i, ok = byName[columns.Normal(q.Text)]
		}
		if of[k] = -1; ok {
			of[k] = i
			found++
		}
	}
	switch {
	case found > 0:
	case len(of) == len(w.d.Questions):
		w.note("the questions of the key have other names than the columns: " +
			"they are matched in order")
		for k := range of {
			of[k] = k
		}
	default:
		return w.fault(w.d.Table.Header, fmt.Sprintf("no column for any of the %d questions of "+
			"the key, such as %s", len(of), fileerr.Quote(w.key.questions[0].ID)),
			"columns named as these questions: "+columns.ListColumns(w.Header, w.questionColumns()))
	}
	for k, i := range of {
		from := w.key.questions[k]
		if i < 0 {
			w.d.Warnings = append(w.d.Warnings,
				"question "+fileerr.Quote(from.ID)+" of the key has no column")
			continue
		}
		q := &w.d.Questions[i]
		q.Key = from.Key
		q.Text = cmp.Or(from.Text, q.Text)
		if !math.IsNaN(w.key.points[k]) {
			w.d.Points[i] = w.key.points[k]
		}
	}
	return nil
}

func (w *wideReader) questionColumns() []int {
	var list []int
	for _, q := range w.Questions {
		list = append(list, q.Column)
	}
	return list
}

// setRespondents sets the respondents with their responses.
func (w *wideReader) setRespondents() error {
	seen := map[string]int{}
	if w.ID >= 0 {
		w.d.Table.ID = w.Header[w.ID]
	}
	for i, row := range w.rows {
		id := strconv.Itoa(w.numbers[i])
		if w.ID >= 0 {
			id = rawText(strings.TrimSpace(columns.At(row.Cells, w.ID)))
			if id == "" {
				return w.fault(row.Number, "no entry in column "+fileerr.Quote(w.Header[w.ID])+
					", which identifies the respondents", "one in every row, or --ignore-columns "+
					fileerr.Quote(w.Header[w.ID])+" to number the rows")
			}
		}
		if first, twice := seen[id]; twice {
			return w.fault(row.Number, fmt.Sprintf("respondent %s again (column %s; first on "+
				"line %d)", fileerr.Quote(id), fileerr.Quote(w.Header[w.ID]), first),
				"different entries, or --id-column with another column, or --ignore-columns "+
					fileerr.Quote(w.Header[w.ID])+" to number the rows")
		}
		seen[id] = row.Number
		r := Respondent{ID: id, Responses: make([]string, len(w.Questions)), Rating: math.NaN()}
		for q, c := range w.Questions {
			cell := columns.At(row.Cells, c.Column)
			if c.Dash && cell == "-" {
				cell = ""
			}
			r.Responses[q] = w.opts.response(cell)
		}
		w.d.Respondents = append(w.d.Respondents, r)
		w.d.Table.Rows = append(w.d.Table.Rows, row.Number)
	}
	return nil
}

// value returns the number in a cell, NaN if it has none.
func (w *wideReader) value(row sheet.Row, column int) (value, top float64, err error) {
	cell := columns.At(row.Cells, column)
	if columns.Missing(cell) {
		return math.NaN(), 0, nil
	}
	value, top, ok := columns.Number(cell)
	switch {
	case !ok:
		return 0, 0, w.fault(row.Number, fileerr.Quote(cell)+" in column "+
			fileerr.Quote(w.Header[column]), "a number, or nothing for a respondent without one")
	case value < 0:
		return 0, 0, w.fault(row.Number, fileerr.Quote(cell)+" in column "+
			fileerr.Quote(w.Header[column]), "a number of at least 0")
	}
	return value, top, nil
}

// setScores sets the scores, divided by the points of each question.
func (w *wideReader) setScores() error {
	values := make([][]float64, len(w.Questions)) // by question and row
	highest, any := 0.0, false
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
			if values[q][i] = v; math.IsNaN(w.d.Points[q]) && v > highest {
				highest = v
			}
		}
	}
	if !any {
		return nil
	}
	assumed := cmp.Or(w.o.ScoreMax, max(highest, 1))
	for q, c := range w.Questions {
		if c.Score < 0 {
			continue
		}
		if math.IsNaN(w.d.Points[q]) {
			w.d.Points[q] = assumed
			if w.o.ScoreMax == 0 && highest > 1 {
				w.noteOnce(fmt.Sprintf("the highest score is %s: if more can be reached, give it "+
					"with --score-max or in a row \"points\"", figure(assumed)))
			}
		}
		for i, v := range values[q] {
			if v > w.d.Points[q] {
				return w.fault(w.rows[i].Number, fmt.Sprintf("score %s in column %s", figure(v),
					fileerr.Quote(w.Header[c.Score])), fmt.Sprintf(
					"at most the %s points of the question",
					figure(w.d.Points[q])))
			}
			if w.d.Respondents[i].Scores == nil {
				w.d.Respondents[i].Scores = slices.Repeat([]float64{math.NaN()}, len(w.Questions))
			}
			w.d.Respondents[i].Scores[q] = v / w.d.Points[q]
		}
	}
	return nil
}

func (w *wideReader) noteOnce(text string) {
	if !slices.Contains(w.d.Notes, text) {
		w.d.Notes = append(w.d.Notes, text)
	}
}

// setRatings sets the ratings: totals divided by the highest attainable one.
func (w *wideReader) setRatings() error {
	totals, seen, err := w.totals()
	if err != nil {
		return err
	}
	if err := w.findTop(totals, seen); err != nil {
		return err
	}
	for i, v := range totals {
		if v > w.top {
			return w.fault(w.rows[i].Number, fmt.Sprintf("total %s%s", figure(v), w.inRating()),
				fmt.Sprintf("at most %s (%s): correct it, or give the highest attainable total "+
					"with --max", figure(w.top), w.topFrom))
		}
		w.d.Respondents[i].Rating = v / w.top
	}
	if all := slices.IndexFunc(w.d.Points, math.IsNaN); all >= 0 {
		w.d.Points = nil
	}
	if w.top == 0 {
		w.d.Table.NotRated = w.notRated()
		w.d.RatingNote = "no ratings: " + cmp.Or(w.d.Table.NotRated, "the table has no totals")
		return nil
	}
	w.d.Scale = Scale{Full: w.top}
	w.d.RatingNote = fmt.Sprintf("totals divided by %s (%s)", figure(w.top), w.topFrom)
	return nil
}

// notRated says which cell of a column named as one of totals is no number, "" if there is none.
func (w *wideReader) notRated() string {
	for _, row := range w.rows {
		cell := columns.At(row.Cells, w.Grades)
		if _, _, ok := columns.Number(cell); !ok && !columns.Missing(cell) {
			return fmt.Sprintf("column %s has %s on line %d, not a number",
				fileerr.Quote(w.Header[w.Grades]), fileerr.Quote(cell), row.Number)
		}
	}
	return ""
}

func (w *wideReader) inRating() string {
	if w.Rating < 0 {
		return ""
	}
	return " in column " + fileerr.Quote(w.Header[w.Rating])
}

// totals returns each row's total, NaN if it has none, and the maximum that the cells state.
func (w *wideReader) totals() (totals []float64, stated float64, err error) {
	totals = slices.Repeat([]float64{math.NaN()}, len(w.rows))
	if w.Rating < 0 {
		for i, r := range w.d.Respondents {
			for q, s := range r.Scores {
				switch v := s * w.d.Points[q]; {
				case math.IsNaN(v):
				case math.IsNaN(totals[i]):
					totals[i] = v
				default:
					totals[i] += v
				}
			}
		}
		return totals, 0, nil
	}
	w.d.Table.Rating = w.Header[w.Rating]
	for i, row := range w.rows {
		v, top, err := w.value(row, w.Rating)
		if err != nil {
			return nil, 0, err
		}
		if math.IsNaN(v) && columns.At(row.Cells, w.Rating) == "" && w.in.Formula(row.Number,
			w.Rating+1) {
			return nil, 0, w.fault(row.Number, "a formula without a stored value in column "+
				fileerr.Quote(w.Header[w.Rating]),
				"values: open the file in a spreadsheet program and save it")
		}
		if top > 0 && stated > 0 && top != stated {
			return nil, 0, w.fault(row.Number, "a total of "+figure(top)+w.inRating(),
				"of "+figure(stated)+", as in the rows before")
		}
		totals[i], stated = v, cmp.Or(top, stated)
	}
	return totals, stated, nil
}

// seenTop is where the highest total is from if nothing states it.
const seenTop = "the highest total in the table"

// worstNote is the worst German grade; 1 is the best.
const worstNote = 6

// findTop finds the highest attainable total, and where it is from.
func (w *wideReader) findTop(totals []float64, stated float64) error {
	sum := 0.0
	for q, p := range w.d.Points {
		if w.Rating >= 0 || w.Questions[q].Score >= 0 {
			sum += p
		}
	}
	inRow := 0.0
	if cell := columns.At(w.points, w.Rating); !columns.Missing(cell) {
		inRow, _, _ = columns.Number(cell)
	}
	highest := 0.0
	for _, v := range totals {
		if v > highest {
			highest = v
		}
	}
	switch {
	case w.o.Max > 0:
		w.top, w.topFrom = w.o.Max, "--max"
	case w.Max > 0:
		w.top, w.topFrom = w.Max, "from the header"
	case stated > 0:
		w.top, w.topFrom = stated, "as the cells state"
	case inRow > 0:
		w.top, w.topFrom = inRow, "from the row of points"
	case sum > 0 && (w.points != nil || w.Rating < 0 || highest <= sum): // false if it is NaN
		w.top, w.topFrom = sum, "the sum of the points"
	case highest > 1:
		w.top, w.topFrom = highest, seenTop
	case slices.ContainsFunc(totals, func(v float64) bool { return !math.IsNaN(v) }):
		w.top, w.topFrom = 1, "no total is higher"
	}
	return nil
}

// describe says what was found out.
func (w *wideReader) describe() {
	d := w.d
	ids := "the rows are numbered as in a spreadsheet"
	if w.ID >= 0 {
		ids = "identifiers in column " + fileerr.Quote(w.Header[w.ID])
	}
	notes := []string{fmt.Sprintf("wide form: %s, %s; %s (%s)",
		fileerr.Count(len(w.rows), "respondent"), fileerr.Count(len(w.Questions), "question"), ids,
		w.in.Dialect()),
		"questions are the columns " + columns.ListColumns(w.Header, w.questionColumns())}
	unrated := 0
	for i := range d.Respondents {
		if !d.Respondents[i].Rated() {
			unrated++
		}
	}
	where := "sums of the scores"
	if w.Rating >= 0 {
		where = "totals in column " + fileerr.Quote(w.Header[w.Rating])
	}
	switch {
	case w.o.Expected != nil:
	case d.Table.NotRated != "":
		notes = append(notes, d.Table.NotRated+": nobody is rated")
	case w.top == 0 && w.Rating < 0:
		notes = append(notes, "no column of totals (name it with --rating-column): nobody is rated")
	case w.top == 0:
		notes = append(notes, where+" are empty: nobody is rated")
	default:
		s := fmt.Sprintf("%s, of at most %s (%s)", where, figure(w.top), w.topFrom)
		if w.topFrom == seenTop {
			s += "; give the attainable total with --max if it is another"
		}
		if unrated > 0 {
			s += fmt.Sprintf("; %d without a total", unrated)
		}
		notes = append(notes, s)
		if w.Rating >= 0 && w.top <= worstNote &&
			strings.EqualFold(strings.TrimSpace(w.Header[w.Rating]), "Note") {
			notes = append(notes, "higher totals are taken as better ones; if 1 is the best grade, "+
				"turn the grades round, for example into 7 minus the grade")
		}
	}
	if w.answers != nil {
		notes = append(notes, fmt.Sprintf("acceptable answers in row %d", d.Table.Answers))
	}
	notes = append(notes, w.Notes...)
	if len(w.Ignored) > 0 {
		notes = append(notes, "columns left out: "+columns.ListColumns(w.Header, w.Ignored))
	}
	d.Notes = append(notes, d.Notes...)
}
