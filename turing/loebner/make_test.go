package loebner

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/luna-rating/luna/internal/suite"
)

func mustMake(t failer, m Matrix, c Constraints) *Plan {
	t.Helper()
	p, err := Make(context.Background(), m, c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustDesign(t failer, kinds [3]int, c Constraints) *Plan {
	t.Helper()
	p, err := Design(context.Background(), kinds[0], kinds[1], kinds[2], c)
	if err != nil {
		t.Fatal(kinds, err)
	}
	return p
}

// The matrix of 2004 needs six rounds, one fewer than the printed seven; a cyclic Latin square of odd
// order n has n disjoint transversals, one of even order none, so that it needs n+2 rounds.
func TestMakeSquares(t *testing.T) {
	for n := 1; n <= 21; n++ {
		want := n
		if n%2 == 0 {
			want = n + 2
		}
		p := mustMake(t, Square(n), Constraints{})
		if len(p.Schedule) != want || !p.Optimal() {
			t.Errorf("order %d: %d rounds with bound %d (%s), want %d", n, len(p.Schedule), p.Bound,
				p.Why, want)
		}
	}
}

// Four rounds follow the printed matrix of 2010 in no way, and a matrix that can be chosen in many.
func TestDesignOf2010(t *testing.T) {
	printed := sampleSchedule(t, "2010")
	if _, err := Make(t.Context(), Square(4), Constraints{Rounds: 4}); err == nil {
		t.Error("four rounds follow the printed matrix")
	}
	p := mustDesign(t, [3]int{4, 4, 4}, Constraints{Near: printed})
	if len(p.Schedule) != 4 || p.Kept != 12 || p.KeptInPlace != 10 || !p.Most {
		t.Errorf("%d rounds keep %d triples, %d in place", len(p.Schedule), p.Kept, p.KeptInPlace)
	}
	if r := Check(nil, p.Schedule); !r.Valid {
		t.Errorf("%+v", r.Problems)
	}
	byHand := parseSchedule(t, "J1E1C1 J2E2C2 J3E3C3 J4E4C4\nJ2E4C1 J1E3C2 J4E2C3 J3E1C4\n"+
		"J3E2C1 J4E1C2 J1E4C3 J2E3C4\nJ4E3C1 J3E4C2 J2E1C3 J1E2C4")
	if p = mustDesign(t, [3]int{4, 4, 4}, Constraints{Near: byHand}); p.KeptInPlace != 16 {
		t.Errorf("a valid design is not kept: %d of 16", p.KeptInPlace)
	}
}

func TestDesignShapes(t *testing.T) {
	for _, c := range []struct {
		kinds  [3]int
		rounds int
	}{
		{[3]int{1, 1, 1}, 1}, {[3]int{2, 2, 2}, 4}, {[3]int{3, 3, 3}, 3}, {[3]int{4, 4, 4}, 4},
		{[3]int{5, 5, 5}, 5}, {[3]int{6, 6, 6}, 7}, {[3]int{6, 5, 6}, 6}, {[3]int{8, 8, 8}, 8},
		{[3]int{10, 10, 10}, 10}, {[3]int{12, 12, 12}, 12}, {[3]int{20, 20, 20}, 20},
		{[3]int{4, 3, 4}, 4}, {[3]int{4, 2, 4}, 4}, {[3]int{4, 1, 4}, 4}, {[3]int{1, 4, 4}, 4},
		{[3]int{4, 4, 3}, 6}, {[3]int{4, 4, 2}, 8}, {[3]int{4, 4, 1}, 16}, {[3]int{4, 4, 6}, 4},
		{[3]int{2, 2, 4}, 2}, {[3]int{5, 3, 7}, 5},
	} {
		p := mustDesign(t, c.kinds, Constraints{})
		if len(p.Schedule) != c.rounds || !p.Optimal() {
			t.Errorf("%v: %d rounds with bound %d, want %d", c.kinds, len(p.Schedule), p.Bound, c.rounds)
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
	m := newMatrix(rapid.IntRange(1, largest).Draw(t, "judges"),
		rapid.IntRange(1, largest).Draw(t, "entries"))
	others := rapid.IntRange(1, largest).Draw(t, "confederates")
	for j := range m.Cells {
		for e := range m.Cells[j] {
			if c := rapid.IntRange(0, others).Draw(t, "cell"); c > 0 {
				m.Cells[j][e] = label('C', c-1)
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
		m := newMatrix(2, 2)
		for i := range 4 {
			m.Cells[i/2][i%2] = label('C', cells>>i&1)
		}
		if p := mustMake(t, m, Constraints{}); len(p.Schedule) != slowRounds(m.Triples()) {
			t.Errorf("%v: %d rounds", m.Cells, len(p.Schedule))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		m := drawMatrix(t, 3)
		p := mustMake(t, m, Constraints{Seed: rapid.Uint64().Draw(t, "seed")})
		if want := slowRounds(m.Triples()); len(p.Schedule) != want || !p.Optimal() {
			t.Fatalf("%d rounds with bound %d, want %d", len(p.Schedule), p.Bound, want)
		}
	})
}

// slowKept returns the most triples that a design with the fewest rounds for two judges keeps.
func slowKept(near map[Triple]bool, rounds int) int {
	best := -1
	var cells [4]Triple
	var when [4]int
	var extend func(i, kept int)
	extend = func(i, kept int) {
		if i == 4 {
			best = max(best, kept)
			return
		}
		for c := range 2 {
			for r := range rounds {
				x := Triple{label('J', i/2), label('E', i%2), label('C', c)}
				fits := true
				for k := range i {
					y := cells[k]
					sameOther := y.Confederate == x.Confederate
					fits = fits && !(sameOther && (x.Judge == y.Judge || x.Entry == y.Entry)) &&
						!(when[k] == r && (x.Judge == y.Judge || x.Entry == y.Entry || sameOther))
				}
				if fits {
					cells[i], when[i] = x, r
					gain := 0
					if near[x] {
						gain = 1
					}
					extend(i+1, kept+gain)
				}
			}
		}
	}
	extend(0, 0)
	return best
}

func TestNearAgainstTryingEverything(t *testing.T) {
	all := []Triple{}
	for i := range 8 {
		all = append(all, Triple{label('J', i>>2), label('E', i>>1&1), label('C', i&1)})
	}
	for set := 1; set < 256; set++ {
		near := make(map[Triple]bool)
		var round Round
		for i, x := range all {
			if set>>i&1 == 1 {
				near[x] = true
				round.Triples = append(round.Triples, x)
			}
		}
		p := mustDesign(t, [3]int{2, 2, 2}, Constraints{Near: Schedule{round}})
		if want := slowKept(near, 4); p.Kept != want || len(p.Schedule) != 4 || !p.Most {
			t.Errorf("%v: %d kept in %d rounds, want %d in 4", round.Triples, p.Kept, len(p.Schedule),
				want)
		}
	}
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
		if r := Check(&m, p.Schedule); !r.Valid || len(p.Schedule) < p.Bound {
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
		if len(c.Rests) == 0 {
			c.Rounds = rapid.IntRange(len(p.Schedule), len(m.Triples())).Draw(t, "rounds")
			if n := len(mustMake(t, m, c).Schedule); n != c.Rounds {
				t.Fatalf("%d rounds, want %d", n, c.Rounds)
			}
		}
	})
}

// A cyclic square is recognised with its rows, columns and symbols in any order, and no other square
// is taken for one: the table of the Klein group has four disjoint transversals.
func TestCyclic(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for n := 2; n <= 12; n++ {
		rows, columns, symbols := random.Perm(n), random.Perm(n), random.Perm(n)
		m := newMatrix(n, n)
		for j := range n {
			for e := range n {
				m.Cells[j][e] = label('C', symbols[(rows[j]+columns[e])%n])
			}
		}
		p, err := newProblem(m, Constraints{Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		r, c, s := p.cyclic()
		if r == nil {
			t.Errorf("order %d: not recognised", n)
			continue
		}
		for _, cell := range p.cells {
			if (r[cell[0]]+c[cell[1]-n])%n != s[cell[2]-2*n] {
				t.Errorf("order %d: %v is not a sum", n, cell)
			}
		}
		m.Cells[0][0], m.Cells[0][1] = m.Cells[0][1], m.Cells[0][0]
		if p, err = newProblem(m, Constraints{}); err != nil {
			t.Fatal(err)
		}
		if r, _, _ := p.cyclic(); r != nil && n > 2 {
			t.Errorf("order %d: recognised with two cells exchanged", n)
		}
	}
	klein, err := ReadMatrix(strings.NewReader("C1 C2 C3 C4\nC2 C1 C4 C3\nC3 C4 C1 C2\n"+
		"C4 C3 C2 C1"), "klein")
	if err != nil {
		t.Fatal(err)
	}
	if p := mustMake(t, klein, Constraints{}); len(p.Schedule) != 4 {
		t.Errorf("the Klein group needs %d rounds", len(p.Schedule))
	}
}

// Squares are Latin, and each pair of symbols is in one cell.
func TestOrthogonal(t *testing.T) {
	none := []int{}
	for n := 3; n <= maxPeople; n++ {
		a, b := orthogonal(n)
		if a == nil {
			none = append(none, n)
			continue
		}
		seen := make([]bool, 5*n*n)
		for i := range n {
			for j := range n {
				x, y := a[i][j], b[i][j]
				for _, key := range [][3]int{
					{0, x, y}, {1, i, x}, {2, i, y}, {3, j, x}, {4, j, y},
				} {
					at := (key[0]*n+key[1])*n + key[2]
					if seen[at] {
						t.Fatalf("order %d: %v twice", n, key)
					}
					seen[at] = true
				}
			}
		}
	}
	for _, n := range none {
		if n%4 != 2 || n%12 == 10 {
			t.Errorf("no squares of order %d", n)
		}
	}
}

func TestMakeRefuses(t *testing.T) {
	m := Square(4)
	for _, c := range []struct {
		constraints Constraints
		want        string
	}{
		{Constraints{Rounds: 5}, "found no schedule with 5 rounds, the shortest one found has 6"},
		{Constraints{Rounds: 17}, "found 17 rounds, expected from 1 to 16, …"},
		{Constraints{Rounds: -1}, "found -1 rounds, …"},
		{Constraints{Rests: map[string][]int{"J9": {1}}}, "found rests of J9, who is not in the matrix"},
		{Constraints{Rests: map[string][]int{"J1": {0}}}, "found a rest of J1 in round 0, …"},
	} {
		_, err := Make(t.Context(), m, c.constraints)
		checkError(t, "make", err, c.want)
	}
	_, err := Make(t.Context(), newMatrix(2, 2), Constraints{})
	checkError(t, "empty", err, "found a matrix without comparisons")
	_, err = Design(t.Context(), 4, 4, 201, Constraints{})
	checkError(t, "many", err, "found 201 confederates, expected from 1 to 200")
	_, err = Design(t.Context(), 2, 2, 2, Constraints{Rests: map[string][]int{"C3": {1}}})
	checkError(t, "rest", err, "found rests of C3, who is not in the matrix")
	_, err = Design(t.Context(), 4, 4, 4, Constraints{Rounds: 3})
	checkError(t, "rounds", err, "found no schedule with 3 rounds, …")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, n := range []int{4, 20} {
		if _, err := Make(ctx, Square(n), Constraints{}); !errors.Is(err, context.Canceled) {
			t.Errorf("order %d: %v", n, err)
		}
		if _, err := Design(ctx, n, n, n-1, Constraints{}); !errors.Is(err, context.Canceled) {
			t.Errorf("design of order %d: %v", n, err)
		}
	}
}

// Rounds are ordered so that nobody rests twice in a row where that is possible.
func TestRestsAreSpread(t *testing.T) {
	m := Matrix{Judges: []string{"J1", "J2"}, Entries: []string{"E1", "E2"},
		Cells: [][]string{{"C1", "C1"}, {"C1", "C1"}}}
	p := mustMake(t, m, Constraints{})
	for i := 1; i < len(p.Schedule); i++ {
		for _, who := range p.Schedule[i].Excused {
			if slices.Contains(p.Schedule[i-1].Excused, who) {
				t.Errorf("%s rests in rounds %d and %d", who, i, i+1)
			}
		}
	}
}

// failer is a test, also one of rapid.
type failer interface {
	Helper()
	Fatal(...any)
}
