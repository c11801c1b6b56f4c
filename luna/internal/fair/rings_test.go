package fair_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// TestBoughtRatings shows how far a person with many accounts moves ratings: how far a ring of 5, 20 and 100
// accounts raises one of its own and lowers a victim's, among 100 honest people with ten games each,
// under the rules of version 0.1.0 and today's. Both see the same games. Other tables show whether a
// ring makes a first rating of a new account, how many honest newcomers get one, and how many
// dishonest and honest players are found and damped. -v prints all tables, which benchmarks/README.md
// quotes; without it a run of each is checked.
func TestBoughtRatings(t *testing.T) {
	suite.Slow(t, "simulates many sites")
	const seed = 1
	runs := uint64(1)
	if testing.Verbose() {
		runs = 4
		var tables strings.Builder
		writeRings(&tables, seed, 2)
		writeClosed(&tables, seed, 2)
		writeNewcomers(&tables, seed)
		writeCrowds(&tables, seed, int(runs))
		t.Log("\n" + tables.String())
	}
	for _, r := range rings {
		for run := range runs {
			m := attack(rand.New(rand.NewPCG(seed, run)), r, 20)
			if m.own[2] > 1 || m.victim[2] < -1 || m.fresh[2] != "none" || m.found < 1 || m.wrong > 0 {
				t.Errorf("%s: with damping %+v", r.name, m)
			}
			if m.own[0] < 20 || m.victim[0] > -20 {
				t.Errorf("%s: without weights nothing moves: %+v", r.name, m)
			}
		}
	}
	for i, c := range crowds {
		var sum found
		for run := range runs {
			f := c.run(rand.New(rand.NewPCG(seed, 1000+run)))
			sum.honest, sum.rogues, sum.right = sum.honest+f.honest, sum.rogues+f.rogues, sum.right+f.right
			sum.wrong += f.wrong
		}
		switch {
		case i < 7 && sum.wrong > 0:
			t.Errorf("%s: %d of %d honest people are found", c.name, sum.wrong, sum.honest)
		case strings.HasPrefix(c.name, "10 % always") && sum.right < sum.rogues:
			t.Errorf("%s: %d of %d are found", c.name, sum.right, sum.rogues)
		}
	}
}
