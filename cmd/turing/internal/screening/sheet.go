package screening

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// Sheet is what one respondent answered, with marks.
type Sheet struct {
	Respondent string     // the name of the entry or person
	Person     bool       // a person, not a program
	Rows       []SheetRow // by question
}

// SheetRow is an answer with its mark, which a person may have given.
type SheetRow struct {
	Question Question // that was asked
	Answer   Answer
	Mark     Mark
}

// NewSheet returns the sheet of a respondent's answers to the first questions, with the points that
// [Prefill] proposes.
func NewSheet(respondent string, q *Questionnaire, answers []Answer) *Sheet {
	out := &Sheet{Respondent: respondent}
	for i, question := range q.Questions {
		row := SheetRow{Question: question}
		if i < len(answers) {
			row.Answer = answers[i]
		}
		row.Mark = Prefill(question, row.Answer.Text)
		out.Rows = append(out.Rows, row)
	}
	return out
}

// Points returns the sum of points and the highest attainable sum.
func (s *Sheet) Points() (points, of float64) {
	for _, r := range s.Rows {
		points += r.Mark.Points
		of += r.Mark.Of
	}
	return points, of
}

// BySet returns the sums of points by set.
func (s *Sheet) BySet() map[string]float64 {
	sums := map[string]float64{}
	for _, r := range s.Rows {
		sums[r.Question.Set] += r.Mark.Points
	}
	return sums
}

// columns of a sheet as a table.
var columns = []any{"respondent", "kind", "question", "set", "text", "key", "asked", "answer",
	"points", "of", "why"}

// Write writes the sheet as CSV, for spreadsheets: one row an answer. A person checks and changes
// the column points.
func (s *Sheet) Write(w io.Writer) error {
	rows := [][]any{columns}
	kind := "program"
	if s.Person {
		kind = "person"
	}
	for _, r := range s.Rows {
		asked := ""
		if !r.Answer.At.IsZero() {
			asked = r.Answer.At.Format("2006-01-02T15:04:05")
		}
		rows = append(rows, []any{s.Respondent, kind, r.Question.ID, r.Question.Set, r.Question.Text,
			strings.Join(r.Question.Key, "; "), asked, r.Answer.Text, r.Mark.Points, r.Mark.Of,
			r.Mark.Why})
	}
	return sheet.Write(w, sheet.Dialect{Comma: ','}, rows)
}

// ReadSheet reads a respondent's answers to a questionnaire from a table, CSV or a workbook; file is
// its name in errors. It needs the columns question, with identifiers, and answer. Of the others of
// [Sheet.Write], it reads respondent, which is otherwise the name given, why, and points, which are
// otherwise what [Prefill] proposes, also in empty cells.
func ReadSheet(r io.Reader, file, name string, q *Questionnaire) (*Sheet, error) {
	table, err := sheet.NewReader(r, file, sheet.Options{})
	if err != nil {
		return nil, err
	}
	defer table.Close()
	in := sheetReader{Sheet: NewSheet(name, q, nil), q: q, given: map[string]bool{}}
	for {
		row, err := table.Next()
		switch {
		case errors.Is(err, io.EOF) && len(in.given) == 0:
			return nil, files.New(file, 0, "no answers", "a row for each answer")
		case errors.Is(err, io.EOF):
			return in.Sheet, nil
		case err != nil:
			return nil, err
		}
		take := in.answer
		if in.column == nil {
			take = in.header
		}
		if found, expected := take(row.Cells); found != "" {
			return nil, files.New(file, row.Number, found, expected)
		}
	}
}

type sheetReader struct {
	*Sheet
	q      *Questionnaire
	column map[string]int  // by name, nil before the header
	given  map[string]bool // questions that had a row
}

// header takes the names of columns. It returns what is wrong with them and what was expected.
func (in *sheetReader) header(cells []string) (found, expected string) {
	in.column = map[string]int{}
	for i, c := range cells {
		c = strings.ToLower(strings.TrimSpace(c))
		if _, again := in.column[c]; again && slices.Contains(columns, any(c)) {
			return fmt.Sprintf("the column %q twice", c), "different columns"
		}
		in.column[c] = i
	}
	for _, c := range []string{"question", "answer"} {
		if _, ok := in.column[c]; !ok {
			return fmt.Sprintf("no column %q", c), "a table with the columns question and answer"
		}
	}
	return "", ""
}

