package loebner

import (
	"io"
	"regexp"
	"strings"

	"github.com/luna-rating/luna/internal/files"
)

// readWords reads a text line by line, and the words of each part of a line, which · and ; separate.
// Between words are blanks, commas, dots and the like; a comment reaches from # to the end of the line.
func readWords(in io.Reader, file string, read func(at place, words []string) error) error {
	scanner := files.NewScanner(in, file, maxLine)
	for scanner.Scan() {
		line, _, _ := strings.Cut(scanner.Text(), "#")
		for part := range strings.FieldsFuncSeq(line, func(c rune) bool { return c == '·' || c == ';' }) {
			words := strings.FieldsFunc(part, func(c rune) bool { return strings.ContainsRune(" \t\r.,|…", c) })
			if len(words) == 0 {
				continue
			}
			if err := read(place{file, scanner.Line()}, words); err != nil {
				return err
			}
		}
	}
	return scanner.Err()
}

// personPattern matches a judge, an entry or a confederate in any case.
var personPattern = regexp.MustCompile(`^(?i)([JEC])0*([1-9]\d{0,2})$`)

// person returns the name of a person or an entry as a triple has it, "" if it is none.
func person(word string) string {
	m := personPattern.FindStringSubmatch(word)
	if m == nil {
		return ""
	}
	return strings.ToUpper(m[1]) + m[2]
}

// triplePattern matches a triple such as J1E1C1 in any case.
var triplePattern = regexp.MustCompile(`^(?i)(J\d+)(E\d+)(C\d+)$`)

// triple returns the triple that a word names, and whether it names one.
func triple(word string) (t Triple, ok bool) {
	if m := triplePattern.FindStringSubmatch(word); m != nil {
		t = Triple{person(m[1]), person(m[2]), person(m[3])}
	}
	return t, t.Judge != "" && t.Entry != "" && t.Confederate != ""
}
