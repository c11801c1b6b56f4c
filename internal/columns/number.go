package columns

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Notation is how a table writes its numbers. A single number may leave this open: in "8,000" and
// "8.000", the mark may separate decimals or thousands.
type Notation struct {
	Comma bool // the comma is the mark of decimals
	Exact bool // a point is always the mark of decimals, as in the cells of a workbook
}

// Number parses a number as [Notation.Number] does where the comma is the mark of thousands.
func Number(cell string) (value, top float64, ok bool) { return Notation{}.Number(cell) }

// ofMax matches a number with its maximum, as in "12 / 20" or "12 out of 20".
var ofMax = regexp.MustCompile(`^(\S.*?)\s*(?:/|\b(?:out of|of|von|sur|de|di|van|из)\b)\s*(\S+)$`)

// mixed matches a number with a fraction, as in "10 1/2".
var mixed = regexp.MustCompile(`^([+-]?[0-9]+)? *([0-9])[/⁄]([0-9]{1,2})$`)

// Number parses a number in the digits of any script, with or without marks of thousands. After a
// slash or a per cent sign it has a maximum, as in "12 / 20"; otherwise top is 0. Of a cell such as
// "- / 20", which has a maximum alone, the value is NaN.
func (n Notation) Number(cell string) (value, top float64, ok bool) {
	if len(cell) > 80 {
		return 0, 0, false
	}
	cell, vulgar := plain(cell)
	if m := mixed.FindStringSubmatch(cell); m != nil && (m[1] != "" || vulgar) {
		whole, _ := strconv.ParseFloat("0"+strings.TrimLeft(m[1], "+-"), 64)
		above, _ := strconv.ParseFloat(m[2], 64)
		below, _ := strconv.ParseFloat(m[3], 64)
		if value = whole + above/below; strings.HasPrefix(m[1], "-") {
			value = -value
		}
		return value, 0, above < below
	}
	if before, found := strings.CutSuffix(cell, "%"); found {
		value, ok = n.decimal(strings.TrimSpace(before))
		return value, 100, ok
	}
	if value, ok = n.decimal(cell); ok {
		return value, 0, true
	}
	before, after, found := strings.Cut(cell, "/")
	if m := ofMax.FindStringSubmatch(cell); m != nil {
		before, after, found = m[1], m[2], true
	}
	top, good := n.decimal(strings.TrimSpace(after))
	if !found || !good || top < 0 {
		return 0, 0, false
	}
	before = strings.TrimSpace(before)
	if strings.Trim(before, "-–—") == "" {
		return math.NaN(), top, true
	}
	value, ok = n.decimal(before)
	return value, top, ok && top > 0
}

// plain writes a cell with ASCII digits and marks. It reports whether there was a sign such as ½.
func plain(cell string) (text string, vulgar bool) {
	cell = strings.TrimSpace(cell)
	if ascii(cell) {
		return cell, false
	}
	var b strings.Builder
	for _, r := range cell {
		switch {
		case r == '٫':
			b.WriteByte('.')
		case r == '٬', r == '\u00a0', r == '\u202f', r == '\u2009', r == '’':
			b.WriteByte(' ')
		case r == '−', r == '－':
			b.WriteByte('-')
		case r == '／':
			b.WriteByte('/')
		case r == '％', r == '٪':
			b.WriteByte('%')
		case unicode.Is(unicode.Nd, r):
			b.WriteByte(digit(r))
		case unicode.Is(unicode.No, r) && strings.ContainsRune(norm.NFKC.String(string(r)), '⁄'):
			b.WriteString(" " + norm.NFKC.String(string(r)))
			vulgar = true
		default:
			b.WriteRune(r)
		}
	}
	return strings.TrimSpace(b.String()), vulgar
}

// digit returns the ASCII digit of a decimal digit. Unicode has each script's ten in a row.
func digit(r rune) byte {
	for _, t := range unicode.Nd.R16 {
		if r <= rune(t.Hi) && r >= rune(t.Lo) {
			return '0' + byte((r-rune(t.Lo))%10)
		}
	}
	for _, t := range unicode.Nd.R32 {
		if r <= rune(t.Hi) && r >= rune(t.Lo) {
			return '0' + byte((r-rune(t.Lo))%10)
		}
	}
	return '0'
}

func (n Notation) decimal(s string) (float64, bool) {
	if strings.Trim(s, "0123456789.,eE+-' ") != "" || strings.Trim(s, "eE+-' ,.") == "" {
		return 0, false
	}
	whole, fraction := s, ""
	if last := strings.LastIndexAny(s, ".,"); last >= 0 && !n.groups(s, last) {
		whole, fraction = s[:last], "."+s[last+1:]
	}
	groups := strings.FieldsFunc(strings.TrimLeft(whole, "+-"), func(r rune) bool {
		return strings.ContainsRune(".,' ", r)
	})
	for i, g := range groups {
		if len(groups) > 1 && (len(g) > 3 || i > 0 && len(g) != 3 || strings.ContainsAny(g, "eE+-")) {
			return 0, false
		}
	}
	if strings.ContainsAny(strings.TrimLeft(s, "+-")[:1], "eE' ") || strings.HasSuffix(whole, " ") {
		return 0, false
	}
	sign := whole[:len(whole)-len(strings.TrimLeft(whole, "+-"))]
	v, err := strconv.ParseFloat(sign+strings.Join(groups, "")+fraction, 64)
	return v, err == nil && !math.IsInf(v, 0)
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
	return ambiguous.MatchString(s) && mark == n.thousands()
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
var ambiguous = regexp.MustCompile(`^[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}$`)

// Ambiguous reports whether the number in a cell depends on the [Notation].
func Ambiguous(cell string) bool {
	cell, _ = plain(cell)
	return ambiguous.MatchString(cell)
}

// decimals matches a number whose mark is surely that of decimals.
var decimals = regexp.MustCompile(`^[+-]?(?:[0-9]*([.,])[0-9]{1,2}|0([.,])[0-9]+|[0-9]*([.,])[0-9]{4,}` +
	`|[0-9]{1,3}(?:[.'][0-9]{3})+(,)[0-9]+|[0-9]{1,3}(?:[,'][0-9]{3})+(\.)[0-9]+)$`)

// FindNotation finds out how a table writes its numbers. If no number tells, a text whose cells are
// delimited by semicolons has decimal commas.
func FindNotation(rows [][]string, semicolons, workbook bool) Notation {
	commas, points := 0, 0
	for _, row := range rows {
		for _, cell := range row {
			if len(cell) > 20 || !strings.ContainsAny(cell, ".,") {
				continue
			}
			cell, _ = plain(cell)
			before, _, _ := strings.Cut(cell, "/")
			m := decimals.FindStringSubmatch(strings.TrimSpace(strings.TrimSuffix(before, "%")))
			switch {
			case m == nil:
			case strings.Join(m[1:], "") == ",":
				commas++
			default:
				points++
			}
		}
	}
	n := Notation{Comma: commas > points || commas == points && semicolons, Exact: workbook}
	if workbook { // its numbers have points, so that commas are those of texts
		n.Comma = commas > 0
	}
	return n
}
