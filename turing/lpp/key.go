package lpp

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Key is a key press: a printable ASCII character, or one of [BackSpace], [Return] and [Tab].
type Key byte

// Keys that are not printable characters.
const (
	BackSpace Key = '\b'
	Return    Key = '\n'
	Tab       Key = '\t'
)

// names holds the names in the appendix of the rules of 2010. Letters stand for themselves, and so
// do digits, which the appendix leaves out.
var names = map[Key]string{
	'{': "braceleft", '}': "braceright", '[': "bracketleft", ']': "bracketright",
	'(': "parenleft", ')': "parenright", ' ': "space", ',': "comma", '.': "period",
	'>': "greater", '<': "less", '/': "slash", '\\': "backslash", '|': "bar",
	'"': "quotedbl", '\'': "quoteright", Tab: "Tab", '=': "equal", '_': "underscore",
	'+': "plus", '-': "minus", '!': "exclam", '@': "at", '#': "numbersign", '$': "dollar",
	'%': "percent", '*': "asterisk", '^': "asciicircum", '~': "asciitilde", '`': "quoteleft",
	'&': "ampersand", Return: "Return", ':': "colon", ';': "semicolon", '?': "question",
	BackSpace: "BackSpace",
}

// keys holds the keys by name, also by names that programs of entrants and organisers give them.
var keys = func() map[string]Key {
	m := map[string]Key{"quotedble": '"', "quotedl": '"', "tab": Tab}
	for k, name := range names {
		m[name] = k
	}
	return m
}()

// Valid reports whether the protocol has a name for the key.
func (k Key) Valid() bool { return letter(k) || names[k] != "" }

func letter(k Key) bool {
	return 'a' <= k && k <= 'z' || 'A' <= k && k <= 'Z' || '0' <= k && k <= '9'
}

// Name returns the name of the key in the protocol, such as "H" or "comma", or the empty string for
// a key that is not valid.
func (k Key) Name() string {
	if letter(k) {
		return string(rune(k))
	}
	return names[k]
}

// ParseKey returns the key with the given name, which is one of the protocol or, for the key ",
// quotedble or quotedl, or tab.
func ParseKey(name string) (Key, error) {
	if len(name) == 1 && letter(Key(name[0])) {
		return Key(name[0]), nil
	}
	if k, ok := keys[name]; ok {
		return k, nil
	}
	return 0, fmt.Errorf("found key %.40q, expected a letter, a digit or a name such as comma", name)
}

// Keys returns the keys that type a text; a newline is [Return], a tab [Tab] and U+0008
// [BackSpace]. If the protocol has no name for a character, Keys returns the keys before it and an
// error; [Typeable] replaces such characters.
func Keys(text string) ([]Key, error) {
	keys := make([]Key, 0, len(text))
	for i, r := range text {
		k := Key(r)
		if r >= unicode.MaxASCII || !k.Valid() {
			return keys, fmt.Errorf("found %q after %d bytes, expected ASCII characters, tabs and newlines", r, i)
		}
		keys = append(keys, k)
	}
	return keys, nil
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

// Lost counts the characters of a text that [Typeable] drops without putting anything in their
// place, such as “你” or an emoji, and all that can be seen. It also returns the first one dropped.
// Blanks, accents that are characters of their own and controls do not count.
func Lost(text string) (lost, of int, first rune) {
	for _, r := range text {
		if unicode.IsSpace(r) || !unicode.IsGraphic(r) || unicode.IsMark(r) {
			continue
		}
		of++
		if Typeable(string(r)) == "" {
			if lost == 0 {
				first = r
			}
			lost++
		}
	}
	return lost, of, first
}

// Screen is the text that one party has typed, as a terminal shows it. Its zero value is empty.
//
// BackSpace removes the last character, even a Return: in the logs of 2010, judges and entities
// took back whole lines that they had ended, with exactly the number of BackSpaces that this takes.
// At the start of the text it does nothing. It does not remove the other party's characters: each
// party has its own text. Tab is an ordinary character.
type Screen struct {
	text []rune
}

// Apply presses a key. It returns the character that BackSpace removed, if it removed one.
func (s *Screen) Apply(k Key) (removed rune, ok bool) {
	if k != BackSpace {
		s.Put(rune(k))
		return 0, false
	}
	n := len(s.text)
	if n == 0 {
		return 0, false
	}
	removed = s.text[n-1]
	s.text = s.text[:n-1]
	return removed, true
}

// Put types a character, even one that the protocol does not have.
func (s *Screen) Put(c rune) { s.text = append(s.text, c) }

// Len returns the number of characters.
func (s *Screen) Len() int { return len(s.text) }

// From returns the text after the first n characters.
func (s *Screen) From(n int) string { return string(s.text[min(max(n, 0), len(s.text)):]) }

// Text returns the text. A Return is a newline.
func (s *Screen) Text() string { return string(s.text) }

// Lines returns the lines of the text. The last one is the text after the last Return.
func (s *Screen) Lines() []string { return strings.Split(s.Text(), "\n") }
