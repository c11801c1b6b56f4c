// Load lets many players use a real server on this machine at the same time.
//
//	go run ./benchmarks/load luna [-games 200] [-clients 100] [-kills 20] [-delay 250ms] [-seed 1]
//	go run ./benchmarks/load trade [-games 100] [-seconds 60] [-kills 10]
//	go run ./benchmarks/load growth [-games 0,1000,10000,100000,1000000] [-dir DIR] [-flags FLAGS]
//
// luna plays Luna Games while the server is killed and started again, and checks that every game is
// consistent, that nothing acknowledged was lost and that the ratings are those of the log. Players
// wait at random before each submission, sometimes send two at the same time, and also send
// submissions that are not yet due. A second run without kills and delays measures the capacity of
// the server.
//
// trade plays games of Turing Trade, and then plays again while the server is killed. It checks
// that nothing acknowledged is lost or happens twice, and that every player's stream of messages
// agrees with the server's log of the game. Each game has three bettors, who bet every two seconds
// and ask now and then, and a person who offers to be the target and answers after some seconds.
// All follow the game through the streams that pages use. It measures how long a trade takes until
// everybody's curve shows it.
//
// growth measures a server as the number of finished games grows: the time until it answers, its
// memory, and requests while people play. The games are synthetic: see package biglog. -dir keeps
// the databases, so that another run need not create them again; a million games take 3 GB of disk.
//
// -luna names another program, such as that of an earlier version. Memory is read from /proc, which
// only Linux has.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/benchmarks/internal/process"
)

// plan is the work of a command as set by its flags, in a folder and with a program.
type plan interface {
	run(ctx context.Context, dir, program string) (rows [][]string, err error)
}

// commands define their flags.
var commands = map[string]func(*flag.FlagSet) plan{
	"luna": lunaFlags, "trade": tradeFlags, "growth": growthFlags,
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("load: ")
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		log.Fatalf("found %q, expected what to load: %s", os.Args[1:],
			strings.Join(slices.Sorted(maps.Keys(commands)), ", "))
	}
	flags := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	luna := flags.String("luna", "", "`PATH` of luna, instead of that of the working tree")
	p := commands[os.Args[1]](flags)
	_ = flags.Parse(os.Args[2:]) // exits on an error
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := process.WithLuna(ctx, *luna, func(dir, program string) error {
		rows, err := p.run(ctx, dir, program)
		if err != nil || len(rows) < 2 {
			return err
		}
		return measure.Table(os.Stdout, rows)
	})
	if err != nil {
		log.Fatal(err)
	}
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}

// usage describes the resources that a server has used in a given time.
func usage(s *process.Server, took time.Duration) []string {
	return []string{fmt.Sprintf("%.1f s of %.0f s", s.CPU.Seconds(), took.Seconds()),
		measure.Bytes(s.Most)}
}
