package auth

import (
	"fmt"
	"strings"

	"github.com/trustelem/zxcvbn"
	"github.com/trustelem/zxcvbn/match"
)

const (
	// enoughGuesses is how many guesses an acceptable password withstands, as zxcvbn estimates them:
	// those that a site's limits let through in years.
	enoughGuesses = 1e6
	// judged is as much of a password as is estimated, since that takes the cube of its length.
	judged = 40
)

// siteNames are names that people use for the site.
var siteNames = []string{"luna", "lunagame", "turing", "turingtrade", "trade"}

// checkEasy refuses a password that is found in lists of common passwords, words and names, or is
// made up of these, as NIST SP 800-63B recommends.
func checkEasy(password string, known []string) error {
	var words []string
	for _, w := range append(known, siteNames...) {
		if w = strings.ToLower(w); w != "" {
			words = append(words, w)
		}
	}
	if r := []rune(password); len(r) > judged {
		password = string(r[:judged])
	}
	found := zxcvbn.PasswordStrength(password, words)
	if found.Guesses >= enoughGuesses {
		return nil
	}
	return fmt.Errorf("%w: %s; three or four unrelated words make a good one", ErrPasswordEasy,
		weakness(found.Sequence))
}

// weakness says what makes a password easy.
func weakness(parts []*match.Match) string {
	for _, m := range parts {
		if m.DictionaryName == "user_inputs" {
			return "your name or that of this site is in it"
		}
	}
	switch {
	case len(parts) == 1 && parts[0].DictionaryName == "passwords":
		return "it is one of the most common ones"
	case len(parts) > 0 && parts[0].Pattern == "dictionary":
		return "it is a common word or name with little else"
	}
	return "it is a date, a row of keys, or the same over and over"
}
