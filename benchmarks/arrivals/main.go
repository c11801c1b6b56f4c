// Arrivals shows how often people play with other people and with machines. People come to a rating
// system at random, play some games and leave, while machines wait for opponents. The rules and the
// pairing are those of the server; the clock is simulated.
//
//	go run ./benchmarks/arrivals [-people 1000] [-grace 75s] [-seed 1]
//
// It does so for several rates of arrival and numbers of machines. The attack "machines" does the
// same over HTTP.
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/luna-rating/luna/luna/server"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("arrivals: ")
	people := flag.Int("people", 1000, "number of people who come, on average, in each row")
	seed := flag.Uint64("seed", 1, "seed of arrivals and durations")
	grace := flag.Duration("grace", server.Defaults().GraceMachines,
		"about how long people wait for people before machines may join")
	flag.Parse()
	if err := table(os.Stdout, *people, *grace, *seed); err != nil {
		log.Fatal(err)
	}
}

// table simulates all scenarios.
func table(w io.Writer, people int, grace time.Duration, seed uint64) error {
	fmt.Fprintln(w, "| people | machines | seats | with a person | when two are there | "+
		"wait | longest of ten | games | of those who played, no rating | nobody came |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|---|")
	for _, s := range scenarios(people) {
		x, err := simulate(s, grace, seed)
		if err != nil {
			return fmt.Errorf("%s, %d machines: %w", s.name, s.machines, err)
		}
		fmt.Fprintf(w, "| %s | %d | %s\n", s.name, s.machines, x)
	}
	return nil
}
