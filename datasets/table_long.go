package datasets

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/sheet"
)

// longReader collects the long form: one response per row. It keeps what the rows hold and nothing
// for pairs without a row, so that memory is bounded by the size of the file.
type longReader struct {
	*tableReader
	columns.Long
	scoreMax  float64
	questions map[string]int
	people    map[string]int
	hasKey    bool    // the questions come from a key
	entries   []entry // in the order of the file
	latest    []int   // by respondent: the last of its entries, -1 if none
	lines     []int   // by respondent: its first row
	ratings   []rated // by respondent
}

// entry is one row.
type entry struct {
	respondent, question int
	response             string
	score                float64 // in [0,1], NaN if none
	line                 int
	before               int // the respondent's entry before it, -1 if none
}

// rated is a respondent's rating column.
type rated struct {
	value float64 // NaN if not given
	line  int     // of the first row that gives it
}

// maxCells bounds responses, of which most may be missing, by the number of rows of a table.
func maxCells(rows int) int { return min(1<<20+256*rows, 64<<20) }

// readLong reads the rows of a table in long form.
func (t *tableReader) readLong(layout *columns.Layout) error {
	l := &longReader{tableReader: t, Long: *layout.Long, scoreMax: cmp.Or(t.o.ScoreMax, 1),
		questions: map[string]int{}, people: map[string]int{}}
	l.useKey()
	if t.o.Expected != nil {
		l.Score, l.Rating = -1, -1
	}
	for {
		row, err := t.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		t.row.Number = row.Number
		if blank(row.Cells) {
			continue
		}
		if err := t.width(row, len(layout.Header)); err != nil {
			return err
		}
		if err := l.add(row); err != nil {
			return err
		}
	}
	if len(l.entries) == 0 {
		return t.fault(t.row.Number, "the end of the file", "at least one row after the header")
	}
	if err := l.finish(); err != nil {
		return err
	}
	l.describe(layout)
	return nil
}

// width checks that a row of a text has as many cells as the header. Those of workbooks leave out
// empty cells at the end.
func (t *tableReader) width(row sheet.Row, want int) error {
	if n := len(row.Cells); n != want && (t.d.Table.Sheet == "" && n < want || n > want &&
		!blank(row.Cells[want:])) {
		return widthError(t.path, row, want)
	}
	return nil
}

// useKey takes the questions from the key.
func (l *longReader) useKey() {
	if l.key == nil {
		return
	}
	l.hasKey = true
	l.d.Questions = l.key.questions
	for i, q := range l.key.questions {
		l.questions[q.ID] = i
	}
}

// id returns the identifier in a column, which must not be empty.
func (l *longReader) id(row sheet.Row, column int, what string) (string, error) {
	s := strings.TrimSpace(columns.At(row.Cells, column))
	if s == "" {
		return "", l.fault(row.Number, "no "+what, "one in every row")
	}
	return rawText(s), nil
}

// add adds one row.
func (l *longReader) add(row sheet.Row) error {
	person, err := l.id(row, l.Respondent, "respondent")
	if err != nil {
		return err
	}
	question, err := l.id(row, l.Question, "question")
	if err != nil {
		return err
	}
	q, known := l.questions[question]
	switch {
	case known:
	case l.hasKey:
		return l.fault(row.Number, "question "+fileerr.Quote(question),
			"a question of the key file")
	default:
		q = len(l.d.Questions)
		l.questions[question] = q
		l.d.Questions = append(l.d.Questions, Question{ID: question})
	}
	i, known := l.people[person]
	if !known {
		i = len(l.d.Respondents)
		l.people[person] = i
		l.d.Respondents = append(l.d.Respondents, Respondent{ID: person})
		l.latest, l.lines = append(l.latest, -1), append(l.lines, row.Number)
		l.ratings = append(l.ratings, rated{value: math.NaN()})
	}
	e := entry{respondent: i, question: q, line: row.Number, before: l.latest[i],
		response: l.opts.response(columns.At(row.Cells, l.Response))}
	if e.score, err = l.number(row, l.Score, "score", l.scoreMax, "--score-max"); err != nil {
		return err
	}
	l.latest[i] = len(l.entries)
	l.entries = append(l.entries, e)
	return l.addRating(i, row)
}

// addRating adds the rating of a row.
func (l *longReader) addRating(i int, row sheet.Row) error {
	v, err := l.number(row, l.Rating, "rating", cmp.Or(l.o.Max, 1), "--max")
	if err != nil || math.IsNaN(v) {
		return err
	}
	if r := l.ratings[i]; r.line > 0 && r.value != v {
		return l.fault(row.Number, fmt.Sprintf("rating %s for respondent %s",
			strings.TrimSpace(columns.At(row.Cells, l.Rating)),
			fileerr.Quote(l.d.Respondents[i].ID)),
			fmt.Sprintf("%v as on line %d", r.value*cmp.Or(l.o.Max, 1), r.line))
	}
	l.ratings[i] = rated{v, row.Number}
	return nil
}

