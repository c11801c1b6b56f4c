// Command rings shows how far a person with many accounts moves ratings: how far a ring of 5, 20 and
// 100 accounts raises one of its own and lowers a victim's, among 100 honest people with ten games
// each, under the rules of version 0.1.0 and today's. Both see the same games. Other tables show
// whether a ring makes a first rating of a new account, how many honest newcomers get one, and how
// many dishonest and honest players are found and damped.
//
//	go run ./luna/internal/fair/rings --seed 1 --runs 20
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	seed := flag.Uint64("seed", 1, "of the random choices")
	only := flag.String("only", "",
		"the table to make: rings, first, newcomers or players; all if empty")
	runs := flag.Int("runs", 20, "number of runs to average")
	flag.Parse()
	if flag.NArg() > 0 || *runs < 1 {
		fail("takes --seed, --only and --runs, at least 1, and nothing else")
	}
	written := false
	for _, t := range []struct {
		name  string
		write func()
	}{
		{"rings", func() { writeRings(os.Stdout, *seed, *runs) }},
		{"first", func() { writeClosed(os.Stdout, *seed, *runs) }},
		{"newcomers", func() { writeNewcomers(os.Stdout, *seed) }},
		{"players", func() { writeCrowds(os.Stdout, *seed, *runs) }},
	} {
		if *only == "" || *only == t.name {
			t.write()
			fmt.Println()
			written = true
		}
	}
	if !written {
		fail(fmt.Sprintf("found --only %q, expected rings, first, newcomers or players", *only))
	}
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, "rings: "+message)
	os.Exit(2)
}
