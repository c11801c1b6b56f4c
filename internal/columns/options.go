package columns

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

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
			if like.MatchString(name) && !slices.Contains(t.added, k) {
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
	t.given = len(t.Given["question-columns"]) > 0
	return cmp.Or(
		t.useOption("ignore-columns", Ignored, nil),
		t.useAttributes(),
		t.useOption("id-column", RespondentRole, &t.Layout.ID),
		t.useOption("rating-column", TotalRole, &t.Layout.Rating),
		t.useOption("question-column", "", &t.chosen.Question),
		t.useOption("response-column", "", &t.chosen.Response),
		t.useOption("score-column", "", &t.chosen.Score),
		t.useOption("rater-columns", RaterRole, nil),
		t.useOption("score-columns", PointsRole, nil),
		t.useOption("question-columns", QuestionRole, nil))
}

// Without returns what reports whether a column of a header is one that names say to leave out.
func Without(names, header []string) func(column int) bool {
	t, err := newTable(header, nil, Options{Given: map[string][]string{"ignore-columns": names}})
	return func(k int) bool { return err == nil && t.Columns[k].Why == "--ignore-columns" }
}

// useOption decides about the columns that an option names: one, to which it is noted, or several.
func (t *table) useOption(flag string, role Role, to *int) error {
	for _, name := range t.Given[flag] {
		which, err := t.columns(flag, name)
		several := role == Ignored || to == nil && strings.Contains(name, "*")
		if err == nil && len(which) > 1 && !several {
			_, err = t.column(flag, name)
		}
		if err != nil {
			return err
		}
		for _, k := range which {
			if to != nil {
				*to = k
			}
			if role != "" {
				t.decide(role, claim{column: k, of: -1}, "--"+flag)
			}
		}
	}
	return nil
}

// useAttributes decides about the attributes, except that what identifies respondents can group
// their rows as well.
func (t *table) useAttributes() error {
	for _, name := range t.Options.Attributes {
		k, err := t.column("", name)
		if err != nil {
			return err
		}
		if !wordsOf("identifier").has(t.names[k]) && roleOf(t.header[k]) != respondentRole {
			t.decide(AttributeRole, claim{column: k, of: -1}, "an attribute")
		}
		t.Layout.Attributes = append(t.Layout.Attributes, k)
	}
	return nil
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