// number returns a number divided by the highest possible one, NaN if the cell is empty. Flag is
// what sets the highest.
func (l *longReader) number(
	row sheet.Row, column int, what string, top float64, flag string,
) (float64, error) {
	cell := strings.TrimSpace(columns.At(row.Cells, column))
	if cell == "" {
		return math.NaN(), nil
	}
	v, _, ok := columns.Number(cell)
	if ok && v >= 0 && v <= top && !strings.ContainsAny(cell, "/%") {
		return v / top, nil
	}
	expected := fmt.Sprintf("a number from 0 to %v", top)
	if ok && v > top {
		expected += fmt.Sprintf("; give the highest possible %s with %s", what, flag)
	}
	return 0, l.fault(row.Number, what+" "+fileerr.Quote(cell), expected)
}

// finish makes the respondents of the rows and rates them, from the scores unless the file has a
// column of ratings.
func (l *longReader) finish() error {
	d := l.d
	people, questions := len(d.Respondents), len(d.Questions)
	if most := maxCells(len(l.entries)); questions > most/people {
		return l.fault(0, fmt.Sprintf("%d respondents and %d questions, but only %d responses",
			people, questions, len(l.entries)),
			"respondents who were all asked the same questions: check the columns respondent and "+
				"question")
	}
	seen := make([]int, questions) // line in which the respondent has the question
	answered, graded := make([]bool, questions), make([]bool, questions)
	totals := make([]float64, people)
	anyScore := false
	for i := range d.Respondents {
		r := &d.Respondents[i]
		r.Responses = make([]string, questions)
		scores := make([]float64, questions)
		for q := range scores {
			scores[q] = math.NaN()
		}
		clear(seen)
		scored := false
		for k := l.latest[i]; k >= 0; k = l.entries[k].before {
			e := &l.entries[k]
			if later := seen[e.question]; later > 0 {
				return l.fault(later, fmt.Sprintf("respondent %s, question %s again "+
					"(first on line %d)", fileerr.Quote(r.ID),
					fileerr.Quote(d.Questions[e.question].ID), e.line), "each pair once")
			}
			seen[e.question] = e.line
			r.Responses[e.question], scores[e.question] = e.response, e.score
			answered[e.question] = true
			if !math.IsNaN(e.score) {
				totals[i] += e.score
				graded[e.question], scored = true, true
			}
		}
		if !scored {
			totals[i] = math.NaN()
		}
		r.Scores, anyScore = scores, anyScore || scored
	}
	for q, ok := range answered {
		if !ok {
			d.Warnings = append(d.Warnings,
				"question "+fileerr.Quote(d.Questions[q].ID)+" of the key file has no response")
		}
	}
	if !anyScore {
		for i := range d.Respondents {
			d.Respondents[i].Scores = nil
		}
	}
	d.Table.Rows = l.lines
	l.rate(totals, graded)
	return nil
}

// rate rates the respondents.
func (l *longReader) rate(totals []float64, graded []bool) {
	d := l.d
	if l.Rating >= 0 {
		d.RatingNote = "ratings as given in the file"
		for i := range d.Respondents {
			d.Respondents[i].Rating = l.ratings[i].value
		}
		if l.o.Max > 0 {
			d.Scale = Scale{Full: l.o.Max}
		}
		return
	}
	most := 0
	for _, ok := range graded {
		if ok {
			most++
		}
	}
	for i := range totals {
		totals[i] *= l.scoreMax
	}
	rate(d, Fraction, totals, float64(most)*l.scoreMax)
}

// describe says what was found out.
func (l *longReader) describe(layout *columns.Layout) {
	t := l.d.Table
	t.ID = layout.Header[l.Respondent]
	how := "no ratings"
	switch {
	case l.Rating >= 0:
		t.Rating = layout.Header[l.Rating]
		how = fmt.Sprintf("ratings from 0 to %s in column %s", figure(cmp.Or(l.o.Max, 1)),
			fileerr.Quote(t.Rating))
	case l.d.Scale != Scale{}:
		how = fmt.Sprintf("ratings are the sums of the scores, of at most %s",
			figure(l.d.Scale.Full))
	}
	l.note("long form: %s, %s, %s; %s", fileerr.Count(len(l.d.Respondents), "respondent"),
		fileerr.Count(len(l.d.Questions), "question"),
		fileerr.Count(len(l.entries), "response"), how)
	if len(layout.Ignored) > 0 {
		l.note("columns left out: %s", columns.ListColumns(layout.Header, layout.Ignored))
	}
}
