package loebner

import (
	"cmp"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// readWords reads a text line by line, and the words of each part of a line, which · and ;
// separate. Between words are blanks, commas, dots and the like; a comment reaches from # to the
// end of the line.
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
var personPattern = text.Pattern(`^(?i)([JEC])0*([1-9]\d{0,2})$`)

// person returns the name of a person or an entry as a triple has it, "" if it is none.
func person(word string) string {
	m := personPattern().FindStringSubmatch(word)
	if m == nil {
		return ""
	}
	return strings.ToUpper(m[1]) + m[2]
}

// triplePattern matches a triple such as J1E1C1 in any case.
var triplePattern = text.Pattern(`^(?i)(J\d+)(E\d+)(C\d+)$`)

// triple returns the triple that a word names, and whether it names one.
func triple(word string) (t Triple, ok bool) {
	if m := triplePattern().FindStringSubmatch(word); m != nil {
		t = Triple{person(m[1]), person(m[2]), person(m[3])}
	}
	return t, t.Judge != "" && t.Entry != "" && t.Confederate != ""
}

// Triple is one comparison: a judge talks to an entry and a confederate at the same time.
type Triple struct{ Judge, Entry, Confederate string }

// String returns the triple as the rules print it, such as J1E1C1.
func (t Triple) String() string { return t.Judge + t.Entry + t.Confederate }

// MarshalText writes the triple in JSON.
func (t Triple) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// pair returns the judge and the entry, such as J1E1, or Ann – Eliza if they have names.
func (t Triple) pair() string {
	if person(t.Judge) != "" && person(t.Entry) != "" {
		return t.Judge + t.Entry
	}
	return t.Judge + " – " + t.Entry
}

// members returns the judge, the entry and the confederate.
func (t Triple) members() [3]string { return [3]string{t.Judge, t.Entry, t.Confederate} }

// distinct returns the different values of a key, in the order of their numbers.
func distinct[T any](list []T, key func(T) string) []string {
	var names []string
	for _, x := range list {
		names = append(names, key(x))
	}
	return sorted(names)
}

// sorted returns the different names, in the order of their numbers.
func sorted(names []string) []string {
	names = slices.Clone(names)
	slices.SortFunc(names, byNumber)
	return slices.Compact(names)
}

// byNumber orders names such as J2 and J10 by kind and number, and others by their letters.
func byNumber(a, b string) int {
	kind := func(name string) string { return strings.TrimRight(name, "0123456789") }
	return cmp.Or(strings.Compare(kind(a), kind(b)), cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// Limits of a contest.
const (
	maxPeople = 200    // judges, entries or confederates
	maxRounds = 10_000 // of a schedule
	maxLabel  = 64     // characters of a name
	maxLine   = 64 << 10
)

// isLabel reports whether s can name a judge, an entry or a confederate.
func isLabel(s string) bool {
	return s != "" && utf8.RuneCountInString(s) <= maxLabel && strings.TrimSpace(s) == s &&
		utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}
