package datasets

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

// mapping returns the options that say how a table was read: those that were given, and what was
// found out. What tables state themselves, such as the highest total, is left to them.
func (t *tableReader) mapping(l *columns.Layout) TableOptions {
	m, s := t.o, t.d.Scale
	roles := numbers.Map(t.d.Table.Uses, func(use ColumnUse) string { return use.Role })
	t.d.Table.name(&m, roles)
	if t.o.Questions != nil { // in their order
		m.Questions, m.ScoreColumns = t.o.Questions, t.o.ScoreColumns
	}
	if t.o.ScoreColumns == nil && !strings.ContainsFunc(strings.Join(m.ScoreColumns, ""), unicode.IsLetter) {
		m.ScoreColumns = nil // but numbers, which mean more than names
	}
	m.Accept, m.Attributes, m.Expected, m.MaxBytes = false, nil, nil, 0
	m.Layout = map[bool]string{true: "wide", false: "long"}[l.Long == nil]
	if len(t.above) > 0 {
		m.HeaderRow = t.row.Number
	}
	if len(t.in.Sheets()) > 1 {
		m.Sheet = t.d.Table.Sheet
	}
	if t.d.Table.Sheet == "" {
		m.Decimal = map[bool]string{true: "comma", false: "point"}[t.numbers.Comma]
	}
	if low := min(s.Zero, s.Full); l.Long == nil && low == 1 && l.Low != 1 {
		m.Min = &low
	}
	for _, d := range t.d.Table.Doubts { // of which the best guess was accepted
		if strings.Contains(d.Flags, "--max") {
			m.Max = max(s.Zero, s.Full)
		}
		if strings.Contains(d.Flags, "--zeros") {
			m.Zeros = "graded"
		}
	}
	return m
}

// name sets the options that name columns, given the role of each. No option names two of a kind,
// such as first and last names.
func (t *TableInfo) name(m *TableOptions, roles []string) {
	of, question := map[string][]int{}, map[string]int{}
	for k, role := range roles {
		of[role], question[t.Uses[k].Name] = append(of[role], k), k
	}
	slices.SortStableFunc(of["points"], func(a, b int) int {
		return question[t.Uses[a].Of] - question[t.Uses[b].Of]
	})
	names := func(role string) []string { return columns.Names(t.Columns, of[role]) }
	one := func(role string) string {
		if len(of[role]) != 1 {
			return ""
		}
		return names(role)[0]
	}
	m.IDColumn, m.RatingColumn = one("respondent"), one("total")
	if !t.Wide {
		m.QuestionColumn, m.ResponseColumn, m.ScoreColumn = one("question"), one("response"), one("points")
		return
	}
	m.Questions, m.RaterColumns, m.ScoreColumns = names("question"), names("rater"), nil
	if len(of["points"]) == len(of["question"]) {
		m.ScoreColumns = names("points")
	}
}

// With returns the mapping for other roles of columns, which are numbered from 0: respondent,
// question, points, total, ignore and, in wide form, rater or, in long form, response. Where there
// can be one column of a role, the one that had it is left out.
func (t *TableInfo) With(roles map[int]string) (TableOptions, error) {
	m, final := t.Mapping, make([]string, len(t.Uses))
	var ignored []int
	ones, known := []string{"respondent", "total"}, []string{"ignore", "question", "points", "rater"}
	if !t.Wide {
		ones, known = append(ones, "question", "response", "points"), known[:1]
	}
	known = append(known, ones...)
	taken := slices.Collect(maps.Values(roles))
	for k, role := range roles {
		if !slices.Contains(known, role) || k < 0 || k >= len(final) {
			return m, fmt.Errorf("found column %d with role %s, expected one of %d columns, as %s", k+1,
				text.Quote(role), len(final), text.Or(known))
		}
	}
	for k, use := range t.Uses {
		role, changed := roles[k]
		if !changed {
			role = use.Role
			if slices.Contains(taken, role) && slices.Contains(ones, role) ||
				role == "total" && slices.Contains(taken, "rater") {
				role = "ignore"
			}
		}
		if final[k] = role; role == "ignore" && (changed || role != use.Role || use.Why == "--ignore-columns") {
			ignored = append(ignored, k)
		}
	}
	m.Ignore = columns.Names(t.Columns, ignored)
	if t.name(&m, final); t.Wide && slices.Contains(taken, "points") && m.ScoreColumns == nil {
		return m, fmt.Errorf("found points, expected a column for each question")
	}
	return m, nil
}
