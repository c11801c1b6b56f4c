package cli

import (
	"strings"
	"unicode"
)

// InLine puts a message into one line, without control characters, which could come from a file and do what they will to a
// terminal.
func InLine(s string) string { return strings.Join(strings.FieldsFunc(s, unicode.IsControl), " ") }
