package terminal

import (
	"bytes"
	"unicode/utf8"
)

// special is a key that is not a character.
type special int

const (
	noSpecial special = iota
	arrowUp
	arrowDown
	arrowLeft
	arrowRight
	pageUp
	pageDown
	unknownKey // a function key, for example
)

// pressed is a key pressed at the terminal.
type pressed struct {
	char rune // if special is noSpecial; control characters are keys with Ctrl
	special
	pasted bool
}

var specials = map[string]special{
	"[A": arrowUp, "[B": arrowDown, "[C": arrowRight, "[D": arrowLeft,
	"OA": arrowUp, "OB": arrowDown, "OC": arrowRight, "OD": arrowLeft,
	"[5~": pageUp, "[6~": pageDown,
}

const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
)

// maxPaste bounds a paste, in bytes. The rest is dropped.
const maxPaste = 4000

// parse returns the keys that bytes from a terminal stand for, and the rest, which more bytes must
// complete. At the end of the bytes for now, an Escape stands for itself.
func parse(in []byte, final bool) (keys []pressed, rest []byte) {
	for len(in) > 0 {
		switch {
		case bytes.HasPrefix(in, []byte(pasteBegins)):
			text, after, ended := bytes.Cut(in[len(pasteBegins):], []byte(pasteEnds))
			if !ended && len(in) <= 4*maxPaste {
				return keys, in
			}
			keys = append(keys, paste(text)...)
			in = after
			if !ended {
				in = nil
			}
		case in[0] == '\x1b':
			n := escapeLength(in)
			if n == 0 { // not whole
				if !final {
					return keys, in
				}
				n = len(in)
			}
			if n == 1 {
				keys = append(keys, pressed{char: '\x1b'})
			} else {
				key := specials[string(in[1:n])]
				if key == noSpecial {
					key = unknownKey
				}
				keys = append(keys, pressed{special: key})
			}
			in = in[n:]
		default:
			if !utf8.FullRune(in) && !final {
				return keys, in
			}
			c, n := utf8.DecodeRune(in)
			keys = append(keys, pressed{char: c})
			in = in[n:]
		}
	}
	return keys, nil
}

// escapeLength returns the length of the escape sequence at the beginning, 0 if more bytes may
// belong to it.
func escapeLength(in []byte) int {
	if len(in) == 1 {
		return 0
	}
	switch in[1] {
	case '[':
		for i := 2; i < len(in); i++ {
			if in[i] >= 0x40 && in[i] <= 0x7e {
				return i + 1
			}
			if in[i] < 0x20 || i > 30 { // broken off
				return i
			}
		}
		return 0
	case 'O':
		if len(in) < 3 {
			return 0
		}
		return 3
	case '\x1b':
		return 1
	}
	_, n := utf8.DecodeRune(in[1:])
	return 1 + n // Alt and a key
}

// paste returns the characters of a paste, in which a line ends with CR, LF or both.
func paste(text []byte) (keys []pressed) {
	text = text[:min(len(text), maxPaste)]
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	for _, c := range string(text) {
		keys = append(keys, pressed{char: c, pasted: true})
	}
	return keys
}
