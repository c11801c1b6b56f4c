package keylog

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/luna-rating/luna/turing/lpp"
)

// written maps the keys that logs write as words to these words.
var written = map[lpp.Key]string{
	' ': "space", lpp.Return: "CR", lpp.Tab: "tab", lpp.BackSpace: "BackSpace",
}

// words maps names of keys that occur or might occur, in lower case, to the keys.
var words = map[string]lpp.Key{
	"space": ' ', "cr": lpp.Return, "lf": lpp.Return, "return": lpp.Return, "enter": lpp.Return,
	"tab": lpp.Tab, "backspace": lpp.BackSpace,
}

// parseKey returns the key that a log writes as word, or its name if the protocol does not have it. An
// alias is a name of a key that only some programs use.
func parseKey(word string) (k lpp.Key, name string, alias bool) {
	if k = lpp.Key(word[0]); len(word) == 1 && k.Valid() {
		return k, "", false
	}
	if k, ok := words[strings.ToLower(word)]; ok {
		return k, "", false
	}
	if k, err := lpp.ParseKey(word); err == nil {
		return k, "", k.Name() != word
	}
	if !utf8.ValidString(word) {
		// The judge's program of some contest may have written characters of one byte each.
		word, _ = charmap.ISO8859_1.NewDecoder().String(word) // which never fails
	}
	return 0, word, false
}

func (s Stroke) word() string {
	if s.Name != "" {
		return s.Name
	}
	if word, ok := written[s.Key]; ok {
		return word
	}
	return string(rune(s.Key))
}

// Valid reports whether the protocol has the key.
func (s Stroke) Valid() bool { return s.Name == "" && s.Key.Valid() }

// char returns the character of the key, if it has one.
func (s Stroke) char() (c rune, ok bool) {
	if s.Name == "" {
		return rune(s.Key), true
	}
	c, size := utf8.DecodeRuneInString(s.Name)
	return c, size == len(s.Name)
}
