package columns

import (
	"cmp"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// HeaderRow returns the index of the row with the names of the columns, given the first rows of a
// table: the first one, or the first below lines with a title or facts about the exam, which fill
// far fewer cells.
func HeaderRow(rows [][]string) int {
	widest := 0
	for _, row := range rows {
		widest = max(widest, filled(row))
	}
	wide := slices.IndexFunc(rows, func(row []string) bool { // the header
		return 2*filled(row) > widest && (filled(row) == widest || !facts(row) && !above(rows, row, widest))
	})
	for i, row := range rows[:max(wide, 0)] { // or a header without names of most columns
		if filled(row) > 2 && !facts(row) && LooksLikeData(rows[wide], rows[wide+1:]) {
			return i
		}
	}
	return max(wide, 0)
}

// above reports whether a row lacks cells that the next row has, all of them texts.
func above(rows [][]string, row []string, widest int) bool {
	i := slices.IndexFunc(rows, func(r []string) bool { return &r[0] == &row[0] })
	return 10*filled(row) < 7*widest && i+surely < len(rows) && filled(rows[i+1]) == widest &&
		!slices.ContainsFunc(rows[i+1], func(c string) bool { _, _, ok := Number(c); return ok || isDate(c) })
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
var statedMax = text.Pattern(`^(?:max(?:imum)?\.?(?: ?(?:score|points?|marks?|total))?|out of|` +
	`full marks|total (?:points|marks)|maximale? ?punkt(?:e|zahl)|hochstpunktzahl|bareme|puntuacion maxima|total)` +
	`[ :=]*([0-9.,]+)?$`)

// titled matches a title that states the highest attainable total behind it, as in "Test 3 (20
// marks)".
var titled = text.Pattern(`[(\[–-]\s*([0-9]{1,4})\s*(?:marks?|points?|pts\.?|punkte|punten|puntos|points|punti|pontos|puan|pkt\.?|poäng|point|` +
	`pistettä|bod[ůy]|балл(?:ов|а|ы)?|балів|分|点|점)\s*(?:[)\]–-]|$)`)

// StatedMax returns the highest attainable total that the rows above the header state, 0 if none.
func StatedMax(above [][]string) float64 {
	for _, row := range above {
		for k, cell := range row {
			m := statedMax().FindStringSubmatch(Normal(cell))
			if m == nil {
				m = titled().FindStringSubmatch(strings.ToLower(cell))
			}
			if m == nil {
				continue
			}
			m[1] = cmp.Or(m[1], At(row, k+1))
			if v, _, ok := Number(m[1]); ok && v > 0 {
				return v
			}
		}
	}
	return 0
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
		!slices.ContainsFunc(rows[0], func(cell string) bool { _, _, ok := Number(cell); return ok }) &&
		!namesSomebody(header, rows[0]) {
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
		c := profileOf(rows[1:], k, Notation{}).kind
		if c == texts || c == empty || strings.TrimSpace(cell) == "" {
			continue
		}
		if kind := profileOf(rows[:1], k, Notation{}).kind; Missing(cell) || kind != texts && kind != codes {
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
		if isKnown(name) || roleOf(h) == questionRole || sentence(h) && strings.HasSuffix(strings.TrimSpace(h), "?") {
			return false
		}
	}
	if len(rows) == 0 || consecutive(header) {
		return false
	}
	for k, h := range header {
		h = strings.TrimSpace(h)
		_, _, number := Number(h)
		switch c := profileOf(rows, k, Notation{}).kind; {
		case c == numbers && number, c == dates && isDate(h),
			c == addresses && isAddress(h):
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

// isKnown reports whether a name, as Normal returns it, is one of a column that is no question.
func isKnown(name string) bool {
	return slices.ContainsFunc([]string{"identifier", "person", "first name", "last name", "other", "total"},
		func(role string) bool { return wordsOf(role).has(name) })
}

// namesSomebody reports whether a row has an entry in a column of names or the like.
func namesSomebody(header, row []string) bool {
	for k, h := range header {
		if cell := strings.TrimSpace(At(row, k)); cell != "" && !openEnded(cell) && isKnown(Normal(h)) {
			return true
		}
	}
	return false
}
