// Attack attacks the servers and commands of this module on this machine, as strangers would, and
// says what held and what fell.
//
//	go run ./benchmarks/attack [flags] [NAME…]
//
// Every attack starts what it attacks in a folder of its own, with the default limits, and behind a
// proxy that is trusted: addresses are those in X-Forwarded-For. Without names, all are tried;
// -list lists them. -luna and -lrp name other programs, such as those of an earlier version. The
// memory of a process is the peak of its resident set; a process over -memory is killed, as a
// machine of that size would do. The program exits with 1 if an attack succeeded.
//
// It needs Linux: memory is read from /proc.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("attack: ")
	o := options{}
	list := flag.Bool("list", false, "list the attacks")
	flag.StringVar(&o.luna, "luna", "", "`PATH` of luna, instead of that of the working tree")
	flag.StringVar(&o.lrp, "lrp", "", "`PATH` of lrp, instead of that of the working tree")
	flag.Int64Var(&o.memory, "memory", 4096, "memory of a process in `MiB`, after which it is killed")
	flag.BoolVar(&o.quick, "quick", false, "leave out what takes minutes, and attack with less")
	flag.BoolVar(&o.verbose, "v", false, "say what is tried, and how long it took")
	flag.Parse()
	if *list {
		for _, a := range attacks {
			fmt.Printf("%-14s %s\n", a.name, a.did)
		}
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	fell, err := run(ctx, o, flag.Args())
	if err != nil {
		log.Fatal(err)
	}
	if fell > 0 {
		os.Exit(1)
	}
}

// run tries attacks and prints a table. It returns how many succeeded or could not be tried.
func run(ctx context.Context, o options, names []string) (fell int, err error) {
	chosen, err := choose(names, o.quick)
	if err != nil {
		return 0, err
	}
	l, err := newLab(ctx, o)
	if err != nil {
		return 0, err
	}
	defer l.close()
	rows := [][]string{{"attack", "what the attacker did", "measured", "result"}}
	for _, a := range chosen {
		f := l.try(ctx, a)
		if f.result == failed || f.result == untried {
			fell++
		}
		rows = append(rows, []string{a.name, a.did, f.measured, f.result})
		if ctx.Err() != nil {
			return fell, ctx.Err()
		}
	}
	fmt.Println(measure.Machine())
	fmt.Println()
	return fell, measure.Table(os.Stdout, rows)
}
