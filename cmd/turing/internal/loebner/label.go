package loebner

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a contest.
const (
	maxPeople   = 200     // judges, entries or confederates
	maxRounds   = 10_000  // of a schedule
	maxEntrants = 100_000 // entries that are submitted
	maxLabel    = 64      // characters of a name
	maxLine     = 64 << 10
)

// isLabel reports whether s can name a judge, an entry or a confederate.
func isLabel(s string) bool {
	return s != "" && utf8.RuneCountInString(s) <= maxLabel && strings.TrimSpace(s) == s &&
		utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}
