package columns

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// table is what rules look at: a table's columns, and what has been decided about them so far.
type table struct {
	Options
	*Layout
	rows     [][]string
	header   []string // as it is written
	names    []string // of the header, as Normal returns them
	profiles []*profile
	chosen   Long            // the columns that the options name for the long form
	cells    map[int]*values // by column
	doubt    string          // why the table may be long although it is taken for wide
	given    bool            // the options name the questions

	// Tables may have 100,000 columns, so all that is looked up for each of them is in a map.
	byHeader   map[string][]int  // by the name as it is written
	byName     map[string]int    // the first column of a name as in names
	questions  map[int]*Question // by column
	likely     []int             // columns that look like answers, not yet decided
	topics     []int             // of these, left out since others are worded as questions
	numbersOut []int             // columns of numbers beside questions that are left out
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
	return t, t.useOptions()
}

// look describes the columns by their cells.
func (t *table) look() {
	t.profiles, t.cells = nil, nil
	for k := range t.header {
		t.profiles = append(t.profiles, profileOf(t.rows, k, t.Numbers))
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

// every returns all columns.
func (t *table) every() []int {
	list := make([]int, len(t.header))
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

// number returns the number in a cell.
func (t *table) number(row, column int) (float64, bool) {
	v, _, ok := t.Numbers.Number(At(t.rows[row], column))
	return v, ok && v == v
}

// figures returns the numbers in a column, NaN for a maximum alone.
func (t *table) figures(k int) (found []float64) {
	for _, row := range t.rows {
		if v, _, ok := t.Numbers.Number(At(row, k)); ok {
			found = append(found, v)
		}
	}
	return found
}

func (t *table) highest(k int) float64 {
	top := 0.0
	for _, v := range t.figures(k) {
		if v > top {
			top = v
		}
	}
	return top
}

// isNumbers reports whether a column has numbers, perhaps with some words among them.
func (t *table) isNumbers(k int) bool {
	p := t.profiles[k]
	return p.kind == numbers || p.kind != dates && t.mostlyNumbers(k)
}

// mostlyNumbers reports whether at least half of a column's cells that are not empty are numbers,
// or the others are a few words again and again. It is so in a column without any such cells.
func (t *table) mostlyNumbers(k int) bool {
	filled, good, others := 0, 0, map[string]bool{}
	for _, row := range t.rows {
		cell := At(row, k)
		if Missing(cell) {
			continue
		}
		filled++
		if _, _, ok := Number(cell); ok {
			good++
		} else {
			others[strings.TrimSpace(cell)] = true
		}
	}
	return 2*good >= filled || good >= 3 && len(others) <= 3 && 3*len(others) <= good
}

// constant reports whether all rows, enough to tell, have the same entry in a column.
func (t *table) constant(k int) bool {
	p := t.profiles[k]
	return p.distinct == 1 && p.filled == len(t.rows) && p.filled >= surely
}

// column returns the column that an option names. Flag is "" if several flags can name it.
func (t *table) column(flag, name string) (int, error) {
	found, err := t.columns(flag, name)
	if err != nil {
		return -1, err
	}
	if len(found) > 1 {
		return -1, files.New("", 0, fmt.Sprintf("%d columns %s%s", len(found), text.Quote(name),
			ofFlag(flag)), fmt.Sprintf("the number of one, such as #%d", found[1]+1))
	}
	return found[0], nil
}

// columns returns the columns that an option names: by "#3", by the name in the header, or by a
// pattern in which "*" stands for anything.
func (t *table) columns(flag, name string) ([]int, error) {
	if number, found := strings.CutPrefix(strings.TrimSpace(name), "#"); found {
		if k, err := strconv.Atoi(number); err == nil && k >= 1 && k <= len(t.names) {
			return []int{k - 1}, nil
		}
	}
	if same := t.byHeader[name]; len(same) > 0 {
		return same, nil
	}
	if k, found := t.byName[Normal(name)]; found && t.names[k] != "" {
		return []int{k}, nil
	}
	if strings.Contains(name, "*") {
		pattern := regexp.QuoteMeta(Normal(strings.ReplaceAll(name, "*", "\x00")))
		like := regexp.MustCompile("^" + strings.ReplaceAll(pattern, "\x00", ".*") + "$")
		var found []int
		for k, name := range t.names {
			if like.MatchString(name) {
				found = append(found, k)
			}
		}
		if found != nil {
			return found, nil
		}
	}
	return nil, files.New("", 0, "no column "+text.Quote(name)+ofFlag(flag),
		"one of "+t.list(nil)+", or #1 for the first")
}

func ofFlag(flag string) string {
	if flag == "" {
		return ""
	}
	return " (--" + flag + ")"
}

// useOptions decides about the columns that the options name.
func (t *table) useOptions() error {
	for _, name := range t.Ignore {
		which, err := t.columns("ignore-columns", name)
		if err != nil {
			return err
		}
		for _, k := range which {
			t.decide(Ignored, claim{column: k, of: -1}, "--ignore-columns")
		}
	}
	for _, name := range t.Options.Attributes {
		k, err := t.column("", name)
		if err != nil {
			return err
		}
		// What identifies respondents can group their rows as well.
		if !wordsOf("identifier").has(t.names[k]) && roleOf(t.header[k]) != respondentRole {
			t.decide(AttributeRole, claim{column: k, of: -1}, "an attribute")
		}
		t.Layout.Attributes = append(t.Layout.Attributes, k)
	}
	for _, o := range []struct {
		flag string
		role Role
		name []string
		to   *int
	}{
		{"id-column", RespondentRole, one(t.Options.ID), &t.Layout.ID},
		{"rating-column", TotalRole, one(t.Options.Rating), &t.Layout.Rating},
		{"question-column", "", one(t.Options.Question), &t.chosen.Question},
		{"response-column", "", one(t.Options.Response), &t.chosen.Response},
		{"score-column", "", one(t.Options.Score), &t.chosen.Score},
		{"rater-columns", RaterRole, t.Options.Raters, nil},
		{"score-columns", PointsRole, t.Options.Scores, nil},
		{"question-columns", QuestionRole, t.Options.Questions, nil},
	} {
		for _, name := range o.name {
			which, err := t.columns(o.flag, name)
			if err == nil && len(which) > 1 && !strings.Contains(name, "*") {
				_, err = t.column(o.flag, name)
			}
			if err != nil {
				return err
			}
			for _, k := range which {
				if o.to != nil {
					*o.to = k
				}
				if o.role != "" {
					t.decide(o.role, claim{column: k, of: -1}, "--"+o.flag)
				}
			}
		}
	}
	t.given = len(t.Options.Questions) > 0
	return nil
}

func one(name string) []string {
	if name == "" {
		return nil
	}
	return []string{name}
}

// list names columns for messages, all of them if which is nil.
func (t *table) list(which []int) string {
	if which == nil {
		for k := range t.Header {
			which = append(which, k)
		}
	}
	return ListColumns(t.Header, which)
}

func (t *table) note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// ListColumns lists the names of columns for messages, the first ones only if there are many.
func ListColumns(header []string, which []int) string {
	const most, length = 12, 160
	list := ""
	for i, k := range which {
		if i == most || len(list) > length {
			return fmt.Sprintf("%s and %d more", list, len(which)-i)
		}
		if i > 0 {
			list += ", "
		}
		list += text.Quote(short(header[k]))
	}
	return list
}

// short cuts a long name.
func short(name string) string {
	name = strings.Join(strings.Fields(name), " ")
	if r := []rune(name); len(r) > 30 {
		return string(r[:29]) + "…"
	}
	return name
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
