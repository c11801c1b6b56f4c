// Play has many players play many Luna Games at a time against a real server on this machine, which is killed and started again meanwhile,
// and checks that every game is consistent, that nothing acknowledged was lost and that the ratings are those of the log.
// It prints games a second and how long requests took.
//
//	go run ./benchmarks/play [-games 200] [-clients 100] [-kills 10] [-delay 250ms] [-seed 1]
//
// Players wait at random before each submission, send it twice at a time now and then, and also send what is not due yet.
// A second run without kills and delays shows what the server can do.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("play: ")
	var p plan
	flag.IntVar(&p.games, "games", 200, "number of games that are played at the same time")
	flag.IntVar(&p.clients, "clients", 100, "number of players, a fifth of them machines")
	flag.IntVar(&p.kills, "kills", 10, "how often the server is killed and started again")
	flag.DurationVar(&p.delay, "delay", 250*time.Millisecond, "longest wait before a submission")
	flag.Uint64Var(&p.seed, "seed", 1, "what the players do derives from")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, p); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, p plan) error {
	dir, err := os.MkdirTemp("", "luna-play")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program, err := build(ctx, dir)
	if err != nil {
		return err
	}
	fmt.Println(measure.Machine())
	for i, p := range []plan{p, {games: p.games, clients: p.clients, seed: p.seed}} {
		r, err := play(ctx, program, filepath.Join(dir, fmt.Sprintf("luna%d.db", i)), p)
		if err != nil {
			return err
		}
		fmt.Println(r)
	}
	return nil
}

// build builds the server from the source around.
func build(ctx context.Context, dir string) (string, error) {
	program := filepath.Join(dir, "luna")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", program, "github.com/luna-rating/luna/cmd/luna")
	cmd.Stderr = os.Stderr
	return program, cmd.Run()
}
