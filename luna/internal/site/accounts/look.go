package accounts

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mtibben/confusables"
	"golang.org/x/text/secure/precis"
	"golang.org/x/text/unicode/norm"

	"github.com/luna-rating/luna/internal/text"
)

// lookOf returns the key shared by names that readers confuse with each other, "" for a text that
// is not a name: the skeleton of UTS 39, of the name as it is and in small letters, without
// accents, punctuation, signs and spaces. The skeleton has l for 1 and for a capital i, so a small
// i must count as one, too.
func lookOf(name string) string {
	return skeleton(strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.P, unicode.S, clicks) {
			return ' '
		}
		return r
	}, norm.NFKD.String(name)))
}

// looksOf returns the looks of a name without its signs, and with those that are written for
// letters.
func looksOf(name string) []string {
	return slices.Compact([]string{lookOf(name), skeleton(signs.Replace(name))})
}

// signs are written for letters, as the skeleton has | for l.
var signs = strings.NewReplacer("@", "a", "€", "e", "!", "l", "¡", "l", "¦", "l", "$", "s")

// clicks are letters that look like signs.
var clicks = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 'ǀ', Hi: 'ǃ', Stride: 1}}}

func skeleton(name string) string {
	name, _ = precis.Nickname.String(name)
	name = confusables.Skeleton(strings.ToLower(confusables.Skeleton(norm.NFKD.String(name))))
	name = alike.Replace(strings.ToLower(norm.NFKD.String(name)))
	var look strings.Builder
	letter := ' ' // before the mark
	for _, r := range name {
		switch {
		case unicode.IsMark(r):
			if spells(letter, r) {
				look.WriteRune(r)
			}
		case isWord(r) && !(unicode.Is(unicode.Lm, r) && unicode.Is(unicode.Common, r)):
			letter = r
			look.WriteRune(r)
		}
	}
	return strings.ReplaceAll(strings.ReplaceAll(look.String(), "i", "l"), "vv", "w")
}

// alike has the Latin letters that readers see in others where UTS 39 does not. The others are what
// its skeletons consist of: small capitals stand for Cyrillic and Greek letters, too.
var alike = strings.NewReplacer(
	"ᴀ", "a", "ɐ", "a", "ʙ", "b", "ß", "b", "ᴅ", "d", "∂", "d", "ꞓ", "e", "ᴇ", "e", "ǝ", "e", "ꜰ", "f",
	"ɢ", "g", "ʜ", "h", "ᴊ", "j", "ĸ", "k", "ʟ", "l", "ʍ", "rn", "π", "n", "ɴ", "n", "ᴎ", "n", "ŋ", "n",
	"ᴘ", "p", "þ", "p", "ʀ", "r", "ᴙ", "r", "ᴛ", "t", "μ", "u", "ω", "w", "χ", "x", "ʌ", "л")

// spells reports whether a mark after a letter is more than an accent: a vowel of a script such as
// Devanagari or Thai, or one of the two marks of Japanese syllables.
func spells(letter, mark rune) bool {
	if mark == '\u3099' || mark == '\u309a' {
		return unicode.In(letter, unicode.Hiragana, unicode.Katakana)
	}
	for _, script := range unicode.Scripts {
		if unicode.Is(script, mark) {
			return unicode.Is(script, letter) && !unicode.In(mark, unicode.Arabic, unicode.Cyrillic,
				unicode.Hebrew, unicode.Syriac)
		}
	}
	return false
}

// ownWords are words that the site uses for itself, its players and missing values. A new name must
// not be one of them, even with digits and signs around it.
var ownWords = looks("anonymous", "bettor", "deleted", "guest", "help", "nobody", "null", "removed",
	"root", "security", "system", "target", "undefined", "unknown")

// highWords stand for the site and its operator. A new name must not have one of them.
var highWords = looks("admin", "admins", "administrator", "administrators", "luna", "lunagame", "mod",
	"moderator", "moderators", "official", "operator", "operators", "postmaster", "staff", "support",
	"sysadmin", "sysop", "team", "turingtrade", "webmaster")

// ownName matches names that consist of words of both kinds and of others that go with them.
var ownName = func() *regexp.Regexp {
	own := strings.Join(slices.Concat(ownWords, highWords), "|")
	beside := strings.Join(looks("the", "site", "game", "trade", "turing", "server"), "|")
	return regexp.MustCompile(fmt.Sprintf("^(%[2]s)*(%[1]s)(%[1]s|%[2]s)*$", own, beside))
}()

func looks(words ...string) []string {
	for i, w := range words {
		words[i] = lookOf(w)
	}
	return words
}

// word matches the words of a name; LunaTeam has two.
var word = text.Pattern(`\p{Lu}*[^\p{Lu}\P{L}]+|\p{Lu}+`)

// isOurs reports whether a name is one by which the site speaks of itself.
func isOurs(name string) bool {
	for _, read := range []string{name, signs.Replace(name)} {
		if slices.ContainsFunc(lettersOf(read), ownName.MatchString) {
			return true
		}
		parts := strings.FieldsFunc(read, func(r rune) bool { return !isWord(r) && !unicode.IsMark(r) })
		for _, w := range append(parts, word().FindAllString(read, -1)...) {
			if slices.ContainsFunc(lettersOf(w), func(look string) bool { return slices.Contains(highWords, look) }) {
				return true
			}
		}
	}
	return false
}

// lettersOf returns the letters that a text looks like, with those of digits and without.
func lettersOf(text string) []string {
	return []string{strings.Map(onlyLetter, lookOf(text)), lookOf(strings.Map(onlyLetter, text))}
}

func onlyLetter(r rune) rune {
	if unicode.IsLetter(r) {
		return r
	}
	return -1
}

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
