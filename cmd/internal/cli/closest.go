package cli

import (
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Closest returns the known name that was most likely meant by another: the one of the lowest edit
// distance, case aside, or else the only one that the name begins; "" where nothing is close. Of two
// equally close one as long as the name comes first, then the earlier one. One edit is close, two are from 4 letters on, three from 8.
func Closest(name string, known []string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	letters := utf8.RuneCountInString(name)
	// Distances count twice, so that another length is half an edit.
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
			return "" // it begins several
		default:
			best = k
		}
	}
	return best
}

// DidYouMean words a guess at what a name was meant to be, to be put before the known names; "" without one.
func DidYouMean(name string, known []string) string {
	if k := Closest(name, known); k != "" {
		return "did you mean " + k + "? "
	}
	return ""
}
