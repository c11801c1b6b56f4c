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
	switch strings.ToLower(strings.TrimSpace(cell)) {
	case "", "-", "--", "---", "–", "—", "n/a", "na", "n.a.", "nan", "null", "none", "k.a.", "k. a.",
		"not yet graded", "not graded", "ungraded", "[no answer]":
		return true
	}
	return false
}

func isDate(cell string) bool {
	if len(cell) > 60 || !strings.ContainsAny(cell, "0123456789") {
		return false
	}
	if dateLike.MatchString(cell) || timeLike.MatchString(cell) {
		return true
	}
	letters, digits := 0, 0
	for _, r := range cell {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		}
	}
	return letters <= 22 && digits >= 3 && inWords.MatchString(cell)
}

func isAddress(cell string) bool {
	return len(cell) < 200 && (address.MatchString(cell) || phone.MatchString(cell) &&
		strings.ContainsAny(cell[1:], " -/()") || len(cell) > 8 && phone.MatchString(cell) && cell[0] == '+')
}

// isCode recognises a word with digits or underscores in it.
func isCode(cell string) bool {
	return len(cell) <= 80 && strings.ContainsAny(cell, "0123456789") &&
		!strings.ContainsFunc(cell, unicode.IsSpace)
}

// profileOf describes a column. Nearly all cells must agree about what they are, since an export
// may have stray cells.
func profileOf(rows [][]string, column int, notation Notation) *profile {
	p := &profile{}
	seen, forms, counts := map[string]bool{}, map[string]bool{}, map[int]int{}
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
		if _, _, ok := notation.Number(cell); ok {
			p.numbers++
		} else if Missing(cell) {
			missing++
		} else if len(words) < 5 {
			words[cell] = true
		}
		if isDate(cell) {
			date++
		}
		if isAddress(cell) {
			addr++
		}
		if isCode(cell) {
			code++
		}
		if !seen[cell] {
			seen[cell] = true
			forms[form(cell)] = true
		}
		n := countWords(cell)
		p.words += n
		p.length += float64(utf8.RuneCountInString(cell))
		if capitalised(cell) {
			p.capital++
		}
		if f := len(strings.Fields(cell)); f <= 4 && len(cell) < 80 && !strings.ContainsAny(cell, ".;:?!。、，") {
			counts[f]++
		}
	}
	p.distinct, p.forms = len(seen), len(forms)
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

// capitalised reports whether all words of a text, four at most, begin with a capital, as those of
// names do.
func capitalised(cell string) bool {
	words := strings.FieldsFunc(cell, func(r rune) bool { return unicode.IsSpace(r) || r == ',' })
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(w); !unicode.IsUpper(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return len(words) > 0 && len(words) <= 4
}

// countWords counts the words of a text. In scripts without blanks two characters count as one.
func countWords(s string) float64 {
	n, dense := 0.0, 0
	for _, w := range strings.Fields(s) {
		r, _ := utf8.DecodeRuneInString(w)
		if withoutBlanks(r) {
			dense += utf8.RuneCountInString(w)
		} else {
			n++
		}
	}
	return n + float64(dense)/2
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
