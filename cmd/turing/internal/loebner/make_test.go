package loebner

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/luna-rating/luna/internal/suite"
)

func mustMake(t suite.T, m Matrix, c Constraints) *Plan {
	t.Helper()
	p := suite.Must(Make(context.Background(), m, c))(t)
	return p
}

func mustDesign(t suite.T, kinds [3]int, c Constraints) *Plan {
	t.Helper()
	p, err := Design(context.Background(), kinds[0], kinds[1], kinds[2], c)
	if err != nil {
		t.Fatal(kinds, err)
	}
	return p
}

// The matrix of 2004 needs six rounds, one fewer than the printed seven; a cyclic Latin square of
// odd order n has n disjoint transversals, one of even order none, so that it needs n+2 rounds.
func TestMakeSquares(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 7, 9, 11} {
		want := n
		if n%2 == 0 {
			want = n + 2
		}
		if p := mustMake(t, Square(n), Constraints{}); len(p.Schedule) != want {
			t.Errorf("order %d: %d rounds, want %d", n, len(p.Schedule), want)
		}
	}
}

// Up to twelve judges are served with few rounds: as many as the matrix needs, or one more; and
// where the matrix is free, at most three more than there are judges.
func TestUpToTwelveJudges(t *testing.T) {
	suite.Slow(t, "makes large schedules")
	for n := 6; n <= 12; n++ {
		if p := mustMake(t, Square(n), Constraints{Seed: 2}); len(p.Schedule) > n+3 {
			t.Errorf("order %d: %d rounds", n, len(p.Schedule))
		}
		for entries := 1; entries <= n; entries++ {
			p := mustDesign(t, [3]int{n, entries, n}, Constraints{Seed: 2})
			if r := Check(nil, p.Schedule); !r.Valid || len(p.Schedule) > n+3 {
				t.Errorf("%d judges, %d entries: %d rounds, %+v", n, entries, len(p.Schedule), r.Problems)
			}
		}
	}
}

