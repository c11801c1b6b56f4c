package game

import (
	"math"
	"unicode"
	"unicode/utf8"
)

// CheckQuestions returns an [InvalidError] unless a player may ask these texts: five of at most
// 5000 characters, none blank.
func CheckQuestions(texts []string) error {
	if err := checkTexts("questions", texts); err != nil {
		return err
	}
	for i, text := range texts {
		if blank(text) {
			return invalid("questions", i, "is blank; a question needs visible text")
		}
	}
	return nil
}

// CheckResponses returns an [InvalidError] unless a player may respond with these texts: five of at
// most 5000 characters. They may be empty.
func CheckResponses(texts []string) error { return checkTexts("responses", texts) }

func checkTexts(field string, texts []string) error {
	if len(texts) != Questions {
		return invalid(field, -1, "found %d, expected %d", len(texts), Questions)
	}
	for i, text := range texts {
		if !utf8.ValidString(text) {
			return invalid(field, i, "is not valid UTF-8")
		}
		if n := utf8.RuneCountInString(text); n > MaxCharacters {
			return invalid(field, i, "has %d characters; at most %d are allowed", n, MaxCharacters)
		}
	}
	return nil
}

// blank reports whether a text has only spaces and invisible characters.
func blank(text string) bool {
	for _, r := range text {
		if !unicode.IsSpace(r) && !unicode.In(r, unicode.Z, unicode.Cc, unicode.Cf) {
			return false
		}
	}
	return true
}

// CheckGuess returns an [InvalidError] unless a guess is a number from 0 to 100.
func CheckGuess(guess float64) error { return checkScale("guess", -1, guess) }

func checkScale(field string, number int, x float64) error {
	// All comparisons with NaN are false.
	if !(x >= 0 && x <= MaxRating) {
		return invalid(field, number, "found %v, expected a number from 0 to %d", x, MaxRating)
	}
	return nil
}

// plusZero returns 0 for -0, which is equal but written differently.
func plusZero(x float64) float64 {
	if x == 0 {
		return math.Abs(x)
	}
	return x
}
