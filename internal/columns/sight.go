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
	small          bool    // one of these begins with neither a capital nor a digit
	marks          bool    // there are marks, but for commas
}

func look(cell string) (s sight) {
	field, name, dense := true, true, false // whether the next character begins one
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
			s.letters++
		case unicode.IsDigit(r):
			s.digits++
		case !name && strings.ContainsRune(".;:?!。、，", r):
			s.marks = true
		case r >= utf8.RuneSelf:
			s.signs = s.signs || unicode.IsNumber(r) || unicode.IsSymbol(r)
		}
	}
	return s
}

// maxLetters is above the number of letters that a number may have: two units, a word for "of" and
// two exponents.
const maxLetters = 24

// mayBeNumber reports whether a cell may have a number: no word beside one has these letters.
func (s sight) mayBeNumber(cell string) bool {
	return s.letters <= maxLetters && (s.digits > 0 || s.signs) && !strings.ContainsAny(cell, ":chjlqxCHJLQX")
}

// capitalised reports whether all words, four at most, begin with a capital, as those of names do.
func (s sight) capitalised() bool { return s.names > 0 && s.names <= 4 && !s.small }
