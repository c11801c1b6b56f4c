package store

import (
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/secure/precis"
)

// MaxName is the length that a name may have, in code points.
const MaxName = 64

// NameError tells what is wrong with a name.
type NameError struct {
	Problem string // what was found, and what was expected
}

// Error is one line for who chose the name.
func (e *NameError) Error() string { return "username: " + e.Problem }

// NameKey returns what two names have in common that nobody should tell apart: the form of a nickname for comparison of RFC 8266,
// without regard to case, width and superfluous spaces. The error, a [NameError], is for what cannot be a name.
func NameKey(name string) (string, error) {
	if n := utf8.RuneCountInString(name); n > MaxName {
		return "", &NameError{fmt.Sprintf("found %d characters, expected at most %d", n, MaxName)}
	}
	key, err := precis.Nickname.CompareKey(name)
	if err != nil || key == "" {
		return "", &NameError{"expected letters, digits, signs and single spaces"}
	}
	return key, nil
}
