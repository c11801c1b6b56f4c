// Package text words what people read: quotations, numbers of things, lines of a width.
package text

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// OneLine returns s, quoted if it has line breaks.
func OneLine(s string) string {
	if strings.ContainsAny(s, "\n\r") {
		return strconv.Quote(s)
	}
	return s
}

// Visible returns a text on one line, without control and invisible characters and with single
// spaces.
func Visible(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) || unicode.IsSpace(r) {
			return r
		}
		return -1
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// Quote quotes a piece of a file, cut to a readable length.
func Quote[T string | []byte](text T) string {
	const maxLen = 60
	s := string(text)
	if len(s) <= maxLen {
		return strconv.Quote(s)
	}
	end := maxLen
	for end > maxLen-utf8.UTFMax && !utf8.RuneStart(s[end]) {
		end--
	}
	return strconv.Quote(s[:end]) + "…"
}

// Abridge returns s, or its first n characters with "…" in place of the last one if it is longer.
func Abridge(s string, n int) string {
	if runes := []rune(s); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return s
}

// Width returns the number of terminal columns of s.
func Width(s string) int { return uniseg.StringWidth(s) }

// Cut cuts s to n terminal columns with an ellipsis, never within a grapheme cluster such as a
// letter with its accents.
func Cut(s string, n int) string {
	if Width(s) <= n {
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

// Count words a number of things: "1 column", "3 columns".
func Count[N int | int64 | uint64](n N, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprint(n, " ", thing)
}

// Wrap breaks s at white space into lines of at most width terminal columns. A longer word gets
// its own line. An empty text is one empty line.
func Wrap(s string, width int) []string {
	var lines []string
	line, used := "", 0
	for word := range strings.FieldsSeq(s) {
		n := uniseg.StringWidth(word)
		switch {
		case line == "":
			line, used = word, n
		case used+1+n > width:
			lines = append(lines, line)
			line, used = word, n
		default:
			line += " " + word
			used += 1 + n
		}
	}
	return append(lines, line)
}

// And joins words as in "a, b and c".
func And(words []string) string { return join(words, " and ") }

// Or joins words as in "a, b or c".
func Or(words []string) string { return join(words, " or ") }

// Some lists up to n names, each abridged, and counts the others.
func Some(names []string, n int) string {
	var list []string
	for _, name := range names[:min(n, len(names))] {
		list = append(list, Abridge(name, 60))
	}
	if rest := len(names) - n; rest > 0 {
		list = append(list, Count(rest, "other"))
	}
	return And(list)
}

func join(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + last + words[n]
}

// Plural returns the first form of a word for one thing, the second for any other number of them.
func Plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Dice returns what share of words, or other pieces, two texts have in common: Dice's coefficient,
// twice the number of common ones divided by the sum of the sizes, 0 for two empty texts.
func Dice(a, b map[string]bool) float64 {
	common := 0
	for w := range a {
		if b[w] {
			common++
		}
	}
	return 2 * float64(common) / float64(max(1, len(a)+len(b)))
}
