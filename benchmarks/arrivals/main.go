// Arrivals shows whom people play: other people, or machines. People come to a rating system at
// random, play some games and leave, while machines wait for opponents. The rules and the pairing
// are those of the server; the clock is simulated.
//
//	go run ./benchmarks/arrivals [-people 1000] [-grace 75s] [-seed 1]
//	go run ./benchmarks/arrivals -live LUNA [-guests 6] [-bots 2] [-for 150s]
//
// The first command compares the pairing of the server with the order of arrival, which was the
// rule before, for several rates of arrival and numbers of machines. The second one starts a
// server of the given program, its control players, and guests who play over HTTP without a pause.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"time"

	"github.com/luna-rating/luna/luna/server"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("arrivals: ")
	var o live
	people := flag.Int("people", 1000, "number of people who come, on average, in each row")
	seed := flag.Uint64("seed", 1, "seed of arrivals and durations")
	grace := flag.Duration("grace", server.Defaults().GraceMachines,
		"about how long people wait for people before machines may join")
	flag.StringVar(&o.program, "live", "", "the program luna, for a server instead of a simulation")
	flag.IntVar(&o.guests, "guests", 6, "number of guests, with -live")
	flag.IntVar(&o.bots, "bots", 2, "number of control players, with -live")
	flag.DurationVar(&o.duration, "for", 150*time.Second, "how long to play, with -live")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if o.program != "" {
		err = o.run(ctx, os.Stdout)
	} else {
		err = table(os.Stdout, *people, *grace, *seed)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// table simulates all scenarios under both rules.
func table(w io.Writer, people int, grace time.Duration, seed uint64) error {
	fmt.Fprintln(w, "| people | machines | pairing | seats | with a person | when two are there | "+
		"wait | longest of ten | games | of those who played, no rating | nobody came |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|---|---|")
	for _, s := range scenarios(people) {
		for _, r := range []rule{byArrival, peopleFirst} {
			if s.machines == 0 && r == byArrival {
				continue // the same
			}
			x, err := simulate(s, r, grace, seed)
			if err != nil {
				return fmt.Errorf("%s, %d machines: %w", s.name, s.machines, err)
			}
			fmt.Fprintf(w, "| %s | %d | %s | %s\n", s.name, s.machines, r, x)
		}
	}
	return nil
}
