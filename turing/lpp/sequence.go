package lpp

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// numeric returns a sequence number without leading zeros, so that equal numbers are equal texts.
func numeric(sequence string) string { return strings.TrimLeft(sequence, "0") }

// compareNumbers compares two sequence numbers as numbers.
func compareNumbers(a, b string) int {
	a, b = numeric(a), numeric(b)
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// compareSequences compares as numbers, then as texts.
func compareSequences(a, b string) int {
	return cmp.Or(compareNumbers(a, b), strings.Compare(a, b))
}

// follows reports whether a sequence number is above another one, as a number and as a text.
func follows(a, b string) bool { return compareNumbers(a, b) > 0 && a > b }

// after returns a sequence number that follows another one.
func after(sequence string) (string, error) {
	digits := []byte(sequence)
	for i := len(digits) - 1; i >= 0; i-- {
		if digits[i] < '9' {
			digits[i]++
			return string(digits), nil
		}
		digits[i] = '0'
	}
	// Of nothing but nines, only a longer number is above as a number, and as a text only one that
	// begins the same.
	return longer(sequence)
}

// above returns a sequence number that is at least both, as a number and as a text.
func above(a, b string) (string, error) {
	text, number := max(a, b), a
	if compareNumbers(b, a) > 0 {
		number = b
	}
	for compareNumbers(text, number) < 0 {
		var err error
		if text, err = longer(text); err != nil {
			return "", err
		}
	}
	return text, nil
}

func longer(sequence string) (string, error) {
	if len(sequence) >= maxSequence {
		return "", fmt.Errorf("found sequence number %.20s… of %d digits, which nothing can follow; "+
			"remove its sub-directory", sequence, len(sequence))
	}
	return sequence + "0", nil
}

// clock returns a sequence number of 18 digits: the time in microseconds since 1970, followed by
// two digits that should differ between programs.
func clock(now time.Time, tag int) string { return fmt.Sprintf("%016d%02d", now.UnixMicro(), tag) }
