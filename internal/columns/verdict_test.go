package columns

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestJudge remembers cells that come again as they are, and mixes them up with no others.
func TestJudge(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	few, n := newJudge(Notation{Comma: true}, 16), Notation{Comma: true}
	for range 20_000 {
		forms := []string{"%d", " %d/20", "word %d ", "n/a", "", "a%d", "7,%d", "10:3%d"}
		cell := fmt.Sprintf(forms[r.IntN(len(forms))], r.IntN(9))
		again, once := *few.of(cell), *newJudge(n, 1).of(cell)
		if again != once {
			t.Fatalf("%q: found %v, expected %v", cell, again, once)
		}
		if _, _, ok := n.Number(cell); ok != (again.is == aNumber) {
			t.Fatalf("%q: found %v", cell, again.is)
		}
	}
}
