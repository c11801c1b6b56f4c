package columns

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sight is what one look at the characters of a cell shows.
type sight struct {
	runes, letters int
	digits         int     // of any script
	signs          bool    // there are signs such as ½
	fields         int     // between blanks
	words          float64 // fields; in scripts without blanks two characters count as one
	names          int     // between blanks and commas
	spelled        int     // runs of letters, but for those that may be exponents
	small          bool    // one of these begins with neither a capital nor a digit
	marks          bool    // there are marks, but for commas
}

func look(cell string) (s sight) {
	field, name, dense := true, true, false // whether the next character begins one
	last := ' '
	for _, r := range cell {
		s.runes++
		space := unicode.IsSpace(r)
		if !space && field {
			s.fields++
			if dense = withoutBlanks(r); !dense {
				s.words++
			}
		}
		if !space && dense {
			s.words += 0.5
		}
		if !space && r != ',' && name {
			s.names++
			s.small = s.small || !unicode.IsUpper(r) && !unicode.IsDigit(r)
		}
		field, name = space, space || r == ','
		switch {
		case unicode.IsLetter(r):
			exponent := r|0x20 == 'e' && unicode.IsDigit(last)
			if s.letters++; !exponent && !unicode.IsLetter(last) {
				s.spelled++
			}
		case unicode.IsDigit(r):
			s.digits++
		case !name && strings.ContainsRune(".;:?!。、，", r):
			s.marks = true
		case r >= utf8.RuneSelf:
			s.signs = s.signs || unicode.IsNumber(r) || unicode.IsSymbol(r)
		}
		last = r
	}
	return s
}

// maxLetters and maxSpelled are not below the letters, and runs of them, that a number may have:
// two units, the words "out of" and two exponents.
const maxLetters, maxSpelled = 24, 4

// mayBeNumber reports whether a cell may have a number: no word beside one has these letters.
func (s sight) mayBeNumber(cell string) bool {
	return s.letters <= maxLetters && s.spelled <= maxSpelled && (s.digits > 0 || s.signs) && !strings.ContainsAny(cell, ":chjlqxCHJLQX")
}

// capitalised reports whether all words, four at most, begin with a capital, as those of names do.
func (s sight) capitalised() bool { return s.names > 0 && s.names <= 4 && !s.small }
