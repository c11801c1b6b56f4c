package columns

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sight is what one look at the characters of a cell shows.
type sight struct {
	runes, letters  int
	digits, figures int     // of any script, and of ASCII
	fields          int     // between blanks
	words           float64 // fields; in scripts without blanks two characters count as one
	names           int     // between blanks and commas
	small           bool    // one of these begins with neither a capital nor a digit
	marks           bool    // there are marks, but for commas
}

// What a character is.
const (
	aBlank = 1 << iota
	aComma
	aCapital
	aLetter
	aDigit
	aMark
)

// ofASCII holds what the characters of ASCII are, which most are.
var ofASCII = func() (list [utf8.RuneSelf]uint8) {
	for r := range rune(utf8.RuneSelf) {
		list[r] = classOf(r)
	}
	return list
}()

func classOf(r rune) (is uint8) {
	for i, holds := range [...]bool{unicode.IsSpace(r), r == ',', unicode.IsUpper(r) || unicode.IsDigit(r),
		unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune(".;:?!。、，", r)} {
		if holds {
			is |= 1 << i
		}
	}
	return is
}

func look(cell string) (s sight) {
	before, dense := uint8(aBlank), false
	for _, r := range cell {
		is := ofASCII[r&(utf8.RuneSelf-1)]
		if r >= utf8.RuneSelf {
			is = classOf(r)
		}
		s.runes++
		switch {
		case is&aBlank != 0:
		case before&aBlank != 0:
			s.fields++
			if dense = withoutBlanks(r); dense {
				s.words += 0.5
			} else {
				s.words++
			}
		case dense:
			s.words += 0.5
		}
		if is&(aBlank|aComma) == 0 && before&(aBlank|aComma) != 0 {
			s.names++
			s.small = s.small || is&aCapital == 0
		}
		switch {
		case is&aLetter != 0:
			s.letters++
		case is&aDigit != 0:
			s.digits++
			if r < utf8.RuneSelf {
				s.figures++
			}
		case is&aMark != 0:
			s.marks = true
		}
		before = is
	}
	return s
}

// capitalised reports whether all words, four at most, begin with a capital, as those of names do.
func (s sight) capitalised() bool { return s.names > 0 && s.names <= 4 && !s.small }
