package datasets

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
)

// ColumnUse says what a column of a table was taken for.
type ColumnUse struct {
	Name string `json:"name"` // in the header, with its number where others have the same
	// Role is respondent, question, response, wording, key, points, maximum, total, rater, attempt,
	// attribute, part (of the question left of it) or ignore.
	Role   string   `json:"role"`
	Of     string   `json:"of,omitempty"`     // name of the question's column that it belongs to, if any
	Why    string   `json:"why"`              // the reason
	Values []string `json:"values,omitempty"` // first entries that differ, three at most
}

// Doubt is something that a table leaves open: what was found, and the options that decide.
type Doubt = columns.Doubt

// uses lists what the columns were taken for.
func (t *tableReader) uses(l *columns.Layout) (list []ColumnUse) {
	long := map[int]string{}
	if f := l.Long; f != nil {
		for role, k := range map[string]int{"respondent": f.Respondent, "question": f.Question, "wording": f.Wording,
			"response": f.Response, "points": f.Score, "maximum": f.Max, "key": f.Key, "total": f.Rating, "attempt": f.Attempt} {
			long[k] = role
		}
		if f.Auto >= 0 {
			long[f.Auto] = "points"
		}
		for _, k := range f.Raters {
			long[k] = "rater"
		}
	}
	for k, c := range l.Columns {
		use := ColumnUse{Name: l.Header[k], Role: string(c.Role), Why: c.Why}
		if c.Of >= 0 {
			use.Of = l.Header[c.Of]
		}
		if l.Long != nil && c.Role == "" {
			use.Role, use.Why = "ignore", "not needed in long form"
			if role := long[k]; role != "" {
				use.Role, use.Why = role, "a row per response"
			}
		}
		for i, row := range t.rows {
			cell := strings.TrimSpace(columns.At(row.Cells, k))
			if cell != "" && !slices.Contains(use.Values, cell) &&
				!slices.ContainsFunc(l.Strangers, func(s columns.Stranger) bool { return s.Row == i }) {
				if use.Values = append(use.Values, cell); len(use.Values) == 3 {
					break
				}
			}
		}
		list = append(list, use)
	}
	return list
}
