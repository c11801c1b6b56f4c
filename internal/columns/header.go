package columns

import (
	"regexp"
	"slices"
	"strings"
)

// HeaderRow returns the index of the row with the names of the columns, given the first rows of a
// table: the first one, or the first below lines with a title or facts about the exam, which fill
// far fewer cells.
func HeaderRow(rows [][]string) int {
	widest := 0
	for _, row := range rows {
		widest = max(widest, filled(row))
	}
	wide := slices.IndexFunc(rows, func(row []string) bool {
		return 2*filled(row) > widest && (filled(row) == widest || !facts(row))
	})
	for i, row := range rows[:max(wide, 0)] { // or a header without names of most columns
		if filled(row) > 2 && !facts(row) && LooksLikeData(rows[wide], rows[wide+1:]) {
			return i
		}
	}
	return max(wide, 0)
}

// facts reports whether a row has labels such as "Date:" with values.
func facts(row []string) bool {
	labels, values := 0, 0
	for _, c := range row {
		if c = strings.TrimSpace(c); strings.HasSuffix(c, ":") {
			labels++
		}
		if _, _, ok := Number(c); ok || isDate(c) {
			values++
		}
	}
	return labels > 1 || labels > 0 && values > 0
}

// statedMax matches a cell above the header that states the highest attainable total. The number is
// in this cell or in the next one.
var statedMax = regexp.MustCompile(`^(?:max(?:imum)?\.?(?: ?(?:score|points?|marks?|total))?|out of|` +
	`full marks|total (?:points|marks)|maximale? ?punkt(?:e|zahl)|hochstpunktzahl|bareme|puntuacion maxima|total)` +
	`[ :=]*([0-9.,]+)?$`)

// StatedMax returns the highest attainable total that the rows above the header state, 0 if none.
func StatedMax(above [][]string) float64 {
	for _, row := range above {
		for k, cell := range row {
			m := statedMax.FindStringSubmatch(Normal(cell))
			if m == nil {
				continue
			}
			if m[1] == "" {
				m[1] = At(row, k+1)
			}
			if v, _, ok := Number(m[1]); ok && v > 0 {
				return v
			}
		}
	}
	return 0
}

// MarkColumns returns the columns in which a cell may mark its row as one of acceptable answers or
// of points: those whose names are of identifiers or of anything else but responses, or otherwise
// the first column.
func MarkColumns(header []string, id string) []int {
	var found []int
	for k, h := range header {
		if name := Normal(h); identifiers[name] || people[name] || others[name] ||
			firstNames[name] || lastNames[name] || id != "" && name == Normal(id) || name == "" && k == 0 {
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
// SurveyMonkey a row that says "Open-Ended Response" or names the choices, which are parts.
func SubHeaders(header []string, rows [][]string) (n int, texts, parts []string) {
	if len(rows) >= 2 && slices.ContainsFunc(rows[1], imported) {
		return 2, rows[0], nil
	}
	if len(rows) >= 1 && slices.ContainsFunc(rows[0], imported) {
		return 1, nil, nil
	}
	if len(rows) >= 1 && slices.ContainsFunc(rows[0], openEnded) &&
		!slices.ContainsFunc(MarkColumns(header, ""), func(k int) bool {
			cell := At(rows[0], k)
			return strings.TrimSpace(cell) != "" && !openEnded(cell)
		}) {
		return 1, nil, rows[0]
	}
	if len(rows) > surely && labels(rows) {
		if row := rows[0]; 2*len(slices.DeleteFunc(slices.Clone(row), oneWord)) > filled(row) {
			return 1, row, nil
		}
		return 1, nil, nil
	}
	return 0, nil, nil
}

// labels reports whether the first of the rows has texts in columns where all others have numbers,
// dates or addresses.
func labels(rows [][]string) bool {
	n := 0
	for k, cell := range rows[0] {
		c := contentOf(rows[1:], k)
		if c == texts || c == empty || strings.TrimSpace(cell) == "" {
			continue
		}
		if Missing(cell) || contentOf(rows[:1], k) != texts {
			return false
		}
		n++
	}
	return n > 1
}

func oneWord(cell string) bool { return len(strings.Fields(cell)) < 2 }

// openEnded recognises a cell of SurveyMonkey's second row.
func openEnded(cell string) bool {
	c := Normal(cell)
	return c == "open ended response" || c == "response"
}

// imported recognises a cell of Qualtrics's third row.
func imported(cell string) bool {
	return strings.HasPrefix(strings.TrimSpace(cell), `{"ImportId"`)
}

// LooksLikeData reports whether the row that should be the header holds data: it has no known
// column name, but a number, a date or an address above others of its kind.
func LooksLikeData(header []string, rows [][]string) bool {
	for _, h := range header {
		name, _ := splitMax(Normal(h))
		if identifiers[name] || people[name] || others[name] || slices.Contains(totals, name) ||
			roleOf(h) == questionRole || sentence(h) && strings.HasSuffix(strings.TrimSpace(h), "?") {
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

// consecutive reports whether some of the names are consecutive whole numbers: numbers of
// questions.
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
