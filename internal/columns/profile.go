package columns

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is what nearly all cells of a column are.
type kind int

const (
	texts     kind = iota
	empty          // no cell is filled
	numbers        // or marks such as "n/a"
	dates          // and times
	addresses      // of mails, pages and computers; names of files, telephone numbers, coordinates
	codes          // single words with digits
)

// profile is what the cells of a column have in common.
type profile struct {
	kind     kind
	filled   int
	distinct int     // cells, without blanks at their ends
	numbers  int     // cells that are numbers
	words    float64 // of a cell, on average; in scripts without blanks two characters count as one
	length   float64 // of a cell, on average, in characters
	capital  float64 // share of cells all of whose words, four at most, begin with a capital
	label    float64 // share of cells of one to four words, as many as most others, without marks
	forms    int     // distinct cells, if digits are not told apart
	first    string  // cell that is filled
	mostly   bool    // at least half of the cells are numbers, or the others a few words again and again
}

// surely is the number of rows from which a column can be judged by what they have in common.
const surely = 5

var (
	dateLike = regexp.MustCompile(`^[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}([ T,].*)?$`)
	timeLike = regexp.MustCompile(
		`^[0-9]{1,2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?( ?[AaPp]\.?[Mm]\.?)?$`)
	// inWords matches what dates and times hold beside words: a day or year, a time, "ago".
	inWords = regexp.MustCompile(`\b(?:19|20)[0-9]{2}\b|\b[0-9]{1,2}[:.][0-9]{2}\b|\b[0-9]+ \pL+ ago\b`)
	address = regexp.MustCompile(`^(?:[^@\s]+@[^@\s]+\.[^@\s]+|\w+://\S+|www\.\S+` +
		`|[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[0-9a-fA-F:]+:[0-9a-fA-F:]*:[0-9a-fA-F:]+` +
		`|[-+]?[0-9]{1,3}\.[0-9]+, ?[-+]?[0-9]{1,3}\.[0-9]+` +
		`|[^.]{1,80}\.(?:pdf|docx?|odt|txt|png|jpe?g|zip|xlsx?|csv|py|java|mp[34]|html?))$`)
	phone = regexp.MustCompile(`^(?:\+|00|0|\()[0-9() ./-]{6,20}$`)
)

// Missing reports whether a cell of a column of numbers has none: it is empty or a mark such as
// "n/a".
func Missing(cell string) bool {
	if cell = strings.TrimSpace(cell); len(cell) > 16 {
		return false
	}
	switch strings.ToLower(cell) {
	case "", "-", "--", "---", "–", "—", "n/a", "na", "n.a.", "nan", "null", "none", "k.a.", "k. a.",
		"not yet graded", "not graded", "ungraded", "[no answer]":
		return true
	}
	return false
}

func isDate(cell string) bool { return look(cell).isDate(cell) }

func (s sight) isDate(cell string) bool {
	return len(cell) <= 60 && s.figures > 0 && (cell[0] <= '9' && (dateLike.MatchString(cell) || timeLike.MatchString(cell)) ||
		s.letters <= 22 && s.digits >= 3 && inWords.MatchString(cell))
}

func isAddress(cell string) bool {
	if len(cell) < 2 || len(cell) >= 200 {
		return false
	}
	dot := strings.LastIndexByte(cell, '.')
	end := len(cell) - 1 - dot // of a file's name
	return (dot >= 0 && end >= 2 && end <= 4 || strings.Count(cell, ".") > 1 && strings.Trim(cell, "0123456789.,+- ") == "" ||
		(strings.IndexByte(cell, '@') > 0 || strings.IndexByte(cell, ':') >= 0 || strings.HasPrefix(cell, "www.")) &&
			!strings.ContainsAny(cell, " \t\n\f\r")) && address.MatchString(cell) ||
		strings.IndexByte("+0(", cell[0]) >= 0 && phone.MatchString(cell) &&
			(strings.ContainsAny(cell[1:], " -/()") || len(cell) > 8 && cell[0] == '+')
}

// profileOf describes a column. Nearly all cells must agree about what they are, since an export
// may have stray cells. It takes an empty map, to be used again for the next column.
func profileOf(rows [][]string, column int, notation Notation, seen map[string]bool) *profile {
	p := &profile{}
	forms, counts := map[string]bool{}, map[int]int{}
	words := map[string]bool{} // beside numbers
	date, addr, code, missing := 0, 0, 0, 0
	for _, row := range rows {
		cell := strings.TrimSpace(At(row, column))
		if cell == "" {
			continue
		}
		if p.filled++; p.filled == 1 {
			p.first = cell
		}
		s := look(cell)
		if _, _, ok := notation.Number(cell); ok {
			p.numbers++
		} else if Missing(cell) {
			missing++
		} else if len(words) < 5 {
			words[cell] = true
		}
		if s.isDate(cell) {
			date++
		}
		if isAddress(cell) {
			addr++
		}
		if len(cell) <= 80 && s.figures > 0 && s.fields == 1 { // such as a word with digits in it
			code++
		}
		if n := len(seen); true {
			if seen[cell] = true; len(seen) > n && (s.digits > 0 || strings.IndexByte(cell, '#') >= 0) {
				forms[form(cell)] = true
			} else if len(seen) > n {
				p.forms++
			}
		}
		p.words += s.words
		p.length += float64(s.runes)
		if s.capitalised() {
			p.capital++
		}
		if s.fields <= 4 && len(cell) < 80 && !s.marks {
			counts[s.fields]++
		}
	}
	p.distinct, p.forms = len(seen), p.forms+len(forms)
	p.mostly = 2*p.numbers >= p.filled-missing || p.numbers >= 3 && len(words) <= 3 && 3*len(words) <= p.numbers
	if p.filled == 0 {
		p.kind = empty
		return p
	}
	n := float64(p.filled)
	p.words, p.length, p.capital = p.words/n, p.length/n, p.capital/n
	for _, c := range counts {
		p.label = max(p.label, float64(c)/n)
	}
	most := p.filled - p.filled/20
	switch {
	case date >= most && p.numbers < most:
		p.kind = dates
	case p.numbers+missing == p.filled && p.numbers > 0,
		p.numbers >= 3 && len(words) <= 3 && 3*len(words) <= p.numbers &&
			4*p.numbers >= 3*(p.filled-missing):
		p.kind = numbers
	case addr >= most:
		p.kind = addresses
	case 5*code >= 4*p.filled:
		p.kind = codes
	}
	return p
}

// form returns a text with a mark in place of each number.
func form(s string) string {
	var b strings.Builder
	last := ' '
	for _, r := range s {
		if unicode.IsDigit(r) {
			r = '#'
		}
		if r != '#' || last != '#' {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

func withoutBlanks(r rune) bool {
	return r > 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai,
		unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// cased reports whether a script has capitals.
func cased(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r) || unicode.IsLower(r)
}

// At returns a cell, empty beyond the end of a row.
func At(row []string, column int) string {
	if column < 0 || column >= len(row) {
		return ""
	}
	return row[column]
}
