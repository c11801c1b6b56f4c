package lpp

import (
	"fmt"
	"maps"
	"slices"
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

var keys = func() map[string]Key {
	m := make(map[string]Key, len(names))
	for k, name := range maps.All(names) {
		m[name] = k
	}
	return m
}()

// aliases are names that programs of entrants and organisers give to keys.
var aliases = map[string]Key{"quotedble": '"', "quotedl": '"', "tab": Tab}

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
	if k, ok := aliases[name]; ok {
		return k, nil
	}
	return 0, fmt.Errorf("found key %.40q, expected a letter, a digit or one of %q", name,
		slices.Sorted(maps.Values(names)))
}
