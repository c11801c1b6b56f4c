package report

import (
	"strings"

	"github.com/rivo/uniseg"
)

// width returns the number of terminal columns of s.
func width(s string) int { return uniseg.StringWidth(s) }

// padded pads s with spaces to n columns.
func padded(s string, n int) string { return s + strings.Repeat(" ", max(0, n-width(s))) }

// snip truncates s to n columns with an ellipsis, never within a grapheme cluster such as a letter
// with its accents.
func snip(s string, n int) string {
	if width(s) <= n {
		return s
	}
	var out strings.Builder
	used := 1
	for g := uniseg.NewGraphemes(s); g.Next(); {
		if used += g.Width(); used > n {
			break
		}
		out.WriteString(g.Str())
	}
	return strings.TrimRight(out.String(), " ") + "…"
}

// clean replaces control characters, which could move the cursor or break a line.
func clean(s string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c >= 0x7f && c < 0xa0 {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
