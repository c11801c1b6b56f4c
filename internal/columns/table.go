package columns

import (
	"fmt"
	"slices"
	"strings"

	numbersIn "github.com/luna-rating/luna/internal/numbers"
)

// table is what rules look at: a table's columns, and what has been decided about them so far.
type table struct {
	Options
	*Layout
	rows      [][]string
	header    []string // as it is written
	names     []string // of the header, as Normal returns them
	profiles  []*profile
	judge     *judge
	entries   []entry         // by row and column
	chosen    Long            // the columns that the options name for the long form
	cells     map[int]*values // by column
	mayBeLong string          // why the table may be long although it is taken for wide
	given     bool            // the options name the questions
	added     []int           // columns that an earlier lrp grade added

	// Tables may have 100,000 columns, so all that is looked up for each of them is in a map.
	byHeader   map[string][]int  // by the name as it is written
	byName     map[string]int    // the first column of a name as in names
	questions  map[int]*Question // by column
	likely     []int             // columns that look like answers, not yet decided
	topics     []int             // of these, left out since others are worded as questions
	numbersOut []int             // columns of numbers beside questions that are left out
	stray      []int             // columns of texts that are left out, but may be answers
	series     string            // what the names of most questions have in common
	rated      []bool            // by row: it has a total or scores
	answered   []int             // by row: filled cells of questions
}

func newTable(header []string, rows [][]string, o Options) (*table, error) {
	l := &Layout{Header: slices.Clone(header), ID: -1, Surname: -1, Rating: -1, Grades: -1,
		Key: -1, SecondKey: -1, Points: -1, Wordings: -1, Columns: make([]Column, len(header))}
	t := &table{Options: o, Layout: l, rows: rows, header: header, byHeader: map[string][]int{},
		byName: map[string]int{}, questions: map[int]*Question{},
		chosen: Long{-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, nil, false}}
	for k, h := range header {
		name := Normal(h)
		t.names = append(t.names, name)
		t.byHeader[h] = append(t.byHeader[h], k)
		if _, found := t.byName[name]; !found {
			t.byName[name] = k
		}
	}
	for k, h := range header {
		l.Columns[k].Of = -1
		if len(t.byHeader[h]) > 1 && t.names[k] != "" {
			l.Header[k] = fmt.Sprintf("%s (column %d)", strings.TrimSpace(h), k+1)
		}
	}
	t.look()
	if g := FindGraded(header); g != nil {
		t.added = g.All
	}
	err := t.useOptions()
	t.leaveGraded()
	return t, err
}

// look describes the columns by their cells.
func (t *table) look() {
	t.profiles, t.entries, t.cells = make([]*profile, len(t.header)), make([]entry, 0, len(t.rows)*len(t.header)), nil
	for k := range t.profiles {
		t.profiles[k] = newProfile(len(t.rows))
	}
	t.judge = newJudge(t.Numbers, cap(t.entries))
	for _, row := range t.rows {
		for k, p := range t.profiles {
			v := t.judge.of(At(row, k))
			t.entries = append(t.entries, v.is)
			p.add(v)
		}
	}
	most := 0
	for _, p := range t.profiles {
		most = max(most, len(p.cells))
	}
	set := make([]uint64, 2*most+1)
	for _, p := range t.profiles {
		p.finish(set)
	}
}

// claim is a column that a rule decides about.
type claim struct {
	column int
	of     int    // the question's column, for points and the like
	why    string // if it is not the rule's
}

// claims makes claims of columns that stand for themselves.
func claims(columns ...int) []claim {
	list := make([]claim, len(columns))
	for i, k := range columns {
		list[i] = claim{column: k, of: -1}
	}
	return list
}

// decide gives a column its role, unless it has one.
func (t *table) decide(role Role, c claim, why string) {
	if d := &t.Columns[c.column]; d.Role == "" {
		*d = Column{Role: role, Of: c.of, Why: why}
		if c.why != "" {
			d.Why = c.why
		}
		if role == QuestionRole && t.questions[c.column] == nil {
			t.questions[c.column] = &Question{Column: c.column, Score: -1, Wording: -1, Key: -1}
		}
	}
}

func (t *table) free(k int) bool       { return t.Columns[k].Role == "" }
func (t *table) isQuestion(k int) bool { return k >= 0 && t.questions[k] != nil }

// all returns the columns without a role for which a condition holds.
func (t *table) all(condition func(k int) bool) (found []int) {
	for k := range t.header {
		if t.free(k) && condition(k) {
			found = append(found, k)
		}
	}
	return found
}

// columnsOf returns all columns of a header.
func columnsOf(header []string) []int {
	list := make([]int, len(header))
	for k := range list {
		list[k] = k
	}
	return list
}

// left reports whether the options leave a column out.
func (t *table) left(k int) bool {
	return t.Columns[k].Role == Ignored || t.Columns[k].Role == AttributeRole
}

// asked returns the columns of questions, and those that look like answers.
func (t *table) asked() (found []int) {
	likely := make([]bool, len(t.header))
	for _, k := range t.likely {
		likely[k] = true
	}
	for k := range t.header {
		if t.isQuestion(k) || t.free(k) && likely[k] {
			found = append(found, k)
		}
	}
	return found
}

// entry returns what a cell has.
func (t *table) entry(row, column int) entry {
	if column < 0 {
		return noEntry
	}
	return t.entries[row*len(t.header)+column]
}

// missing reports whether a cell has neither a number nor a text.
func (t *table) missing(row, column int) bool { return t.entry(row, column) <= noneMark }

// number returns the number in a cell.
func (t *table) number(row, column int) (float64, bool) {
	if t.entry(row, column) != aNumber {
		return 0, false
	}
	v := t.judge.of(t.rows[row][column]).value
	return v, v == v
}

// figures returns the numbers in a column, NaN for a maximum alone.
func (t *table) figures(k int) (found []float64) {
	for i, row := range t.rows {
		if t.entry(i, k) == aNumber {
			found = append(found, t.judge.of(row[k]).value)
		}
	}
	return found
}

func (t *table) highest(k int) float64 {
	return slices.Max(append(numbersIn.Known(t.figures(k)), 0))
}

// isNumbers reports whether a column has numbers, perhaps with some words among them.
func (t *table) isNumbers(k int) bool {
	p := t.profiles[k]
	return p.kind == numbers || p.kind != dates && t.mostlyNumbers(k)
}

// mostlyNumbers reports whether at least half of a column's cells that are not empty are numbers,
// or the others are a few words again and again. It is so in a column without any such cells.
func (t *table) mostlyNumbers(k int) bool {
	if len(t.rows)*len(t.header) < len(t.entries) {
		return profileOf(t.rows, k, t.Numbers).mostly
	}
	return t.profiles[k].mostly
}

// constant reports whether all rows, enough to tell, have the same entry in a column.
func (t *table) constant(k int) bool {
	p := t.profiles[k]
	return p.distinct == 1 && p.filled == len(t.rows) && p.filled >= surely
}

func (t *table) note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}
