package design

import (
	"fmt"
	"testing"

	"github.com/luna-rating/luna/internal/suite"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/internal/numbers"
)

// TestDesigns holds designs against what they promise: each judge meets each entry once, nobody is
// at two places at once, and no fewer rounds are possible, by counting.
func TestDesigns(t *testing.T) {
	two, three := loebner.Witnesses, loebner.Pairs
	for _, x := range []struct {
		how                                  string
		judges, entries, confederates, seats int  // seats of entries, 0 for all judges
		scripts                              bool // who play the confederates
		humans                               int
		rounds                               int
	}{
		{three, 40, 4, 40, 0, false, 0, 4},
		{three, 40, 4, 4, 0, false, 0, 40},
		{three, 10, 4, 4, 0, false, 0, 10},
		{three, 40, 4, 4, 0, true, 0, 4},
		{three, 40, 4, 40, 5, false, 0, 8},
		{three, 7, 3, 5, 2, false, 0, 5},
		{two, 20, 2, 20, 0, false, 0, 3},
		{two, 20, 2, 4, 0, false, 0, 5},
		{two, 9, 3, 2, 1, false, 2, 9},
		{two, 1, 1, 1, 0, false, 0, 2},
	} {
		t.Run(fmt.Sprint(x), func(t *testing.T) {
			rounds := Rounds(x.how, People{Judges: x.judges, Entries: x.entries, Confederates: x.confederates,
				Humans: x.humans, Seats: func(label string) int {
					switch {
					case label[0] == 'E' && x.seats > 0:
						return x.seats
					case label[0] == 'C' && !x.scripts:
						return 1
					}
					return x.judges
				}}, numbers.Stream(1, "designs", 0))
			suite.Equal(t, "rounds", len(rounds), x.rounds)
			met, humans := make(map[string]int), make(map[string]int)
			for r, round := range rounds {
				at := make(map[string]int)
				for _, p := range round.Triples {
					met[p.Judge+p.Entry]++
					if p.Entry == "" || x.how == loebner.Pairs {
						humans[p.Judge]++
					}
					if x.how == loebner.Pairs && (p.Entry == "" || p.Confederate == "") ||
						x.how == loebner.Witnesses && (p.Entry == "") == (p.Confederate == "") {
						t.Fatalf("round %d has %v", r+1, p)
					}
					for _, label := range []string{p.Judge, p.Entry, p.Confederate} {
						at[label]++
					}
				}
				for label, n := range at {
					most := 1
					switch {
					case label == "", label[0] == 'E' && x.seats == 0, label[0] == 'C' && x.scripts:
						continue
					case label[0] == 'E':
						most = x.seats
					}
					if n > most {
						t.Errorf("%s is at %d places in round %d, at most %d", label, n, r+1, most)
					}
				}
			}
			for j := range x.judges {
				judge := fmt.Sprint("J", j+1)
				for e := range x.entries {
					if n := met[fmt.Sprint(judge, "E", e+1)]; n != 1 {
						t.Errorf("%s meets E%d %d times", judge, e+1, n)
					}
				}
				expected := max(x.humans, 1)
				if x.how == loebner.Pairs {
					expected = x.entries
				}
				if humans[judge] != expected {
					t.Errorf("%s meets %d humans, expected %d", judge, humans[judge], expected)
				}
			}
		})
	}
}

// TestArrangements tries graphs of all kinds: the number of rounds is that of the busiest, or what
// the bound on conversations at once takes.
func TestArrangements(t *testing.T) {
	for i := range 300 {
		rng := numbers.Stream(1, "arrangements", i)
		judges, entries, together := 1+rng.IntN(12), 1+rng.IntN(6), rng.IntN(8)
		var list []meeting
		degree, at := make(map[string]int), make(map[string]int)
		for j := range judges {
			for e := range entries {
				if rng.IntN(4) > 0 {
					m := meeting{Triple: loebner.Triple{Judge: fmt.Sprint("J", j), Entry: fmt.Sprint("E", e)}}
					list = append(list, m)
					degree[m.Judge]++
					degree[m.Entry]++
				}
			}
		}
		seats := func(string) int { return 1 + entries/3 }
		least := 0
		for label, n := range degree {
			if label[0] == 'E' {
				n = (n + seats("E") - 1) / seats("E")
			}
			least = max(least, n)
		}
		if together > 0 {
			least = max(least, (len(list)+together-1)/together)
		}
		if rounds := arrange(list, together, seats, rng); rounds != least {
			t.Fatalf("graph %d: found %d rounds, expected %d", i, rounds, least)
		}
		for _, m := range list {
			at[fmt.Sprint(m.round)]++
			at[fmt.Sprint(m.Judge, " ", m.round)]++
			at[fmt.Sprint(m.Entry, " ", m.round)]++
		}
		for key, n := range at {
			most := max(together, 1)
			switch {
			case key[0] == 'E':
				most = seats("E")
			case key[0] != 'J' && together == 0:
				continue
			}
			if n > most {
				t.Fatalf("graph %d: found %d at %s, at most %d", i, n, key, most)
			}
		}
	}
}

// TestCompany checks that each judge meets each confederate once, where there are as many of both
// as entries.
func TestCompany(t *testing.T) {
	for seed := range uint64(10) {
		n := 3 + int(seed%4)
		people := People{Judges: n, Entries: n, Confederates: n, Seats: func(string) int { return 1 }}
		met := make(map[string]int)
		for _, r := range Rounds(loebner.Pairs, people, numbers.Stream(seed, "company", 0)) {
			for _, x := range r.Triples {
				met[x.Judge+x.Confederate]++
			}
		}
		if len(met) != n*n {
			t.Errorf("seed %d: %d judges meet %d of %d", seed, n, len(met), n*n)
		}
	}
}
