// Trading has many people play many games of Turing Trade at the same time against a real server on
// this machine, which can be killed and started again meanwhile. It checks that nothing acknowledged
// is lost or happens twice, and that every player's stream of messages is the one that the server has
// of the game. It prints how long a trade takes until everybody's curve shows it, and what the server
// needs.
//
//	go run ./benchmarks/trading [-games 100] [-seconds 60] [-kills 10]
//
// Each game has three bettors, who bet every two seconds and ask now and then, and a person who
// offers to be the target and answers after some seconds. All follow the game by the streams of the
// pages.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/benchmarks/internal/process"
)

// plan is what a run does.
type plan struct {
	games, seconds, kills int
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("trading: ")
	var p plan
	flag.IntVar(&p.games, "games", 100, "number of games played at the same time")
	flag.IntVar(&p.seconds, "seconds", 60, "how long a game takes")
	flag.IntVar(&p.kills, "kills", 10, "number of times that the server is killed in a second run")
	luna := flag.String("luna", "", "`PATH` of luna, instead of that of the working tree")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := process.WithLuna(ctx, *luna, func(dir, program string) error {
		return run(ctx, dir, program, p)
	})
	if err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, dir, program string, p plan) error {
	rows := [][]string{{"games", "kills", "trades", "p50", "p99", "maximum", "action p99", "messages",
		"CPU", "peak memory", "annulled"}}
	runs := []plan{{games: p.games, seconds: p.seconds}}
	if p.kills > 0 {
		runs = append(runs, p)
	}
	for i, p := range runs {
		r, err := play(ctx, program, filepath.Join(dir, fmt.Sprint(i, ".db")), p)
		if err != nil {
			return err
		}
		rows = append(rows, r.row(p))
	}
	return measure.Table(os.Stdout, rows)
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.0f ms", float64(d)/float64(time.Millisecond))
}