// answer takes a row. It returns what is wrong with it and what was expected.
func (in *sheetReader) answer(cells []string) (found, expected string) {
	cell := func(name string) string {
		i, ok := in.column[name]
		if !ok || i >= len(cells) {
			return ""
		}
		return strings.TrimSpace(cells[i])
	}
	if strings.TrimSpace(strings.Join(cells, "")) == "" {
		return "", ""
	}
	id, name, points := cell("question"), cell("respondent"), cell("points")
	n := slices.IndexFunc(in.q.Questions, func(q Question) bool { return q.ID == id })
	switch {
	case n < 0:
		return "the question " + text.Quote(id), fmt.Sprintf(
			"an id of the questionnaire %q, such as %q", in.q.Name, in.q.Questions[0].ID)
	case in.given[id]:
		return fmt.Sprintf("the question %q again", id), "one row for each answer"
	case name != "" && name != in.Respondent && len(in.given) > 0:
		return "the respondent " + text.Quote(name), in.Respondent + " as in the rows before"
	case name != "":
		in.Respondent = name
	}
	in.given[id] = true
	r := &in.Rows[n]
	r.Answer.Text = cell("answer")
	r.Mark = Prefill(r.Question, r.Answer.Text)
	if points == "" {
		return "", ""
	}
	v, err := strconv.ParseFloat(strings.Replace(points, ",", ".", 1), 64)
	if err != nil || !(v >= 0 && v <= r.Mark.Of) {
		return "the points " + text.Quote(points), fmt.Sprintf("a number from 0 to %v", r.Mark.Of)
	}
	r.Mark.Points = v
	if why := cell("why"); why != "" {
		r.Mark.Why = why
	}
	return "", ""
}

// Place is an entry's place after screening.
type Place struct {
	Respondent string  `json:"entry"` // the name of the entry
	Points     float64 `json:"points"`
	Of         float64 `json:"of"`       // the points that right answers to all questions are worth
	Place      int     `json:"place"`    // entries with equal points share a place
	Finalist   bool    `json:"finalist"` // the place is certain to be among the finalists
	Tied       bool    `json:"tied"`     // it shares the last place among the finalists with others
}

// Rank orders entries by points, of which the first n are finalists. Where points are equal across
// the border, the rules do not decide: the entries are Tied, none of them is a Finalist, and the
// organiser chooses among them.
func Rank(sheets []*Sheet, n int) []Place {
	var list []Place
	for _, s := range sheets {
		points, of := s.Points()
		list = append(list, Place{Respondent: s.Respondent, Points: points, Of: of})
	}
	slices.SortStableFunc(list, func(a, b Place) int { return cmp.Compare(b.Points, a.Points) })
	for i := range list {
		p := &list[i]
		p.Place = i + 1
		if i > 0 && list[i-1].Points == p.Points {
			p.Place = list[i-1].Place
		}
		last := i // of those with the same points
		for last+1 < len(list) && list[last+1].Points == p.Points {
			last++
		}
		p.Finalist = last < n
		p.Tied = !p.Finalist && p.Place <= n
	}
	return list
}

// Dataset makes sheets of answers a data set for package lrp: its questions are those of the
// questionnaire, its respondents those of the sheets, and the score of an answer its share of the
// attainable points. Ratings, in [0,1], are by respondent; a respondent without one is unrated. Nil
// ratings stand for the share of all attainable points.
func Dataset(q *Questionnaire, sheets []*Sheet, ratings map[string]float64) (*datasets.Dataset, error) {
	d := &datasets.Dataset{Name: q.Name}
	if ratings == nil {
		d.RatingNote = "Ratings are shares of the attainable points of the screening."
	}
	for _, question := range q.Questions {
		d.Questions = append(d.Questions,
			datasets.Question{ID: question.ID, Text: question.Text, Key: question.Key})
	}
	found := 0
	for _, s := range sheets {
		r := datasets.Respondent{ID: s.Respondent, Rating: math.NaN()}
		for _, row := range s.Rows {
			r.Responses = append(r.Responses, row.Answer.Text)
			r.Scores = append(r.Scores, row.Mark.Points/row.Mark.Of)
		}
		if rating, rated := ratings[s.Respondent]; rated {
			r.Rating = rating
			found++
		} else if points, of := s.Points(); ratings == nil {
			r.Rating = points / of
		}
		d.Respondents = append(d.Respondents, r)
	}
	if found < len(ratings) {
		return nil, fmt.Errorf("found ratings of %d entries and answers of %d of them, expected answers of all",
			len(ratings), found)
	}
	return d, d.Validate()
}
