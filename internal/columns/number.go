package columns

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	numbersIn "github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

// Number parses a number as [Notation.Number] does where the comma is the mark of thousands.
func Number(cell string) (value, top float64, ok bool) { return Notation{}.Number(cell) }

// unit matches a unit of points in the languages that most tables are in, and nothing else that can
// be counted: "3 moles" is an answer.
const unit = `(?:\s*(?:p\.|pts?\b\.?|points?\b|pkte?\b\.?|punkte?n?\b|ptos?\b\.?|puntos?\b|punt[ei]\b|punten\b|` +
	`pontos?\b|marks?\b|poäng|poeng|punkt(?:y|ów)|pkt|bod(?:[yů]|ova)?|b\.|балл(?:а|ов|ы)?|puan|điểm|คะแนน|درجة|` +
	`점|分|点|點)|\s+p\b)?`

var (
	// ofMax matches a number with its maximum, as in "12/20", "12 out of 20" or "7 (of 20)".
	ofMax = text.Pattern(`^[(\[]?(.*?)` + unit + `\s*[(\[]?\s*(?:/|out of|of|von|sur|sobre|su|de|di|van|af|av|` +
		`ze?|od|din|dari|trên|из|от|από|من|מתוך|จาก)\s*([0-9][0-9.,' ]*)` + unit + `\s*[)\]]?$`)
	// counted matches a number with a unit of points, as in "7 pts".
	counted = text.Pattern(`^(.*[0-9])` + unit + `$`)
	// mixed matches a number with a fraction, as in "10 1/2" or, with the sign ½, "10 1⁄2".
	mixed = text.Pattern(`^(?:([+-]?[0-9]+) +([0-9])/([0-9]{1,2})|([+-]?[0-9]*) *([0-9]+)⁄([0-9]+))$`)
	// share matches a percentage after a number, as in "8/15 (53.3%)".
	share = text.Pattern(`\s*(?:[(\[]\s*[0-9.,]+\s*%\s*[)\]]|=\s*[0-9.,]+\s*%)$`)
)

// Number parses a number in the digits of any script, with or without marks of thousands and a unit
// of points. Before a slash or a per cent sign it has a maximum, as in "12/20"; otherwise top is 0.
// Of a cell such as "- / 20", which has a maximum alone, the value is NaN. A number with a fraction
// has a blank or one sign for it: "10 1/2" or "10½".
func (n Notation) Number(cell string) (value, top float64, ok bool) {
	if len(cell) > 80 || !look(cell).mayBeNumber() {
		return 0, 0, false
	}
	return n.parse(cell)
}

// parse is Number for a cell that may have one at first sight.
func (n Notation) parse(cell string) (value, top float64, ok bool) {
	if value, ok = n.decimal(cell); ok { // as most have
		return value, 0, true
	}
	cell, limit := parts(cell)
	if limit != "" {
		if top, ok = n.decimal(limit); !ok {
			return 0, 0, false
		}
		if strings.Trim(cell, "-") == "" {
			return math.NaN(), top, true
		}
		if value, ok = n.simple(cell); n.Parts && top < 10 && value < top && len(cell) == 1 {
			return value / top, 0, ok
		}
		return value, top, ok && top > 0
	}
	if before, found := strings.CutSuffix(cell, "%"); found {
		value, ok = n.decimal(strings.TrimSpace(before))
		return value, 100, ok
	}
	value, ok = n.simple(cell)
	return value, 0, ok
}

// hasMarksAlone reports whether a text has only what a number without a maximum and a fraction is
// written with.
func hasMarksAlone(s string) bool {
	for i := range len(s) {
		if !isDigit(s, i) && strings.IndexByte(".,eE+-' ", s[i]) < 0 {
			return false
		}
	}
	return true
}

