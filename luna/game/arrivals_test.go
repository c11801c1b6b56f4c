package game_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestArrivals shows how often people play with other people and with machines. People come at random,
// play some games and leave, while machines wait for opponents, under the rules of pairing and with a
// simulated clock, for several rates of arrival and numbers of machines. -v prints the table, which
// benchmarks/README.md quotes.
func TestArrivals(t *testing.T) {
	const people, grace, seed = 1000, 75 * time.Second, 1
	var b strings.Builder
	fmt.Fprintln(&b, "| people | machines | seats | with a person | when two are there | "+
		"wait | longest of ten | games | of those who played, no rating | nobody came |")
	fmt.Fprintln(&b, "|---|---|---|---|---|---|---|---|---|---|")
	for _, s := range scenarios(people) {
		x, err := simulate(s, grace, seed)
		if err != nil {
			t.Fatalf("%s, %d machines: %v", s.name, s.machines, err)
		}
		fmt.Fprintf(&b, "| %s | %d | %s\n", s.name, s.machines, x)
		if s.machines == 2 && s.every >= time.Minute && 10*x.humanTwo < 8*x.seatsTwo {
			t.Errorf("%s: %d of %d seats while two people were there are with a person", s.name, x.humanTwo,
				x.seatsTwo)
		}
	}
	t.Log("\n" + b.String())
}
