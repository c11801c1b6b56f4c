// Servers loads and attacks servers and commands of this module on this machine, and says what they
// stood:
//
//	go run ./benchmarks/servers [flags] [NAME…]
//
// -list prints the scenarios: what happens, and what is expected. Without names, all attacks are
// tried; what measures a server under load (play, trade, growth and launch) runs by name. Every
// scenario has a folder of its own, and servers with the default limits. The sizes of a scenario
// (-games,
// -players, -addresses, -networks, -kills, -time, -pause) are its own unless a flag sets them.
// -luna and -lrp name other programs, such as those of an earlier version. The memory of a process
// is the peak of its resident set. The program exits with 1 if something did not hold.
//
// It needs Linux: memory is read from /proc, and all of 127.0.0.0/8 is this machine.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"slices"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// options are the flags.
type options struct {
	luna, lrp string
	quick     bool
	sizes     []func(*size) // what flags set
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("servers: ")
	o := options{}
	list := flag.Bool("list", false, "list the scenarios")
	flag.StringVar(&o.luna, "luna", "", "`PATH` of luna, instead of that of the working tree")
	flag.StringVar(&o.lrp, "lrp", "", "`PATH` of lrp, instead of that of the working tree")
	flag.BoolVar(&o.quick, "quick", false, "leave out what takes minutes, and take smaller sizes")
	o.sizeFlags()
	flag.Parse()
	if *list {
		for _, s := range scenarios {
			fmt.Printf("%-16s %s; expected: %s\n", s.name, s.does, s.expects)
		}
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	bad, err := run(ctx, o, flag.Args())
	if err != nil {
		log.Fatal(err)
	}
	if bad > 0 {
		os.Exit(1)
	}
}

// run carries out scenarios and prints tables. It returns how many did not hold.
func run(ctx context.Context, o options, names []string) (bad int, err error) {
	chosen, err := choose(names, o.quick)
	if err != nil {
		return 0, err
	}
	l, err := newLab(ctx, o)
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(l.dir)
	fmt.Println(measure.Machine())
	rows := [][]string{{"scenario", "what happens", "expected", "measured", "result"}}
	for _, s := range chosen {
		f, result := l.try(ctx, s)
		if ctx.Err() != nil {
			return bad, ctx.Err()
		}
		if result == fell {
			bad++
		}
		if f.rows == nil {
			rows = append(rows, []string{s.name, s.does, s.expects, f.measured, result})
			continue
		}
		fmt.Printf("\n%s: %s\n\n", s.name, s.does)
		if err := measure.Table(os.Stdout, f.rows); err != nil {
			return bad, err
		}
	}
	if len(rows) == 1 {
		return bad, nil
	}
	fmt.Println()
	return bad, measure.Table(os.Stdout, rows)
}

// choose returns the scenarios of the given names; without names, all attacks.
func choose(names []string, quick bool) (chosen []scenario, err error) {
	for _, s := range scenarios {
		if len(names) == 0 && !s.load && !(quick && s.slow) || slices.Contains(names, s.name) {
			chosen = append(chosen, s)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(chosen, func(s scenario) bool { return s.name == name }) {
			return nil, fmt.Errorf("there is no scenario %q; -list lists them", name)
		}
	}
	return chosen, nil
}

// scenario is something that players or strangers do.
type scenario struct {
	name, does, expects string
	load                bool // it measures rather than attacks, and runs by name only
	slow                bool // it takes minutes, or gigabytes
	full, quick         size
	run                 func(context.Context, *bench) finding // it ends at the first error: see stop
}

// finding is the outcome of a scenario: a table, or a line and whether what is expected held.
type finding struct {
	rows     [][]string
	measured string
	fell     bool
}

// The results of a scenario.
const held, fell = "held", "fell"

// try carries out a scenario, to its end, to the first error or for an hour, and ends what it
// started.
func (l *lab) try(ctx context.Context, s scenario) (finding, string) {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	began := time.Now()
	f, err := func() (f finding, err error) {
		defer catch(&err)
		b := l.bench(s)
		defer b.close()
		return s.run(ctx, b), nil
	}()
	result := held
	if err != nil {
		f = finding{measured: err.Error(), fell: true}
	}
	if f.fell {
		result = fell
	}
	log.Printf("%s: %s %s (%.1f s)", s.name, result, f.measured, time.Since(began).Seconds())
	return f, result
}
