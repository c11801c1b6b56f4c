package loebner

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/luna-rating/luna/internal/suite"
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

func TestDesignShapes(t *testing.T) {
	for _, c := range []struct{ judges, entries, confederates, rounds int }{
		{1, 1, 1, 1}, {2, 2, 2, 4}, {3, 3, 3, 3}, {4, 4, 4, 4}, {5, 5, 5, 5}, {7, 7, 7, 7}, {8, 8, 8, 8},
		{16, 16, 16, 16}, {8, 4, 8, 8}, {13, 4, 13, 13}, {4, 3, 4, 4}, {4, 2, 4, 4}, {4, 1, 4, 4},
		{1, 4, 4, 4}, {4, 4, 3, 6}, {4, 4, 2, 8}, {4, 4, 1, 16}, {4, 4, 6, 5}, {2, 2, 4, 2}, {12, 12, 12, 14},
		{60, 8, 60, 62}, {5, 3, 7, 5},
		{9, 9, 1, 81},
	} {
		m := suite.Must(Design(c.judges, c.entries, c.confederates))(t)
		s := Make(m)
		if len(s) > c.rounds {
			t.Errorf("%v: %d rounds, want %d", c, len(s), c.rounds)
		}
		for _, against := range []Matrix{nil, m} {
			if r := Check(against, s); !r.Valid {
				t.Errorf("%v: %+v", c, r.Problems)
			}
		}
	}
	suite.Fails(t, "nobody", suite.Err(Design(4, 0, 4)), "found 4 judges, 0 entries and 4 confederates, …")
	suite.Fails(t, "many", suite.Err(Design(4, 4, 201)), "found 201 judges, entries or confederates, …")
}

// However many take part, the schedule is valid, and each judge and each entry come together with as
// many confederates as possible.
func TestDesignProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(kind string) int { return rapid.IntRange(1, 9).Draw(t, kind) }
		confederates := draw("confederates")
		m := suite.Must(Design(draw("judges"), draw("entries"), confederates))(t)
		s := Make(m)
		if r := Check(nil, s); !r.Valid || !Check(m, s).Valid {
			t.Fatalf("%v: %+v", m, r.Problems)
		}
		others, meetings := make(map[string]map[string]bool), make(map[string]int)
		for _, x := range m {
			for _, who := range []string{x.Judge, x.Entry} {
				if meetings[who]++; others[who] == nil {
					others[who] = make(map[string]bool)
				}
				others[who][x.Confederate] = true
			}
		}
		for who, n := range meetings {
			if len(others[who]) < min(n, confederates) {
				t.Fatalf("%s meets %d confederates in %d meetings: %v", who, len(others[who]), n, m)
			}
		}
	})
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
