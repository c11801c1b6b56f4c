package terminal

import "strings"

// maxWrapped bounds the number of characters shown of a line. The first ones are left out.
const maxWrapped = 8000

// wrap breaks a line of ASCII after spaces, or anywhere if a word is wider than the window. All parts
// but the first one are indented. Spaces at a break stay at the end of a part, beyond the width if
// need be, so that what is typed next is at the right place.
func wrap(text string, width, indent int) []string {
	text = strings.ReplaceAll(text, "\t", "    ")
	if len(text) > maxWrapped {
		text = "..." + text[len(text)-maxWrapped:]
	}
	if indent >= width/2 {
		indent = 0
	}
	var parts []string
	for first := true; ; first = false {
		room := width
		if !first {
			room -= indent
		}
		n := len(text)
		if n > room {
			n = strings.LastIndexByte(text[:room+1], ' ') + 1
			if n == 0 {
				n = room
			}
			for n < len(text) && n <= room && text[n] == ' ' {
				n++
			}
		}
		part := text[:n]
		if !first {
			part = strings.Repeat(" ", indent) + part
		}
		parts = append(parts, part)
		if text = text[n:]; text == "" {
			return parts
		}
	}
}
