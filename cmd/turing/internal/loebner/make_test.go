package loebner

import (
	"testing"

	"pgregory.net/rapid"
)

// Square returns the matrix of the rules for n judges, entries and confederates: a row is the one
// above it, moved right by one.
func Square(n int) (m Matrix) {
	for j := range n {
		for e := range n {
			m = append(m, Triple{label("J", j), label("E", e), label("C", (e-j+n)%n)})
		}
	}
	return m
}

// A cyclic Latin square of odd order n falls into n full rounds; one of even order has no full
// round, and comes out in n+2. That of 2004 needs six, one fewer than the printed seven.
func TestMakeSquares(t *testing.T) {
	for n := 1; n <= 12; n++ {
		m := Square(n)
		s := Make(m)
		if r := Check(m, s); !r.Valid || len(s) != n+2*(1-n%2) {
			t.Errorf("order %d: %d rounds; %+v", n, len(s), r.Problems)
		}
	}
}

// slowRounds returns the fewest rounds by trying everything.
func slowRounds(triples []Triple) int {
	for rounds := 1; ; rounds++ {
		colours := make([]int, 0, len(triples))
		var extend func() bool
		extend = func() bool {
			if len(colours) == len(triples) {
				return true
			}
			next := triples[len(colours)]
			for c := range rounds {
				clash := false
				for i, other := range colours {
					x := triples[i]
					clash = clash || other == c && (x.Judge == next.Judge || x.Entry == next.Entry ||
						x.Confederate == next.Confederate)
				}
				if !clash {
					colours = append(colours, c)
					if extend() {
						return true
					}
					colours = colours[:len(colours)-1]
				}
			}
			return false
		}
		if extend() {
			return rounds
		}
	}
}

// drawMatrix draws a matrix with pairs that do not meet.
func drawMatrix(t *rapid.T, largest int) Matrix {
	m := Matrix{{"J1", "E1", "C1"}}
	for j := range rapid.IntRange(1, largest).Draw(t, "judges") {
		for e := range largest {
			if c := rapid.IntRange(0, largest).Draw(t, "cell"); c > 0 && j+e > 0 {
				m = append(m, Triple{label("J", j), label("E", e), label("C", c-1)})
			}
		}
	}
	return m
}

// With up to three of each kind, there are as few rounds as trying everything finds.
func TestMakeAgainstTryingEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMatrix(t, 3)
		s := Make(m)
		if want := slowRounds(m); len(s) != want || !Check(m, s).Valid {
			t.Fatalf("%d rounds, want %d: %+v", len(s), want, Check(m, s).Problems)
		}
	})
}
