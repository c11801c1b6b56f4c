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
	unlikely       bool    // there are characters that no number has
	fields         int     // between blanks
	words          float64 // fields; in scripts without blanks two characters count as one
	names          int     // between blanks and commas
	spelled        int     // runs of letters, but for those that may be exponents
	small          bool    // one of these begins with neither a capital nor a digit
	marks          bool    // there are marks, but for commas
}

// class is what a character is.
type class uint16

const (
	blanks class = 1 << iota
	letters
	figures
	capitals
	commas
	marks
	symbols       // such as ½
	unlikelyFirst // in a word beside a number
	unlikely      // beside a number
)

// classes are those of the first characters.
var classes = func() (of [0x100]class) {
	for r := range of {
		of[r] = classOf(rune(r))
	}
	return of
}()

func classOf(r rune) (c class) {
	switch {
	case unicode.IsSpace(r):
		c = blanks
	case unicode.IsDigit(r):
		c = figures
	case r == ',':
		c = commas
	case unicode.IsUpper(r):
		c = letters | capitals
	case unicode.IsLetter(r):
		c = letters
	case strings.ContainsRune(".;:?!。、，", r):
		c = marks
	case r >= utf8.RuneSelf && (unicode.IsNumber(r) || unicode.IsSymbol(r)):
		c = symbols
	}
	if strings.ContainsRune(":chjlqxCHJLQX", r) {
		c |= unlikely
	} else if strings.ContainsRune("fgiknruwyFGIKNRUWY", r) {
		c |= unlikelyFirst
	}
	return c
}

func look(cell string) (s sight) {
	field, name, dense := true, true, false // whether the next character begins one
	last, all := blanks, class(0)
	for _, r := range cell {
		c := class(0)
		if s.runes++; r < rune(len(classes)) {
			c = classes[r]
		} else {
			c = classOf(r)
		}
		if c&blanks == 0 {
			if field {
				s.fields++
				if dense = withoutBlanks(r); !dense {
					s.words++
				}
			}
			if dense {
				s.words += 0.5
			}
			if name && c&commas == 0 {
				s.names++
				s.small = s.small || c&(capitals|figures) == 0
			}
		}
		field, name = c&blanks != 0, c&(blanks|commas) != 0
		if c&letters != 0 {
			if s.letters++; last&letters == 0 && !(last&figures != 0 && r|0x20 == 'e') { // no exponent
				s.spelled++
				all |= c & unlikelyFirst
			}
		} else if c&figures != 0 {
			s.digits++
		}
		all |= c &^ unlikelyFirst
		last = c
	}
	s.marks, s.signs, s.unlikely = all&marks != 0, all&symbols != 0, all&(unlikely|unlikelyFirst) != 0
	return s
}

// maxLetters and maxSpelled are not below the letters, and runs of them, that a number may have:
// two units, the words "out of" and two exponents.
const maxLetters, maxSpelled = 24, 4

// mayBeNumber reports whether a cell may have a number: no word beside one has other letters, or
// begins with others.
func (s sight) mayBeNumber() bool {
	return s.letters <= maxLetters && s.spelled <= maxSpelled && (s.digits > 0 || s.signs) && !s.unlikely
}

// capitalised reports whether all words, four at most, begin with a capital, as those of names do.
func (s sight) capitalised() bool { return s.names > 0 && s.names <= 4 && !s.small }
