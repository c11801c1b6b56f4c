package keylog

import (
	"strings"
	"unicode/utf8"

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

// parseKey returns the key that a log writes as word, or its name if the protocol does not have it.
func parseKey(word string) (lpp.Key, string) {
	if len(word) == 1 {
		if k := lpp.Key(word[0]); k.Valid() {
			return k, ""
		}
	}
	if k, ok := words[strings.ToLower(word)]; ok {
		return k, ""
	}
	if k, err := lpp.ParseKey(word); err == nil {
		return k, ""
	}
	if utf8.ValidString(word) {
		return 0, word
	}
	// The judge's program of some contest may have written characters of one byte each.
	latin1 := make([]rune, len(word))
	for i := range len(word) {
		latin1[i] = rune(word[i])
	}
	return 0, string(latin1)
}

// isAlias reports whether a word is neither a character nor a known name of a key, but one that
// some programs use.
func isAlias(word string) bool {
	k, err := lpp.ParseKey(word)
	return err == nil && k.Name() != word && words[strings.ToLower(word)] == 0
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
