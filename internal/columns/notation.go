package columns

import (
	"strings"

	numbersIn "github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

// Notation is how a table writes its numbers. A single number may leave this open: in "8,000" and
// "8.000", the mark may separate decimals or thousands.
type Notation struct {
	Comma bool // the comma is the mark of decimals
	Exact bool // a point is always the mark of decimals, as in the cells of a workbook
	Parts bool // "1/2" is a half, since there is "10 1/2"
}

// groups reports whether the last point or comma of a number is a mark of thousands.
func (n Notation) groups(s string, last int) bool {
	mark := s[last : last+1]
	switch {
	case strings.Trim(s[:last], "0123456789+-' "+mark) != "": // the other mark is before it
		return false
	case strings.Count(s, mark) > 1:
		return true
	}
	return ambiguous().MatchString(s) && mark == n.thousands()
}

func (n Notation) thousands() string {
	switch {
	case !n.Comma:
		return ","
	case n.Exact:
		return ""
	}
	return "."
}

// ambiguous matches a number whose mark may be that of decimals or of thousands.
var ambiguous = text.Pattern(`^[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}$`)

// Ambiguous reports whether the number in a cell depends on the [Notation].
func Ambiguous(cell string) bool {
	cell, _ = parts(cell)
	n := len(cell)
	return n > 4 && strings.IndexByte(".,", cell[n-4]) >= 0 && ambiguous().MatchString(cell)
}

// decimals matches a number whose mark is surely that of decimals.
var decimals = text.Pattern(`^[+-]?(?:[0-9]*([.,])[0-9]{1,2}|0([.,])[0-9]+|[0-9]*([.,])[0-9]{4,}` +
	`|[0-9]{1,3}(?:[.'][0-9]{3})+(,)[0-9]+|[0-9]{1,3}(?:[,'][0-9]{3})+(\.)[0-9]+)$`)

// withFraction matches a number with a fraction, as in "10 1/2".
var withFraction = text.Pattern(`^[0-9]+ [1-9]/[2-9]$`)

// FindNotation finds out how a table writes its numbers. If no number tells, a text whose cells are
// delimited by semicolons has decimal commas.
func FindNotation(rows [][]string, semicolons, workbook bool) Notation {
	commas, points, fractions := 0, 0, false
	for _, row := range rows {
		for _, cell := range row {
			if n := len(cell); n < 8 && n > 4 && cell[n-2] == '/' && withFraction().MatchString(cell) {
				fractions = true
			}
			if len(cell) > 20 || strings.IndexByte(cell, '.') < 0 && strings.IndexByte(cell, ',') < 0 ||
				!look(cell).mayBeNumber() {
				continue
			}
			var m []string
			if _, fraction, mark := numbersIn.CutMark(cell); fraction != "" && len(fraction) < 3 { // as most have
				m = []string{"", string(mark)}
			} else {
				cell, _ = parts(cell)
				m = decimals().FindStringSubmatch(strings.TrimSpace(strings.TrimSuffix(cell, "%")))
			}
			switch {
			case m == nil:
			case strings.Join(m[1:], "") == ",":
				commas++
			default:
				points++
			}
		}
	}
	n := Notation{Comma: commas > points || commas == points && semicolons, Exact: workbook, Parts: fractions}
	if workbook { // its numbers have points, so that commas are those of texts
		n.Comma = commas > 0
	}
	return n
}
