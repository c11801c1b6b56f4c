package loebner

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Triple is one comparison: a judge talks to an entry and a confederate at the same time.
type Triple struct{ Judge, Entry, Confederate string }

// String returns the triple as the rules print it, such as J1E1C1.
func (t Triple) String() string { return t.Judge + t.Entry + t.Confederate }

// pair returns the judge and the entry, such as J1E1.
func (t Triple) pair() string { return t.Judge + t.Entry }

// members returns the judge, the entry and the confederate.
func (t Triple) members() [3]string { return [3]string{t.Judge, t.Entry, t.Confederate} }

// triplePattern matches a triple in any case. Numbers start with 1 and have up to three digits.
var triplePattern = regexp.MustCompile(`^(?i)(J0*[1-9]\d{0,2})(E0*[1-9]\d{0,2})(C0*[1-9]\d{0,2})$`)

// ParseTriple parses a triple such as J1E1C1, in any case.
func ParseTriple(s string) (Triple, error) {
	m := triplePattern.FindStringSubmatch(s)
	if m == nil {
		return Triple{}, fmt.Errorf("found %q, expected a triple such as J1E1C1", s)
	}
	return Triple{person(m[1]), person(m[2]), person(m[3])}, nil
}

// byNumber orders names such as J2 and J10 by kind and number, and others by their letters.
func byNumber(a, b string) int {
	kindA, x := numbered(a)
	kindB, y := numbered(b)
	return cmp.Or(strings.Compare(kindA, kindB), cmp.Compare(x, y), strings.Compare(a, b))
}

// numbered splits a name such as J10 into its letter and number. The number of others is -1.
func numbered(name string) (kind string, n int) {
	if len(name) > 1 {
		if n, err := strconv.ParseUint(name[1:], 10, 31); err == nil {
			return name[:1], int(n)
		}
	}
	return name, -1
}
