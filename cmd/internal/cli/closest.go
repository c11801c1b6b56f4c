package cli

import (
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Closest returns the known name that was most likely meant, or "" if none is close: the name with
// the lowest edit distance, ignoring case, or else the only one that has the given name as a
// prefix. Among equal distances, a name of the same length wins, then the first one. One edit is
// close for short names, two are from 4 letters on, three from 8.
func Closest(name string, known []string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	letters := utf8.RuneCountInString(name)
	// Distances count double, so that a different length can add half an edit.
	best, least := "", 2*(min(1+letters/4, 3, letters-1)+1)
	for _, k := range known {
		d := 2 * levenshtein.ComputeDistance(name, strings.ToLower(k))
		if d < least && utf8.RuneCountInString(k) != letters {
			d++
		}
		if d < least {
			best, least = k, d
		}
	}
	if best != "" || letters < 2 {
		return best
	}
	for _, k := range known {
		switch {
		case !strings.HasPrefix(strings.ToLower(k), name):
		case best != "":
			return "" // ambiguous
		default:
			best = k
		}
	}
	return best
}

// DidYouMean suggests the closest known name in words to put before a list of all known names. It
// is "" if no name is close.
func DidYouMean(name string, known []string) string {
	if k := Closest(name, known); k != "" {
		return "did you mean " + k + "? "
	}
	return ""
}
