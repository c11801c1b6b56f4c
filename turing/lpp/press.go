package lpp

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// End is one of the two programs that share a folder. It is the extension of the names of its key
// presses.
type End string

// The ends of a folder.
const (
	Judge End = "judge" // the judge's program
	Other End = "other" // the entity's program: an entry, or that of a human confederate
)

// Press is a key press, represented by a sub-directory.
type Press struct {
	Sequence string // digits
	Key      Key
	By       End    // the end that made it
	alias    string // the name of the key in the folder, if it is not the protocol's
}

// Name returns the name of the sub-directory, such as "0000000123.H.other".
func (p Press) Name() string {
	return p.Sequence + "." + cmp.Or(p.alias, p.Key.Name()) + "." + string(p.By)
}

// maxSequence is the maximum number of digits of a sequence number. File systems allow names of 255
// bytes.
const maxSequence = 200

// ParseName parses the name of a sub-directory.
func ParseName(name string) (Press, error) {
	const expected = "expected SEQUENCE.KEY.judge or SEQUENCE.KEY.other, such as 0000000123.H.other"
	parts := strings.Split(name, ".")
	if len(parts) != 3 {
		return Press{}, fmt.Errorf("found %.80q, %s", name, expected)
	}
	p := Press{Sequence: parts[0], By: End(parts[2])}
	if p.Sequence == "" || len(p.Sequence) > maxSequence || strings.Trim(p.Sequence, "0123456789") != "" {
		return Press{}, fmt.Errorf("found sequence number %.80q, expected up to %d digits", p.Sequence, maxSequence)
	}
	if p.By != Judge && p.By != Other {
		return Press{}, fmt.Errorf("found %.80q, %s", name, expected)
	}
	var err error
	if p.Key, err = ParseKey(parts[1]); parts[1] != p.Key.Name() && err == nil {
		p.alias = parts[1]
	}
	return p, err
}

// comparePresses orders key presses by their sequence numbers, as numbers. Equal numbers, which
// break the rule, are ordered by name.
func comparePresses(a, b Press) int {
	return cmp.Or(compareNumbers(a.Sequence, b.Sequence), cmp.Compare(a.Sequence, b.Sequence),
		cmp.Compare(a.Key, b.Key))
}

// numeric returns a sequence number without leading zeros, so that equal numbers are equal texts.
func numeric(sequence string) string { return strings.TrimLeft(sequence, "0") }

// compareNumbers compares two sequence numbers as numbers.
func compareNumbers(a, b string) int {
	a, b = numeric(a), numeric(b)
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
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
	if len(sequence) >= maxSequence {
		return "", fmt.Errorf("found sequence number %.20s… of %d digits, which nothing can follow; "+
			"remove its sub-directory", sequence, len(sequence))
	}
	return sequence + "0", nil
}

// above returns a sequence number that is at least those of key presses, as a number and as a text:
// the highest text, made as long as the longest.
func above(presses []Press) (highest string) {
	longest := 0
	for _, p := range presses {
		highest, longest = max(highest, p.Sequence), max(longest, len(p.Sequence))
	}
	return highest + strings.Repeat("0", longest-len(highest))
}

// clock returns a sequence number of 18 digits: the time in microseconds since 1970, followed by
// two digits that should differ between programs.
func clock(now time.Time, tag int) string { return fmt.Sprintf("%016d%02d", now.UnixMicro(), tag) }
