// Play has many players play many Luna Games at the same time against a real server on this
// machine, which is killed and restarted meanwhile. It checks that every game is consistent, that
// nothing acknowledged was lost and that the ratings are those of the log. It prints games per
// second and the durations of requests.
//
//	go run ./benchmarks/play [-games 200] [-clients 100] [-kills 20] [-delay 250ms] [-seed 1]
//	go run ./benchmarks/play -migrate 20000 [-kills 20] [-old PATH]
//
// Players wait at random before each submission, sometimes send it twice at the same time, and also
// send submissions that are not due yet. A second run without kills and delays measures the
// capacity of the server.
//
// -migrate has the server take up the log of an earlier version instead, with so many finished games,
// and kills it meanwhile. -old names that version's program, which then makes the database.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/process"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("play: ")
	var p plan
	flag.IntVar(&p.games, "games", 200, "number of games played at the same time")
	flag.IntVar(&p.clients, "clients", 100, "number of players, a fifth of them machines")
	flag.IntVar(&p.kills, "kills", 20, "number of times that the server is killed and restarted")
	flag.DurationVar(&p.delay, "delay", 250*time.Millisecond, "maximum wait before a submission")
	flag.Uint64Var(&p.seed, "seed", 1, "seed of what the players do")
	games := flag.Int("migrate", 0, "kill a server that takes up a log of so many games instead")
	old := flag.String("old", "", "`PATH` of the program that makes the log's database")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if *games > 0 {
		err = process.WithLuna(ctx, "", func(dir, program string) error {
			earlier, err := process.Program(ctx, dir, "luna", cmp.Or(*old, program))
			if err != nil {
				return err
			}
			m := migration{
				program: program, old: earlier, games: *games, kills: p.kills, seed: p.seed,
			}
			text, err := m.run(ctx, filepath.Join(dir, "luna.db"))
			if err == nil {
				fmt.Println(text)
			}
			return err
		})
	} else {
		err = process.WithLuna(ctx, "", func(dir, program string) error {
			return run(ctx, dir, program, p)
		})
	}
	if err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, dir, program string, p plan) error {
	for i, p := range []plan{p, {games: p.games, clients: p.clients, seed: p.seed}} {
		r, err := play(ctx, program, filepath.Join(dir, fmt.Sprintf("luna%d.db", i)), p)
		if err != nil {
			return err
		}
		fmt.Println(r)
	}
	return nil
}
