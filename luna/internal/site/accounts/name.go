package accounts

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mtibben/confusables"
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

// ownWords are words that the site uses for itself, its operator, its players and missing values. A
// new name must not be one of them, even with digits and signs around it.
var ownWords = looksOf("admin", "administrator", "anonymous", "bettor", "deleted", "guest", "help",
	"luna", "lunagame", "moderator", "nobody", "null", "official", "operator", "postmaster",
	"removed", "root", "security", "staff", "support", "sysadmin", "system", "target", "turingtrade",
	"undefined", "unknown", "webmaster")

func looksOf(words ...string) []string {
	for i, w := range words {
		words[i] = lookOf(w)
	}
	return words
}

// lookOf returns the key shared by names that readers confuse with each other, "" for a text that
// is not a name: the skeleton of UTS 39, of the name as it is and in small letters. The skeleton
// has l for 1 and for a capital i, so a small i must count as one, too.
func lookOf(name string) string {
	name, _ = precis.Nickname.String(name)
	small := confusables.Skeleton(strings.ToLower(confusables.Skeleton(name)))
	return strings.ReplaceAll(strings.ToLower(small), "i", "l")
}

// newName checks a name that somebody wants to take, and returns how it looks. Names from before
// this check existed may fail it.
func newName(name string) (look string, err error) {
	key, err := NameKey(name)
	if err != nil {
		return "", err
	}
	if !strings.ContainsFunc(key, isWord) || strings.ContainsFunc(key, isPicture) {
		return "", &NameError{Problem: nameNeeds}
	}
	look = lookOf(name)
	if slices.Contains(ownWords, lettersOf(look)) ||
		slices.Contains(ownWords, lookOf(lettersOf(name))) {
		return "", &NameError{Problem: "the site itself uses this word, expected another name"}
	}
	return look, nil
}

func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, text)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// isPicture reports whether a character is a picture. Some of them, such as U+2800, are blank.
func isPicture(r rune) bool { return unicode.Is(unicode.So, r) }
