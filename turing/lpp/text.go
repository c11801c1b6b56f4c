package lpp

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Keys returns the keys that type a text; a newline is [Return], a tab [Tab] and U+0008
// [BackSpace]. If the protocol has no name for a character, Keys returns the keys before it and an
// error; [Typeable] replaces such characters.
func Keys(text string) ([]Key, error) {
	keys := make([]Key, 0, len(text))
	for i, r := range text {
		k := Key(r)
		if r >= unicode.MaxASCII || !k.Valid() {
			return keys, fmt.Errorf("found %q after %d bytes, expected ASCII characters, tabs and newlines",
				r, i)
		}
		keys = append(keys, k)
	}
	return keys, nil
}

// Text returns the characters of keys, with U+0008 for BackSpace.
func Text(keys []Key) string {
	text := make([]byte, len(keys))
	for i, k := range keys {
		text[i] = byte(k)
	}
	return string(text)
}

// ascii holds replacements for characters that Unicode does not decompose into ASCII.
var ascii = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\u0085", "\n",
	"‘", "'", "’", "'", "‚", "'", "‛", "'", "′", "'", "“", `"`, "”", `"`, "„", `"`, "‟", `"`, "″", `"`,
	"«", `"`, "»", `"`, "‹", "'", "›", "'", "‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "―", "-",
	"−", "-", "×", "x", "÷", "/", "⁄", "/", "ß", "ss", "æ", "ae", "Æ", "AE", "œ", "oe", "Œ", "OE",
	"ø", "o", "Ø", "O", "đ", "d", "Đ", "D", "ł", "l", "Ł", "L", "þ", "th", "Þ", "Th", "ð", "d",
	"Ð", "D", "ı", "i", "€", "EUR", "£", "GBP", "©", "(c)", "®", "(R)", "•", "*", "·", "*", "¡", "!",
	"¿", "?")

// Typeable returns a text that [Keys] accepts. Typographic quotes, dashes and dots become ASCII,
// accents are dropped, ligatures and some letters become several, white space becomes spaces, and
// line ends of all kinds newlines. Other control characters, such as BackSpace, and all other
// characters beyond ASCII are dropped.
func Typeable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case unicode.IsSpace(r):
			return ' '
		case r < ' ', r >= unicode.MaxASCII:
			return -1
		}
		return r
	}, norm.NFKD.String(ascii.Replace(text)))
}
