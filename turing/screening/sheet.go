package screening

import "io"

// Sheet is what one respondent answered, with marks.
type Sheet struct {
	Respondent string // the name of the entry or person
	Person     bool   // a person, not a program
	Synthetic  bool   // the answers were generated, not given by an entry or a person
	Rows       []SheetRow
}

// SheetRow is an answer with its mark.
type SheetRow struct {
	Question Question
	Answer   Answer
	Mark     Mark
	Override *float64 // points that a person gave in the place of the mark's, nil for none
}

// NewSheet returns the sheet of a respondent's answers.
func NewSheet(respondent string, q *Questionnaire, answers []Answer, s Scale) *Sheet {
	panic("not yet")
}

// Points returns the sum of points, overridden marks counted as overridden, and the highest
// attainable sum.
func (s *Sheet) Points() (points, of float64) { panic("not yet") }

// Write writes the sheet as CSV, for spreadsheets: a person overrules a mark by a number in the
// column "override".
func (s *Sheet) Write(w io.Writer) error { panic("not yet") }

// ReadSheet reads a sheet of answers to a questionnaire; file is its name in errors.
func ReadSheet(r io.Reader, file string, q *Questionnaire) (*Sheet, error) { panic("not yet") }

// Place is an entry's place after screening.
type Place struct {
	Respondent string  `json:"entry"`
	Points     float64 `json:"points"`
	Of         float64 `json:"of"`
	Place      int     `json:"place"`    // entries with equal points share a place
	Finalist   bool    `json:"finalist"` // the place is certain to be among the finalists
	Tied       bool    `json:"tied"`     // it shares the last place among the finalists with others
}

// Rank orders entries by points, of which the first n are finalists. Where points are equal across
// the border, the rules do not decide: the entries are Tied, none of them is a Finalist, and the
// organiser chooses among them.
func Rank(sheets []*Sheet, n int) []Place { panic("not yet") }
