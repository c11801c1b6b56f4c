package text

import (
	"strings"

	"github.com/rivo/uniseg"
)

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
