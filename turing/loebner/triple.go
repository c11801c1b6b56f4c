package loebner

import (
	"fmt"
	"regexp"
	"strings"
)

// Triple is one comparison: a judge talks to an entry and a confederate at the same time.
type Triple struct{ Judge, Entry, Confederate string }

// String returns the triple as the rules print it, such as J1E1C1.
func (t Triple) String() string { return t.Judge + t.Entry + t.Confederate }

// pair returns the judge and the entry, such as J1E1.
func (t Triple) pair() string { return t.Judge + t.Entry }

// triplePattern matches a triple in any case. Numbers start with 1 and have up to three digits.
var triplePattern = regexp.MustCompile(`^(?i)J(0*[1-9]\d{0,2})E(0*[1-9]\d{0,2})C(0*[1-9]\d{0,2})$`)

// ParseTriple parses a triple such as J1E1C1, in any case.
func ParseTriple(s string) (Triple, error) {
	m := triplePattern.FindStringSubmatch(s)
	if m == nil {
		return Triple{}, fmt.Errorf("found %q, expected a triple such as J1E1C1", s)
	}
	number := func(letter, digits string) string { return letter + strings.TrimLeft(digits, "0") }
	return Triple{number("J", m[1]), number("E", m[2]), number("C", m[3])}, nil
}
