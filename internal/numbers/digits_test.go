package numbers

import (
	"math/rand/v2"
	"regexp"
	"testing"
)

// TestCutMark compares with the regular expression for numbers with a mark.
func TestCutMark(t *testing.T) {
	slow := regexp.MustCompile(`^([0-9]+)([.,])([0-9]+)$`)
	r, found := rand.New(rand.NewPCG(1, 1)), 0
	for range 100_000 {
		cell := make([]byte, r.IntN(6))
		for i := range cell {
			cell[i] = "0123.,+-/a"[r.IntN(10)]
		}
		whole, fraction, mark := CutMark(string(cell))
		m := slow.FindStringSubmatch(string(cell))
		if m == nil {
			m = []string{"", "", "\x00", ""}
		} else {
			found++
		}
		if whole != m[1] || string(rune(mark)) != m[2] || fraction != m[3] {
			t.Fatalf("%q: found %q, %q and %q, expected %q", cell, whole, mark, fraction, m[1:])
		}
	}
	if found < 1_000 {
		t.Errorf("only %d are numbers with a mark", found)
	}
}
