package contest

import (
	"fmt"
	"testing"

	"github.com/luna-rating/luna/internal/suite"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/internal/numbers"
)

// crowd is a setup of people and programs with some seats.
func crowd(judges, entries, confederates, seats int, by string, d designSetup) (*contest, []string) {
	s := &setup{Seed: 1, Design: d}
	var names []string
	for i := range entries {
		names = append(names, fmt.Sprint("entry ", i))
		s.Entries = append(s.Entries, entrySetup{Name: names[i], By: "eliza", Seats: seats})
	}
	for i := range judges {
		s.Judges = append(s.Judges, judgeSetup{Name: fmt.Sprint("judge ", i), By: Person})
	}
	for i := range confederates {
		s.Confederates = append(s.Confederates, confederateSetup{Name: fmt.Sprint("human ", i), By: by})
	}
	s.changePlaces()
	return &contest{setup: s}, names
}

// TestDesigns holds designs against what they promise: each judge meets each entry once, nobody is
// at two places at once, and no fewer rounds are possible, by counting.
func TestDesigns(t *testing.T) {
	two, three := loebner.Stage{How: loebner.Witnesses}, loebner.Stage{How: loebner.Pairs}
	for _, x := range []struct {
		stage                                loebner.Stage
		judges, entries, confederates, seats int
		by                                   string
		design                               designSetup
		rounds                               int
	}{
		{three, 40, 4, 40, 0, Person, designSetup{}, 4},
		{three, 40, 4, 4, 0, Person, designSetup{}, 40},
		{three, 10, 4, 4, 0, Person, designSetup{}, 10},
		{three, 40, 4, 4, 0, byScript, designSetup{}, 4},
		{three, 40, 4, 40, 5, Person, designSetup{}, 8},
		{three, 7, 3, 5, 2, Person, designSetup{}, 5},
		{three, 6, 2, 6, 0, Person, designSetup{Swap: true}, 4},
		{three, 5, 3, 4, 1, Person, designSetup{Swap: true}, 9},
		{two, 20, 2, 20, 0, Person, designSetup{}, 3},
		{two, 20, 2, 4, 0, Person, designSetup{}, 5},
		{two, 9, 3, 2, 1, Person, designSetup{Humans: 2}, 9},
		{two, 8, 1, 8, 0, Person, designSetup{Swap: true}, 4},
		{two, 1, 1, 1, 0, Person, designSetup{}, 2},
	} {
		t.Run(fmt.Sprint(x), func(t *testing.T) {
			c, names := crowd(x.judges, x.entries, x.confederates, x.seats, x.by, x.design)
			rounds := c.design(x.stage, names)
			suite.Equal(t, "rounds", len(rounds), x.rounds)
			met, humans := make(map[string]int), make(map[string]int)
			for r, pairs := range rounds {
				at := make(map[string]int)
				for _, p := range pairs {
					met[p.Judge+p.Entry]++
					if p.Entry == "" || x.stage.How == loebner.Pairs {
						humans[p.Judge]++
					}
					if x.stage.How == loebner.Pairs && (p.Entry == "" || p.Confederate == "") ||
						x.stage.How == loebner.Witnesses && (p.Entry == "") == (p.Confederate == "") {
						t.Fatalf("round %d has %v", r+1, p)
					}
					for _, label := range []string{p.Judge, p.Entry, p.Confederate} {
						if other := c.setup.others[label]; other != "" && c.setup.others[other] != label {
							t.Fatalf("%s changes with %s, which changes with %s", label, other, c.setup.others[other])
						} else if other > label {
							label = other
						}
						at[label]++
					}
				}
				for label, n := range at {
					most := 1
					switch {
					case label == "", label[0] == 'E' && x.seats == 0, label[0] == 'C' && x.by == byScript:
						continue
					case label[0] == 'E':
						most = x.seats
					}
					if n > most {
						t.Errorf("%s is at %d places in round %d, at most %d", label, n, r+1, most)
					}
				}
			}
			for j := range c.setup.Judges {
				judge := fmt.Sprint("J", j+1)
				for e := range x.entries {
					if n := met[fmt.Sprint(judge, "E", e+1)]; n != 1 {
						t.Errorf("%s meets E%d %d times", judge, e+1, n)
					}
				}
				expected := max(x.design.Humans, 1)
				if x.stage.How == loebner.Pairs {
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
					m := meeting{pair: pair{Judge: fmt.Sprint("J", j), Entry: fmt.Sprint("E", e)}}
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
