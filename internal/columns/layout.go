package columns

import (
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Options name columns, by their names in the header, by patterns such as "Q*" or, as "#3", by
// their numbers.
type Options struct {
	// Given are the names by the option that gives them, such as "id-column", see useOptions.
	Given map[string][]string
	// Attributes are columns that are not questions and are kept.
	Attributes []string
	Layout     string // "wide" or "long"; if empty, it is found out
	Known      []Known
	Alone      bool // the table is read for the responses to known questions alone
	Numbers    Notation
	Parts      []string              // a second row of the header, for columns without a name
	Hidden     func(column int) bool // reports whether a column is hidden; nil if none is
}

// Known is a question that is known from elsewhere, such as a key or a model.
type Known struct{ ID, Text string }

// Role is what a column is.
type Role string

// The roles of columns.
const (
	RespondentRole Role = "respondent"
	QuestionRole   Role = "question"
	PartRole       Role = "part"    // that continues the question left of it
	WordingRole    Role = "wording" // of a question
	KeyRole        Role = "key"     // right answer to a question
	PointsRole     Role = "points"  // of a question
	MaxRole        Role = "maximum" // of the points or the totals
	TotalRole      Role = "total"
	RaterRole      Role = "rater"
	AttributeRole  Role = "attribute"
	Ignored        Role = "ignore"
)

// Column is what was decided about a column.
type Column struct {
	Role Role
	Of   int // column of the question that it belongs to, -1 if none
	Why  string
}

// Doubt is something that a table leaves open: what was found, and the flags that decide.
type Doubt struct {
	Found string `json:"found"`
	Flags string `json:"flags"`
}

// Layout is the meaning of a table's columns. A column is its index, -1 if there is none.
type Layout struct {
	Header     []string // names of the columns, made unique
	Columns    []Column // by column
	Long       *Long    // nil for the wide form
	ID         int
	Surname    int // column that completes the identifier
	Rating     int
	Grades     int     // column named like totals, without numbers; set if there is no Rating
	Low, Max   float64 // limits of the totals as stated in the header; Max is 0 if it states none
	Questions  []Question
	Raters     []int  // columns of totals by several raters
	Attributes []int  // in the order of the options
	Ignored    []int  // named columns that are none of these
	Candidates string // columns of numbers that may be totals; set if there is no Rating
	Notes      []string
	Doubts     []Doubt

	// Rows that do not belong to a respondent: their indexes, -1 if there is none.
	Key, SecondKey, Points, Wordings int
	Strangers                        []Stranger // all of them, by row
}

// Question is a question's columns in a wide table.
type Question struct {
	Column   int
	ID, Text string
	Numbered bool    // the identifier is only the question's place in the table
	More     []int   // columns without names that continue it
	Score    int     // column of its points
	Max      float64 // highest score as stated in the header, 0 if it states none
	Wording  int     // column that repeats its text
	Key      int     // column that repeats its right answer
	Dash     bool    // "-" stands for no answer
}

// Recognise finds out what the columns and rows are, from the header and the rows at hand. Its
// errors lack file and line.
func Recognise(header []string, rows [][]string, o Options) (*Layout, error) {
	t, err := newTable(header, rows, o)
	if err != nil {
		return nil, err
	}
	if err := t.recogniseLong(); err != nil || t.Layout.Long != nil {
		return t.Layout, err
	}
	if t.leaveRows() {
		t.look()
	}
	for _, r := range rules {
		if t.given && r.asks {
			continue
		}
		for _, c := range r.find(t) {
			t.decide(r.role, c, r.why)
		}
	}
	t.finish()
	if len(t.Layout.Questions) == 0 && t.added != nil {
		return nil, files.New("", 0, "ratings that lrp grade wrote, without answers",
			"the table that they were made from: type totals there")
	}
	if len(t.Layout.Questions) == 0 {
		return nil, files.New("", 0, "no column of responses among "+t.list(nil),
			"one column per question below a header (name them with --question-columns), or the "+
				"columns respondent, question, response")
	}
	return t.Layout, nil
}

// finish sets what follows from the roles.
func (t *table) finish() {
	l := t.Layout
	for k, c := range l.Columns {
		of := t.questions[c.Of]
		switch c.Role {
		case QuestionRole:
			l.Questions = append(l.Questions, Question{Column: k})
		case RespondentRole:
			if l.ID < 0 {
				l.ID = k
			}
		case RaterRole:
			l.Raters = append(l.Raters, k)
		case WordingRole:
			of.Wording = k
		case KeyRole:
			of.Key = k
		case PartRole:
			of.More = append(of.More, k)
		case PointsRole:
			if of != nil && of.Score < 0 {
				of.Score = k
			}
		case Ignored, "":
			if t.names[k] != "" && c.Why != writtenBefore {
				l.Ignored = append(l.Ignored, k)
			}
		}
	}
	if t.given { // in the order in which they are named
		l.Questions = nil
		for _, name := range t.Given["question-columns"] {
			which, _ := t.columns("", name)
			for _, k := range which {
				if t.isQuestion(k) && !slices.ContainsFunc(l.Questions, func(q Question) bool { return q.Column == k }) {
					l.Questions = append(l.Questions, Question{Column: k})
				}
			}
		}
	}
	for i := range l.Questions {
		l.Questions[i] = *t.questions[l.Questions[i].Column]
	}
	t.nameQuestions()
	t.sayReasons()
	t.raise()
}

// nameQuestions gives the questions, in the order of the columns, their identifiers and texts.
func (t *table) nameQuestions() {
	qs := t.Layout.Questions
	seen := map[string]int{}
	for i := range qs {
		name := t.header[qs[i].Column]
		if qs[i].ID == "" {
			qs[i].ID, qs[i].Text = label(name, i+1)
			qs[i].Numbered = qs[i].Text == strings.Join(strings.Fields(name), " ")
		}
		seen[qs[i].ID]++
		if m := inBrackets().FindStringSubmatch(name); m != nil && qs[i].Max == 0 && (t.series != "" || t.given) {
			qs[i].Max, _, _ = Number(m[1])
		}
	}
	whole := map[string]bool{}
	for i := range qs {
		if seen[qs[i].ID] > 1 { // rather the whole name
			qs[i].ID = strings.Join(strings.Fields(t.Header[qs[i].Column]), " ")
		}
		if qs[i].ID == "" || whole[qs[i].ID] { // names that are blank or differ in spaces alone
			qs[i].ID = strings.TrimSpace(fmt.Sprintf("%s (column %d)", qs[i].ID, qs[i].Column+1))
		}
		whole[qs[i].ID] = true
	}
	said := map[string]bool{}
	for _, q := range qs {
		name := t.header[q.Column]
		if same := len(t.byHeader[name]); same > 1 && !said[name] {
			said[name] = true
			t.note("%d columns are called %s: they are told apart by their numbers", same,
				text.Quote(short(name)))
		}
	}
}

// sayReasons says why columns are left out for other reasons than their names.
func (t *table) sayReasons() {
	var reasons []string
	by := map[string][]int{}
	for k, c := range t.Columns {
		if c.Role == Ignored && strings.HasPrefix(c.Why, sayIt) {
			if why := c.Why[len(sayIt):]; by[why] == nil {
				reasons = append(reasons, why)
			}
			by[c.Why[len(sayIt):]] = append(by[c.Why[len(sayIt):]], k)
			t.Columns[k].Why = c.Why[len(sayIt):]
		}
	}
	for _, why := range reasons {
		which := by[why]
		t.note("%s %s %s no question: %s (--question-columns decides otherwise)",
			text.Plural(len(which), "column", "columns"), t.list(which), text.Plural(len(which), "is", "are"), why)
	}
}

// sayIt begins reasons for which there is a note.
const sayIt = "!"
