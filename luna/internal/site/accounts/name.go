package accounts

import (
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/secure/precis"
)

// MaxName is the maximum length of a username, in code points.
const MaxName = 64

// NameError says what is wrong with a username.
type NameError struct {
	Problem string // what was found, and what was expected
}

// Error is one line for the player who chose the name.
func (e *NameError) Error() string { return "username: " + e.Problem }

// NameKey returns the key that names which look alike share: the nickname comparison form of
// RFC 8266, without regard to case, width and superfluous spaces. The error is a [NameError].
func NameKey(name string) (string, error) {
	if n := utf8.RuneCountInString(name); n > MaxName {
		return "", &NameError{fmt.Sprintf("found %d characters, expected at most %d", n, MaxName)}
	}
	key, err := precis.Nickname.CompareKey(name)
	if err != nil || key == "" {
		return "", &NameError{"expected letters, digits, punctuation and single spaces"}
	}
	return key, nil
}
