package loebner

import (
	"cmp"
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
