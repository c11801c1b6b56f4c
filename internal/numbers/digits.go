package numbers

import "strings"

// Whole reports whether a text consists of ASCII digits.
func Whole(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// CutMark cuts a number such as "7,5" at its mark, the only one that it has. Of others it returns
// nothing.
func CutMark(s string) (whole, fraction string, mark byte) {
	i := strings.IndexAny(s, ".,")
	if i < 1 || !Whole(s[:i]) || !Whole(s[i+1:]) {
		return "", "", 0
	}
	return s[:i], s[i+1:], s[i]
}
