package columns

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	numbersIn "github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
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

	missing, dates, addresses, codes int      // cells that are such
	others                           []string // different cells that are no numbers, up to five
	short                            [5]int   // cells of so many words, without marks
	cells, formed                    []uint64 // hashes of cells, and of forms unlike them, until all are added
	last                             []uint64 // of these, by hash
}

// surely is the number of rows from which a column can be judged by what they have in common.
const surely = 5

var (
	dateLike = text.Pattern(`^[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}([ T,].*)?$`)
	timeLike = text.Pattern(
		`^[0-9]{1,2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?( ?[AaPp]\.?[Mm]\.?)?$`)
	ago     = text.Pattern(`\b[0-9]+ \pL+ ago\b`)
	address = text.Pattern(`^(?:[^@\s]+@[^@\s]+\.[^@\s]+|\w+://\S+|www\.\S+` +
		`|[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[0-9a-fA-F:]+:[0-9a-fA-F:]*:[0-9a-fA-F:]+` +
		`|[-+]?[0-9]{1,3}\.[0-9]+, ?[-+]?[0-9]{1,3}\.[0-9]+` +
		`|[^.]{1,80}\.(?:pdf|docx?|odt|txt|png|jpe?g|zip|xlsx?|csv|py|java|mp[34]|html?))$`)
	phone = text.Pattern(`^(?:\+|00|0|\()[0-9() ./-]{6,20}$`)
)

// Missing reports whether a cell of a column of numbers has none: it is empty or a mark such as
// "n/a".
func Missing(cell string) bool {
	cell = strings.TrimSpace(cell)
	if len(cell) > 16 || cell != "" && cell[0] < utf8.RuneSelf && strings.IndexByte("-nNuUkK[", cell[0]) < 0 {
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
	if len(cell) > 60 || s.digits < 3 {
		return false
	}
	return cell[0] <= '9' && (dateLike().MatchString(cell) || timeLike().MatchString(cell)) ||
		s.letters <= 22 && (dated(cell) || strings.Contains(cell, "ago") && ago().MatchString(cell))
}

// dated reports whether a cell holds a year or a time: four digits from 1900 to 2099, or one or
// two, a mark and two more, with no letter, digit or underscore before and after.
func dated(cell string) bool {
	for i := 0; i < len(cell); i++ {
		if !isDigit(cell, i) || i > 0 && inWord(cell[i-1]) {
			continue
		}
		n := i + 1
		for isDigit(cell, n) {
			n++
		}
		if marked := n < len(cell) && (cell[n] == ':' || cell[n] == '.'); marked && n-i <= 2 &&
			isDigit(cell, n+1) && isDigit(cell, n+2) && (n+3 == len(cell) || !inWord(cell[n+3])) {
			return true
		}
		if n-i == 4 && (cell[i:i+2] == "19" || cell[i:i+2] == "20") && (n == len(cell) || !inWord(cell[n])) {
			return true
		}
		i = n - 1
	}
	return false
}

func isDigit(s string, i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }

// inWord reports whether \b of a regular expression finds a byte within a word.
func inWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func isAddress(cell string) bool {
	if len(cell) < 2 || len(cell) >= 200 {
		return false
	}
	dot := strings.LastIndexByte(cell, '.') + 1
	file := dot > 0 && len(cell)-dot >= 2 && len(cell)-dot <= 4 && !isDigit(cell, dot)
	place := strings.Count(cell, ".") > 1 && strings.Trim(cell, "0123456789.,+- ") == ""
	link := (strings.IndexByte(cell, '@') > 0 || strings.IndexByte(cell, ':') >= 0 ||
		strings.HasPrefix(cell, "www.")) && !strings.ContainsAny(cell, " \t\n\f\r")
	return (file || place || link) && address().MatchString(cell) ||
		strings.IndexByte("+0(", cell[0]) >= 0 && phone().MatchString(cell) &&
			(strings.ContainsAny(cell[1:], " -/()") || len(cell) > 8 && cell[0] == '+')
}

// newProfile returns the profile of a column without cells, which is to have so many.
func newProfile(cells int) *profile { return &profile{last: make([]uint64, min(1<<8, cells/8)+1)} }

// profileOf describes a column.
func profileOf(rows [][]string, column int, notation Notation) *profile {
	p, judge := newProfile(len(rows)), newJudge(notation, len(rows))
	for _, row := range rows {
		p.add(judge.of(At(row, column)))
	}
	return p.finish(nil)
}

// add adds a cell to what is known of a column.
func (p *profile) add(v *verdict) {
	if v.is == noEntry {
		return
	}
	if p.filled++; p.filled == 1 {
		p.first = v.cell
	}
	switch v.is {
	case aNumber:
		p.numbers++
	case noneMark:
		p.missing++
	default:
		if len(p.others) < 5 && !slices.Contains(p.others, v.cell) {
			p.others = append(p.others, v.cell)
		}
	}
	if v.date {
		p.dates++
	}
	if v.address {
		p.addresses++
	}
	if v.code {
		p.codes++
	}
	if v.capitalised {
		p.capital++
	}
	if v.label {
		p.short[v.fields]++
	}
	p.words += v.words
	p.length += float64(v.runes)
	if last := &p.last[v.hash>>2%uint64(len(p.last))]; *last != v.hash {
		*last = v.hash
		p.cells = numbersIn.Append(p.cells, v.hash)
		if v.hash&1 == 1 {
			p.formed = numbersIn.Append(p.formed, v.form)
		}
	}
}

// finish describes a column all of whose cells are added. Nearly all cells must agree about what
// they are, since an export may have stray cells. It uses the room of a set of hashes.
func (p *profile) finish(set []uint64) *profile {
	set = numbersIn.Resized(set, 2*len(p.cells)+1)
	var changed int
	p.distinct, changed = distinct(p.cells, set)
	p.forms, _ = distinct(p.formed, set)
	p.forms += p.distinct - changed
	p.cells, p.formed = nil, nil
	few := p.numbers >= 3 && len(p.others) <= 3 && 3*len(p.others) <= p.numbers
	p.mostly = 2*p.numbers >= p.filled-p.missing || few
	if p.filled == 0 {
		p.kind = empty
		return p
	}
	n := float64(p.filled)
	p.words, p.length, p.capital = p.words/n, p.length/n, p.capital/n
	p.label = float64(slices.Max(p.short[:])) / n
	most := p.filled - p.filled/20
	switch {
	case p.dates >= most && p.numbers < most:
		p.kind = dates
	case p.numbers+p.missing == p.filled && p.numbers > 0, few && 4*p.numbers >= 3*(p.filled-p.missing):
		p.kind = numbers
	case p.addresses >= most:
		p.kind = addresses
	case 5*p.codes >= 4*p.filled:
		p.kind = codes
	}
	return p
}

// distinct counts the different hashes, and those of them that are odd. It uses a set again.
func distinct(hashes, set []uint64) (n, odd int) {
	clear(set)
	for _, h := range hashes {
		i := h >> 2 % uint64(len(set))
		for h |= 2; set[i] != 0 && set[i] != h; {
			i = (i + 1) % uint64(len(set))
		}
		if set[i] == 0 {
			set[i] = h
			n, odd = n+1, odd+int(h&1)
		}
	}
	return n, odd
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
