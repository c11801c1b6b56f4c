package accounts

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/secure/precis"
)

// MaxName is the maximum length of a username, in code points.
const MaxName = 64

const nameNeeds = "expected letters, digits, punctuation and single spaces"

// NameError says what is wrong with a username or a public name.
type NameError struct {
	Problem string // what was found, and what was expected
	Public  bool   // it is a public name
}

// Error returns one line for the player who chose the name.
func (e *NameError) Error() string {
	if e.Public {
		return "publicName: " + e.Problem
	}
	return "username: " + e.Problem
}

// NameKey returns the key that names share if they look alike: the nickname comparison form of RFC
// 8266, which ignores case, width and superfluous spaces. The error is a [NameError].
func NameKey(name string) (string, error) {
	if n := utf8.RuneCountInString(name); n > MaxName {
		return "", &NameError{Problem: fmt.Sprintf("found %d characters, expected at most %d", n, MaxName)}
	}
	key, err := precis.Nickname.CompareKey(name)
	if err != nil || key == "" {
		return "", &NameError{Problem: nameNeeds}
	}
	return key, nil
}

// newName checks a name that somebody wants to take. Names from before this check existed may fail
// it.
func newName(name string) error {
	key, err := NameKey(name)
	if err != nil {
		return err
	}
	if lookOf(name) == "" || strings.ContainsFunc(key, isPicture) {
		return &NameError{Problem: nameNeeds}
	}
	if isOurs(name) {
		return &NameError{Problem: "the site itself uses this word, expected another name"}
	}
	return nil
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// isPicture reports whether a character is a picture. Some of them, such as U+2800, are blank.
func isPicture(r rune) bool { return unicode.Is(unicode.So, r) }
