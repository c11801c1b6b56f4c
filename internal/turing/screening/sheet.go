package screening

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/sheet"
)

// Sheet is what one respondent answered, with marks.
type Sheet struct {
	Respondent string     // the name of the entry or person
	Person     bool       // a person, not a program
	Synthetic  bool       // the answers were generated, not given by an entry or a person
	Rows       []SheetRow // by question
}

// SheetRow is an answer with its mark, which a person may have given.
type SheetRow struct {
	Question Question // that was asked
	Answer   Answer
	Mark     Mark
}

// NewSheet returns the sheet of a respondent's answers, with the points that [Prefill] proposes.
func NewSheet(respondent string, q *Questionnaire, answers []Answer) *Sheet {
	given := map[string]Answer{}
	for _, a := range answers {
		given[a.Question] = a
	}
	out := &Sheet{Respondent: respondent}
	for _, question := range q.Questions {
		a := given[question.ID]
		a.Question = question.ID
		out.Rows = append(out.Rows,
			SheetRow{Question: question, Answer: a, Mark: Prefill(question, a.Text)})
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

// columns of a sheet as a table.
var columns = []string{"respondent", "kind", "question", "set", "text", "key", "asked", "answer",
	"points", "of", "why"}

// asOf is the layout of the time at which a question was asked, in local time.
const asOf = "2006-01-02T15:04:05"

const (
	program   = "program"
	person    = "person"
	synthetic = "synthetic"
)

// WriteSheets writes sheets as CSV, for spreadsheets: one row an answer. A person checks and changes
// the column points.
func WriteSheets(w io.Writer, sheets ...*Sheet) error {
	rows := [][]any{nil}
	for _, c := range columns {
		rows[0] = append(rows[0], c)
	}
	for _, s := range sheets {
		kind := program
		switch {
		case s.Synthetic && s.Person:
			kind = synthetic + " " + person
		case s.Synthetic:
			kind = synthetic + " " + program
		case s.Person:
			kind = person
		}
		for _, r := range s.Rows {
			asked := ""
			if !r.Answer.At.IsZero() {
				asked = r.Answer.At.Format(asOf)
			}
			rows = append(rows, []any{s.Respondent, kind, r.Question.ID, r.Question.Set, r.Question.Text,
				strings.Join(r.Question.Key, "; "), asked, r.Answer.Text, r.Mark.Points, r.Mark.Of,
				r.Mark.Why})
		}
	}
	return sheet.Write(w, sheet.Dialect{Comma: ','}, rows)
}

// ReadSheets reads the answers of respondents to a questionnaire from a table, CSV or a workbook,
// in the order in which they first occur; file is its name in errors. It needs the columns
// question, with identifiers, and answer. The others of [WriteSheets] may be missing: respondent is
// then the name given, kind program, and points what [Prefill] proposes, also in empty cells. A
// column override, which tables of before have, counts instead of points.
func ReadSheets(r io.Reader, file, name string, q *Questionnaire) ([]*Sheet, error) {
	table, err := sheet.NewReader(r, file, sheet.Options{})
	if err != nil {
		return nil, err
	}
	defer table.Close()
	head, err := table.Next()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	in := sheetReader{
		file:   file,
		name:   name,
		q:      q,
		column: map[string]int{},
		byName: map[string]*Sheet{},
		given:  map[string]bool{},
	}
	for i, c := range head.Cells {
		c = strings.ToLower(strings.TrimSpace(c))
		if _, again := in.column[c]; again && slices.Contains(columns, c) {
			return nil, fileerr.New(
				file,
				head.Number,
				fmt.Sprintf("the column %q twice", c),
				"different columns",
			)
		}
		in.column[c] = i
	}
	for _, c := range []string{"question", "answer"} {
		if _, ok := in.column[c]; !ok {
			return nil, fileerr.New(file, head.Number, fmt.Sprintf("no column %q", c),
				"a table with the columns question and answer")
		}
	}
	for {
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if err := in.row(row); err != nil {
			return nil, err
		}
	}
	if len(in.sheets) == 0 {
		return nil, fileerr.New(file, head.Number, "no answers", "a row for each answer")
	}
	return in.sheets, nil
}

type sheetReader struct {
	file, name string
	q          *Questionnaire
	column     map[string]int
	byName     map[string]*Sheet
	given      map[string]bool // respondents and questions that had a row
	sheets     []*Sheet
}

// Write writes the sheet as [WriteSheets] does.
func (s *Sheet) Write(w io.Writer) error { return WriteSheets(w, s) }

// ReadSheet reads the sheet of one respondent as [ReadSheets] does.
func ReadSheet(r io.Reader, file string, q *Questionnaire) (*Sheet, error) {
	list, err := ReadSheets(r, file, file, q)
	if err != nil {
		return nil, err
	}
	if len(list) > 1 {
		return nil, &fileerr.Error{
			File: file,
			Msg: fmt.Sprintf("found %d respondents, such as %q and %q, expected one",
				len(list), list[0].Respondent, list[1].Respondent),
		}
	}
	return list[0], nil
}

// maxSheets bounds the respondents of a file.
const maxSheets = 100_000

func (in *sheetReader) row(row sheet.Row) error {
	cell := func(name string) string {
		i, ok := in.column[name]
		if !ok || i >= len(row.Cells) {
			return ""
		}
		return strings.TrimSpace(row.Cells[i])
	}
	fault := func(found, expected string) error {
		return fileerr.New(in.file, row.Number, found, expected)
	}
	if !slices.ContainsFunc(row.Cells, func(c string) bool { return strings.TrimSpace(c) != "" }) {
		return nil
	}
	id := cell("question")
	n := slices.IndexFunc(in.q.Questions, func(q Question) bool { return q.ID == id })
	if n < 0 {
		return fault(
			"the question "+fileerr.Quote(id),
			fmt.Sprintf("an id of the questionnaire %q, such as %q",
				in.q.Name, in.q.Questions[0].ID),
		)
	}
	name := cell("respondent")
	if name == "" {
		name = in.name
	}
	s := in.byName[name]
	if s == nil {
		if len(in.sheets) == maxSheets {
			return fault("another respondent", fmt.Sprintf("at most %d", maxSheets))
		}
		s = NewSheet(name, in.q, nil)
		in.byName[name] = s
		in.sheets = append(in.sheets, s)
	}
	if in.given[name+"\x00"+id] {
		return fault(
			fmt.Sprintf("the question %q of %q again", id, name),
			"one row for each answer",
		)
	}
	in.given[name+"\x00"+id] = true
	switch kind := cell("kind"); kind {
	case "", program:
	case person, synthetic + " " + program, synthetic + " " + person, synthetic:
		s.Person = strings.HasSuffix(kind, person)
		s.Synthetic = strings.HasPrefix(kind, synthetic)
	default:
		return fault(
			"the kind "+fileerr.Quote(kind),
			`program or person, with "synthetic" before it for made-up answers`,
		)
	}
	r := &s.Rows[n]
	r.Answer = Answer{Question: id, Text: cell("answer")}
	if c := cell("asked"); c != "" {
		var err error
		if r.Answer.At, err = time.ParseInLocation(asOf, c, time.Local); err != nil {
			return fault("the time "+fileerr.Quote(c), "one such as "+asOf)
		}
	}
	r.Mark = Prefill(r.Question, r.Answer.Text)
	for _, column := range []string{"override", "points"} {
		c := cell(column)
		if c == "" {
			continue
		}
		v, err := strconv.ParseFloat(strings.Replace(c, ",", ".", 1), 64)
		if err != nil || !(v >= 0 && v <= r.Mark.Of) {
			return fault(fmt.Sprintf("the %s %s", column, fileerr.Quote(c)),
				fmt.Sprintf("a number from 0 to %v", r.Mark.Of))
		}
		r.Mark.Points = v
		if why := cell("why"); why != "" {
			r.Mark.Why = why
		}
		break
	}
	return nil
}

// BySet returns the sums of points by set.
func (s *Sheet) BySet() map[string]float64 {
	sums := map[string]float64{}
	for _, r := range s.Rows {
		sums[r.Question.Set] += r.Mark.Points
	}
	return sums
}
