package screening

import (
	"errors"
	"fmt"
	"io"
	"math"
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

// SheetRow is an answer with its mark.
type SheetRow struct {
	Question Question // that was asked
	Answer   Answer
	Mark     Mark
	Override *float64 // points that a person gave in the place of the mark's, nil for none
}

// points returns those that count.
func (r *SheetRow) points() float64 {
	if r.Override != nil {
		return *r.Override
	}
	return r.Mark.Points
}

// NewSheet returns the sheet of a respondent's answers.
func NewSheet(respondent string, q *Questionnaire, answers []Answer, s Scale) *Sheet {
	given := map[string]Answer{}
	for _, a := range answers {
		given[a.Question] = a
	}
	out := &Sheet{Respondent: respondent}
	marks := q.Mark(answers, s)
	for i, question := range q.Questions {
		a := given[question.ID]
		a.Question = question.ID
		if !a.At.IsZero() {
			a.At = a.At.In(q.Facts.Start.Location())
		}
		out.Rows = append(out.Rows, SheetRow{Question: question, Answer: a, Mark: marks[i]})
	}
	return out
}

// Points returns the sum of points, overridden marks counted as overridden, and the highest
// attainable sum.
func (s *Sheet) Points() (points, of float64) {
	for i := range s.Rows {
		points += s.Rows[i].points()
		of += s.Rows[i].Mark.Of
	}
	return points, of
}

// columns of a sheet as a table.
var columns = []string{
	"respondent",
	"kind",
	"question",
	"set",
	"text",
	"asked",
	"answer",
	"verdict",
	"points",
	"of",
	"why",
	"override",
}

const (
	program   = "program"
	person    = "person"
	synthetic = "synthetic"
)

// WriteSheets writes sheets as CSV, for spreadsheets: one row an answer. A person overrules a mark
// by a number of points in the column "override".
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
			asked, override := "", math.NaN()
			if !r.Answer.At.IsZero() {
				asked = r.Answer.At.Format(startForm)
			}
			if r.Override != nil {
				override = *r.Override
			}
			rows = append(
				rows,
				[]any{s.Respondent, kind, r.Question.ID, r.Question.Set, r.Question.Text, asked,
					r.Answer.Text, string(r.Mark.Verdict), r.Mark.Points, r.Mark.Of, r.Mark.Why, override},
			)
		}
	}
	return sheet.Write(w, sheet.Dialect{Comma: ','}, rows)
}

// ReadSheets reads the answers of respondents to a questionnaire from a table, CSV or a workbook,
// in the order in which they first occur; file is its name in errors. It needs the columns
// question, with identifiers, and answer. The others of [WriteSheets] may be missing: respondent is then the
// name given, kind program, asked the start of the contest, and what counts are the marks by the
// scale. Marks are always made anew, so that they follow the key; override is kept.
func ReadSheets(r io.Reader, file, name string, q *Questionnaire, scale Scale) ([]*Sheet, error) {
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
		scale:  scale,
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
	scale      Scale
	column     map[string]int
	byName     map[string]*Sheet
	given      map[string]bool // respondents and questions that had a row
	sheets     []*Sheet
}

// Write writes the sheet as [WriteSheets] does.
func (s *Sheet) Write(w io.Writer) error { return WriteSheets(w, s) }

// ReadSheet reads the sheet of one respondent as [ReadSheets] does, by the default scale.
func ReadSheet(r io.Reader, file string, q *Questionnaire) (*Sheet, error) {
	list, err := ReadSheets(r, file, file, q, DefaultScale())
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
		s = NewSheet(name, in.q, nil, in.scale)
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
	asked := in.q.Facts.Start
	if c := cell("asked"); c != "" {
		var err error
		zone := in.q.Facts.Start.Location()
		if asked, err = time.ParseInLocation(startForm, c, zone); err != nil {
			return fault("the time "+fileerr.Quote(c), "one such as "+startForm)
		}
	}
	r := &s.Rows[n]
	r.Answer = Answer{Question: id, At: asked, Text: cell("answer")}
	r.Mark = Score(r.Question, in.q.Facts, r.Answer.Text, asked, in.scale)
	if c := cell("override"); c != "" {
		v, err := strconv.ParseFloat(strings.Replace(c, ",", ".", 1), 64)
		if err != nil || !(v >= 0 && v <= r.Mark.Of) {
			return fault(
				"the override "+fileerr.Quote(c),
				fmt.Sprintf("points from 0 to %v", r.Mark.Of),
			)
		}
		r.Override = &v
	}
	return nil
}

// BySet returns the sums of points by set.
func (s *Sheet) BySet() map[string]float64 {
	sums := map[string]float64{}
	for i := range s.Rows {
		sums[s.Rows[i].Question.Set] += s.Rows[i].points()
	}
	return sums
}
