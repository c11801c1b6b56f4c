package columns

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestJudge remembers cells that come again as they are, and mixes them up with no others.
func TestJudge(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	few, n := newJudge(Notation{Comma: true}, 16), Notation{Comma: true}
	for range 20_000 {
		forms := []string{"9", " 9/20", "word 9 ", "n/a", "", "a9", "7,9", "10:39"}
		cell := strings.ReplaceAll(forms[r.IntN(len(forms))], "9", strconv.Itoa(r.IntN(9)))
		again, once := *few.of(cell), *newJudge(n, 1).of(cell)
		if again != once {
			t.Fatalf("%q: found %v, expected %v", cell, again, once)
		}
		if _, _, ok := n.Number(cell); ok != (again.is == aNumber) {
			t.Fatalf("%q: found %v", cell, again.is)
		}
	}
}
