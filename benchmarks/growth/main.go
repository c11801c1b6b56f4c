// Growth measures what a server of the Luna Game takes as the number of finished games grows: the
// time until it answers, its memory, and the durations of requests while people play.
//
//	go run ./benchmarks/growth [-games 0,1000,10000,100000,1000000] [-luna PATH] [-dir DIR]
//
// The games are synthetic: made-up texts, with players of whom a few play most. One of them has
// played 50,000 games, as far as there are that many. They are written as the events of a log, which
// the server takes up like the log of an earlier version. -luna names another program, such as that
// of an earlier version. -dir keeps the databases, so that another run need not make them again; a
// million games take 3 GB of disk.
//
// It needs Linux: memory is read from /proc.
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
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/benchmarks/internal/process"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("growth: ")
	numbers := flag.String("games", "0,1000,10000,100000,1000000", "numbers of finished games")
	program := flag.String("luna", "", "`PATH` of luna, instead of that of the working tree")
	flags := flag.String("flags", "", "more flags of luna serve, separated by spaces")
	dir := flag.String("dir", "", "`DIR` that keeps the databases (default: none are kept)")
	only := flag.Bool("prepare", false, "make the databases only, with -dir")
	var l load
	flag.IntVar(&l.alone, "alone", 100, "how many games two people play before that, without others")
	flag.DurationVar(&l.time, "load", 20*time.Second, "how long people play")
	flag.IntVar(&l.people, "people", active-1, "how many people play")
	flag.BoolVar(&l.export, "export", true, "read what is published")
	flag.Parse()
	if *dir != "" { // servers run in a folder of their own
		var err error
		if *dir, err = filepath.Abs(*dir); err != nil {
			log.Fatal(err)
		}
	}
	if l.people < 1 || l.people >= active {
		log.Fatalf("-people: found %d, expected a number from 1 to %d", l.people, active-1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := process.WithLuna(ctx, *program, func(temporary, luna string) error {
		serve := append([]string{luna, "serve"}, strings.Fields(*flags)...)
		return run(ctx, *numbers, serve, temporary, *dir, *only, l)
	})
	if err != nil {
		log.Fatal(err)
	}
}

func run(
	ctx context.Context, numbers string, serve []string, temporary, keep string, only bool, l load,
) error {
	rows := [][]string{head}
	for text := range strings.SplitSeq(numbers, ",") {
		games, err := strconv.Atoi(text)
		if err != nil || games < 0 {
			return fmt.Errorf("-games: found %q, expected numbers of games", text)
		}
		at := filepath.Join(cmp.Or(keep, temporary), text)
		if only {
			_, err := prepare(ctx, serve, filepath.Join(at, "luna.db"), games)
			if err != nil {
				return fmt.Errorf("%d games: %w", games, err)
			}
			continue
		}
		row, err := measureGames(ctx, at, serve, games, l)
		if keep == "" {
			os.RemoveAll(at)
		}
		if err != nil {
			return fmt.Errorf("%d games: %w", games, err)
		}
		log.Print(strings.Join(row, " | "))
		rows = append(rows, row)
	}
	if only {
		return nil
	}
	return measure.Table(os.Stdout, rows)
}