// parts returns what a cell says in ASCII digits and marks without units, and its maximum.
func parts(cell string) (value, top string) {
	cell = plain(cell)
	if !strings.HasPrefix(cell, "'") && hasMarksAlone(cell) || // as nearly all
		!strings.ContainsAny(cell, "0123456789") || strings.IndexByte("0123456789+-.,'/([", cell[0]) < 0 {
		return cell, ""
	}
	if value, top, ok := strings.Cut(cell, "/"); ok && numbersIn.Whole(value) && numbersIn.Whole(top) {
		return value, top
	}
	cell = strings.ToLower(cell)
	if strings.Contains(cell, "%") {
		cell = cmp.Or(share().ReplaceAllString(cell, ""), cell)
	}
	cell = strings.TrimPrefix(cell, "'") // what Excel shows as a text
	if m := counted().FindStringSubmatch(cell); m != nil {
		cell = m[1]
	}
	if m := ofMax().FindStringSubmatch(cell); m != nil && !mixed().MatchString(cell) {
		return strings.TrimSpace(m[1]), strings.TrimSpace(m[2])
	}
	return cell, ""
}

// simple parses a number without a maximum, which may have a fraction.
func (n Notation) simple(s string) (float64, bool) {
	m := mixed().FindStringSubmatch(s)
	if m == nil {
		return n.decimal(s)
	}
	whole, _ := strconv.ParseFloat("0"+strings.TrimLeft(m[1]+m[4], "+-"), 64)
	above, _ := strconv.ParseFloat(m[2]+m[5], 64)
	below, _ := strconv.ParseFloat(m[3]+m[6], 64)
	value := whole + above/below
	if strings.HasPrefix(s, "-") {
		value = -value
	}
	return value, above < below
}

// leading matches a number with the words for it, as the labels of a scale have them.
var leading = text.Pattern(`^[(\[]?([+-]?[0-9]+(?:[.,][0-9]+)?)[)\]]?\s*(?:[-–—=:.)]\s*|\s[(\[])([^0-9\s].*)$`)

// Leading returns the number that the label of a scale begins with, such as "5 - Excellent", and
// the rest. It is for columns in which most cells have this form: "3. State" may be an answer.
func (n Notation) Leading(cell string) (value float64, rest string, ok bool) {
	if len(cell) > 80 {
		return 0, "", false
	}
	m := leading().FindStringSubmatch(plain(cell))
	if m == nil {
		return 0, "", false
	}
	value, ok = n.decimal(m[1])
	return value, strings.TrimRight(m[2], ")]"), ok
}

// plain writes a cell with ASCII digits and marks. A sign such as ½ becomes " 1⁄2".
func plain(cell string) string {
	cell = strings.TrimSpace(cell)
	if ascii(cell) {
		return strings.ReplaceAll(cell, `\`, "/")
	}
	var b strings.Builder
	for _, r := range cell {
		form := norm.NFKC.String(string(r)) // ASCII of a full-width sign
		switch {
		case r == '٫':
			b.WriteByte('.')
		case r == '٬', r == '’':
			b.WriteByte(' ')
		case r == '−', r == '–', r == '—':
			b.WriteByte('-')
		case r == '⁄', r == '∕':
			b.WriteByte('/')
		case r == '٪':
			b.WriteByte('%')
		case unicode.Is(unicode.Nd, r):
			b.WriteByte(digit(r))
		case unicode.Is(unicode.No, r):
			if !strings.ContainsRune(form, '⁄') {
				form = string(r) // a number in a circle, or above the line
			}
			b.WriteString(" " + form)
		default:
			b.WriteString(form)
		}
	}
	return strings.TrimSpace(b.String())
}

// digit returns the ASCII digit of a decimal digit. Unicode has each script's ten in a row.
func digit(r rune) byte {
	n := rune(0)
	for unicode.Is(unicode.Nd, r-n-1) {
		n++
	}
	return '0' + byte(n%10)
}

func (n Notation) decimal(s string) (float64, bool) {
	if numbersIn.Whole(s) {
		v, err := strconv.ParseFloat(s, 64)
		return v, err == nil
	}
	if whole, fraction, _ := numbersIn.CutMark(s); fraction != "" && len(fraction) != 3 {
		v, err := strconv.ParseFloat(whole+"."+fraction, 64)
		return v, err == nil
	}
	if !hasMarksAlone(s) || strings.Trim(s, "eE+-' ,.") == "" {
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