func TestDesignShapes(t *testing.T) {
	for _, c := range []struct {
		kinds  [3]int
		rounds int
	}{
		{[3]int{1, 1, 1}, 1}, {[3]int{2, 2, 2}, 4}, {[3]int{3, 3, 3}, 3}, {[3]int{4, 4, 4}, 4},
		{[3]int{5, 5, 5}, 5}, {[3]int{8, 8, 8}, 8}, {[3]int{8, 4, 8}, 8}, {[3]int{12, 4, 12}, 12},
		{[3]int{4, 3, 4}, 4}, {[3]int{4, 2, 4}, 4}, {[3]int{4, 1, 4}, 4}, {[3]int{1, 4, 4}, 4},
		{[3]int{4, 4, 3}, 6}, {[3]int{4, 4, 2}, 8}, {[3]int{4, 4, 1}, 16}, {[3]int{4, 4, 6}, 4},
		{[3]int{2, 2, 4}, 2}, {[3]int{5, 3, 7}, 5},
	} {
		p := mustDesign(t, c.kinds, Constraints{})
		if len(p.Schedule) != c.rounds {
			t.Errorf("%v: %d rounds, want %d", c.kinds, len(p.Schedule), c.rounds)
		}
		if r := Check(nil, p.Schedule); !r.Valid {
			t.Errorf("%v: %+v", c.kinds, r.Problems)
		}
		if n := len(p.Matrix.Confederates()); n != c.kinds[2] {
			t.Errorf("%v: %d confederates take part", c.kinds, n)
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
	m := NewMatrix(rapid.IntRange(1, largest).Draw(t, "judges"),
		rapid.IntRange(1, largest).Draw(t, "entries"))
	others := rapid.IntRange(1, largest).Draw(t, "confederates")
	for j := range m.Cells {
		for e := range m.Cells[j] {
			if c := rapid.IntRange(0, others).Draw(t, "cell"); c > 0 {
				m.Cells[j][e] = label("C", c-1)
			}
		}
	}
	if m.Cells[0][0] == "" {
		m.Cells[0][0] = "C1"
	}
	return m
}

func TestMakeAgainstTryingEverything(t *testing.T) {
	for cells := range 16 { // all matrices of 2 by 2 with two confederates
		m := NewMatrix(2, 2)
		for i := range 4 {
			m.Cells[i/2][i%2] = label("C", cells>>i&1)
		}
		if p := mustMake(t, m, Constraints{}); len(p.Schedule) != slowRounds(m.Triples()) {
			t.Errorf("%v: %d rounds", m.Cells, len(p.Schedule))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		m := drawMatrix(t, 3)
		p := mustMake(t, m, Constraints{Seed: rapid.Uint64().Draw(t, "seed")})
		if want := slowRounds(m.Triples()); len(p.Schedule) != want {
			t.Fatalf("%d rounds, want %d", len(p.Schedule), want)
		}
	})
}

func TestMakeProperties(t *testing.T) {
	suite.Slow(t, "makes hundreds of schedules")
	rapid.Check(t, func(t *rapid.T) {
		m := drawMatrix(t, 5)
		c := Constraints{Seed: rapid.Uint64().Draw(t, "seed"), Rests: make(map[string][]int)}
		for range rapid.IntRange(0, 3).Draw(t, "rests") {
			who := rapid.SampledFrom(slices.Concat(m.Judges, m.Entries, m.Confederates())).Draw(t, "who")
			c.Rests[who] = append(c.Rests[who], rapid.IntRange(1, 5).Draw(t, "round"))
		}
		p := mustMake(t, m, c)
		if r := Check(&m, p.Schedule); !r.Valid {
			t.Fatalf("%+v", r.Problems)
		}
		for who, rounds := range c.Rests {
			for _, n := range rounds {
				if n <= len(p.Schedule) && len(p.Schedule[n-1].resting([]string{who})) == 0 {
					t.Fatalf("%s does not rest in round %d", who, n)
				}
			}
		}
		if d := cmp.Diff(p, mustMake(t, m, c), cmpopts.IgnoreUnexported(Round{})); d != "" {
			t.Fatalf("the same seed makes another plan:\n%s", d)
		}
	})
}

func TestMakeRefuses(t *testing.T) {
	m := Square(4)
	for _, c := range []struct {
		constraints Constraints
		want        string
	}{
		{Constraints{Rests: map[string][]int{"J9": {1}}}, "found rests of J9, who is not in the matrix"},
		{Constraints{Rests: map[string][]int{"J1": {0}}}, "found a rest of J1 in round 0, …"},
	} {
		suite.Fails(t, "make", suite.Err(Make(t.Context(), m, c.constraints)), c.want)
	}
	_, err := Make(t.Context(), NewMatrix(2, 2), Constraints{})
	suite.Fails(t, "empty", err, "found a matrix without comparisons")
	_, err = Make(t.Context(), Square(33), Constraints{})
	suite.Fails(t, "large", err, "found 33 judges, entries or confederates, …")
	_, err = Design(t.Context(), 4, 4, 33, Constraints{})
	suite.Fails(t, "many", err, "found 33 judges, entries or confederates, expected at most 32")
	_, err = Design(t.Context(), 9, 9, 1, Constraints{})
	suite.Fails(t, "rounds", err, "found no schedule with at most 64 rounds, …")
	_, err = Design(t.Context(), 2, 2, 2, Constraints{Rests: map[string][]int{"C3": {1}}})
	suite.Fails(t, "rest", err, "found rests of C3, who is not in the matrix")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, n := range []int{4, 20} {
		suite.Is(t, "order", suite.Err(Make(ctx, Square(n), Constraints{})), context.Canceled)
		suite.Is(t, "design of order", suite.Err(Design(ctx, n, n, n-1, Constraints{})), context.Canceled)
	}
}
