package screening

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/rows"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// Sheet is what one respondent answered, with marks.
type Sheet struct {
	Respondent string // the name of the entry
	Rows       []Row  // by question
}

// NewSheet returns the sheet of a respondent's answers to the first questions, with the points that
// prefill proposes.
func NewSheet(respondent string, q *Questionnaire, answers []string) *Sheet {
	out := &Sheet{Respondent: respondent}
	for i, question := range q.Questions {
		answer := ""
		if i < len(answers) {
			answer = answers[i]
		}
		out.Rows = append(out.Rows, prefill(question, answer))
	}
	return out
}

// Points returns the sum of points and the highest attainable sum.
func (s *Sheet) Points() (points, of float64) {
	for _, r := range s.Rows {
		points += r.Points
		of += r.Of
	}
	return points, of
}

// columns of a sheet as a table.
var columns = []string{"respondent", "question", "set", "text", "key", "answer", "points", "of", "why"}

// Write writes the sheet as CSV, for spreadsheets: one row an answer. A person checks and changes
// the column points.
func (s *Sheet) Write(w io.Writer) error {
	var list [][]any
	for _, r := range s.Rows {
		list = append(list, []any{s.Respondent, r.Question.ID, r.Question.Set, r.Question.Text,
			strings.Join(r.Question.Key, "; "), r.Answer, r.Points, r.Of, r.Why})
	}
	return sheet.WriteRows(w, columns, list)
}

// ReadSheet reads a respondent's answers to a questionnaire from a table, CSV or a workbook; file
// is its name in errors. It needs the columns question, with identifiers, and answer. Of the others
// of [Sheet.Write], it reads respondent, which is otherwise the name given, why, and points, which
// are otherwise what prefill proposes, also in empty cells.
func ReadSheet(r io.Reader, file, name string, q *Questionnaire) (*Sheet, error) {
	out, given := NewSheet(name, q, nil), make(map[string]bool)
	_, _, err := rows.Read(r, file, rows.Form{Needed: []string{"question", "answer"}, Optional: columns,
		Wide: true, None: [2]string{"no answers", "a row for each answer"}},
		func(row *rows.Row) (none struct{}, err error) { return none, out.take(row, q, given) })
	if err != nil {
		return nil, err
	}
	return out, nil
}

// take takes a row. Given has the questions that had a row before.
func (s *Sheet) take(row *rows.Row, q *Questionnaire, given map[string]bool) error {
	id := row.Cell("question")
	name := row.Cell("respondent")
	points := row.Cell("points")
	n := slices.IndexFunc(q.Questions, func(q Question) bool { return q.ID == id })
	switch {
	case n < 0:
		return row.Errorf("the question "+text.Quote(id), fmt.Sprintf(
			"an id of the questionnaire %q, such as %q", q.Name, q.Questions[0].ID))
	case given[id]:
		return row.Errorf(fmt.Sprintf("the question %q again", id), "one row for each answer")
	case name != "":
		s.Respondent = name
	}
	given[id] = true
	r := &s.Rows[n]
	*r = prefill(r.Question, row.Cell("answer"))
	if points == "" {
		return nil
	}
	v, err := strconv.ParseFloat(strings.Replace(points, ",", ".", 1), 64)
	if err != nil || !(v >= 0 && v <= r.Of) {
		return row.Errorf("the points "+text.Quote(points), fmt.Sprintf("a number from 0 to %v", r.Of))
	}
	r.Points = v
	r.Why = cmp.Or(row.Cell("why"), r.Why)
	return nil
}

// Dataset makes sheets of answers a data set for package lrp: its questions are those of the
// questionnaire, its respondents those of the sheets, and the score of an answer its share of the
// attainable points. Ratings, in [0,1], are by respondent; a respondent without one is unrated.
func Dataset(q *Questionnaire, sheets []*Sheet, ratings map[string]float64) (*datasets.Dataset, error) {
	d := &datasets.Dataset{Name: q.Name}
	for _, question := range q.Questions {
		d.Questions = append(d.Questions, datasets.Question{ID: question.ID, Text: question.Text, Key: question.Key})
	}
	found := 0
	for _, s := range sheets {
		r := datasets.Respondent{ID: s.Respondent, Rating: math.NaN()}
		for _, row := range s.Rows {
			r.Responses = append(r.Responses, row.Answer)
			r.Scores = append(r.Scores, row.Points/row.Of)
		}
		if rating, rated := ratings[s.Respondent]; rated {
			r.Rating = rating
			found++
		}
		d.Respondents = append(d.Respondents, r)
	}
	if found < len(ratings) {
		return nil, fmt.Errorf("found ratings of %d entries and answers of %d of them, expected answers of all",
			len(ratings), found)
	}
	return d, d.Validate()
}
