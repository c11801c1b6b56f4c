package columns

import (
	"slices"
	"strings"
)

// HeaderRow returns the index of the row with the names of the columns: the first one, or the first
// below lines of a title, which fill far fewer cells. Rows are the first ones of a table.
func HeaderRow(rows [][]string) int {
	widest := 0
	for _, row := range rows {
		widest = max(widest, filled(row))
	}
	for i, row := range rows {
		if n := filled(row); n > 2 || 2*n > widest {
			return i
		}
	}
	return 0
}

// MarkColumns returns the columns in which a row may be marked as one of acceptable answers or of
// points: those named as identifiers or as something that is no response, or else the first.
func MarkColumns(header []string, id string) []int {
	var found []int
	for k, h := range header {
		if name := Normal(h); identifiers[name] || people[name] || others[name] ||
			id != "" && name == Normal(id) || name == "" && k == 0 {
			found = append(found, k)
		}
	}
	if len(found) == 0 {
		return []int{0}
	}
	return found
}

func filled(row []string) int {
	n := 0
	for _, c := range row {
		if strings.TrimSpace(c) != "" {
			n++
		}
	}
	return n
}

// SubHeaders returns the number of rows below the header that belong to it, and the texts of the
// columns if one of these rows has them. Qualtrics writes a row of texts and one of identifiers,
// SurveyMonkey a row that says "Open-Ended Response".
func SubHeaders(rows [][]string) (n int, texts []string) {
	if len(rows) >= 2 && slices.ContainsFunc(rows[1], imported) {
		return 2, rows[0]
	}
	if len(rows) >= 1 && slices.ContainsFunc(rows[0], imported) {
		return 1, nil
	}
	if len(rows) >= 1 && filled(rows[0]) > 0 && !slices.ContainsFunc(rows[0], func(c string) bool {
		c = Normal(c)
		return c != "" && c != "open ended response" && c != "response"
	}) {
		return 1, nil
	}
	return 0, nil
}

// imported recognises a cell of Qualtrics's third row.
func imported(cell string) bool {
	return strings.HasPrefix(strings.TrimSpace(cell), `{"ImportId"`)
}

// LooksLikeData reports whether the row that should be the header is one of data: it has no name
// that is known, but a number, a date or an address above others.
func LooksLikeData(header []string, rows [][]string) bool {
	for _, h := range header {
		name, _ := splitMax(Normal(h))
		if identifiers[name] || people[name] || others[name] || slices.Contains(totals, name) ||
			longQuestion[name] || sentence(h) && strings.HasSuffix(strings.TrimSpace(h), "?") {
			return false
		}
	}
	if len(rows) == 0 || consecutive(header) {
		return false
	}
	for k, h := range header {
		h = strings.TrimSpace(h)
		_, _, number := Number(h)
		switch c := contentOf(rows, k); {
		case c == numbers && number, c == dates && isDate(h),
			c == mails && mailLike.MatchString(h):
			return true
		}
	}
	return false
}

// consecutive reports whether some names are whole numbers that count up: numbers of questions.
func consecutive(header []string) bool {
	last, run := 0.0, 0
	for _, h := range header {
		v, _, ok := Number(h)
		if !ok {
			continue
		}
		if run > 0 && v != last+1 {
			return false
		}
		last, run = v, run+1
	}
	return run > 1
}
