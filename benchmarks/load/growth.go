package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/biglog"
	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/benchmarks/internal/must"
	"github.com/luna-rating/luna/benchmarks/internal/process"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/wire"
)

// active is the number of players who play while the server is measured.
const active = 24

const password = "correct horse battery"

// growthPlan describes a measurement.
type growthPlan struct {
	numbers, flags, dir string
	only                bool // make the databases
	alone, people       int  // games of two people without others; people who play then
	time                time.Duration
	export              bool
}

func growthFlags(flags *flag.FlagSet) plan {
	p := &growthPlan{}
	flags.StringVar(&p.numbers, "games", "0,1000,10000,100000,1000000", "numbers of finished games")
	flags.StringVar(&p.flags, "flags", "", "more flags of luna serve, separated by spaces")
	flags.StringVar(&p.dir, "dir", "", "`DIR` that keeps the databases (default: none are kept)")
	flags.BoolVar(&p.only, "prepare", false, "make the databases only, with -dir")
	flags.IntVar(&p.alone, "alone", 100, "how many games two people play before that, without others")
	flags.DurationVar(&p.time, "load", 20*time.Second, "how long people play")
	flags.IntVar(&p.people, "people", active-1, "how many people play")
	flags.BoolVar(&p.export, "export", true, "read what is published")
	return p
}

func (p *growthPlan) run(ctx context.Context, dir, program string) ([][]string, error) {
	if p.people < 1 || p.people >= active {
		return nil, fmt.Errorf("-people: found %d, expected a number from 1 to %d", p.people, active-1)
	}
	keep, err := filepath.Abs(cmp.Or(p.dir, dir)) // servers run in a folder of their own
	if err != nil {
		return nil, err
	}
	rows := [][]string{{"games", "file", "first start", "start", "RSS", "after play", "after export",
		"enter p50 / p99", "guess", "profile", "home", "home of 50,000",
		"CPU of enter", "of guess", "of profile", "of home"}}
	for text := range strings.SplitSeq(p.numbers, ",") {
		games, err := strconv.Atoi(text)
		if err != nil || games < 0 {
			return nil, fmt.Errorf("-games: found %q, expected numbers of games", text)
		}
		db := filepath.Join(keep, text, "luna.db")
		row, err := p.measure(ctx, program, db, games)
		if p.dir == "" {
			os.RemoveAll(filepath.Dir(db))
		}
		if err != nil {
			return nil, fmt.Errorf("%d games: %w", games, err)
		}
		log.Print(strings.Join(row, " | "))
		if !p.only {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// server starts a server on a database.
func (p *growthPlan) server(ctx context.Context, program, db string) *process.Server {
	s := must.Get(process.NewServer(program, db, strings.Fields(p.flags)...))
	must.Do(s.Start(ctx))
	return s
}

// newClient returns a client without a token.
func newClient(server string, c *clock) *client.Client {
	return must.Get(client.New(server, "", client.Options{HTTP: &http.Client{Transport: c},
		Timeout: 2 * time.Minute}))
}

// prepare makes a database with active players and a number of finished games, unless there is one.
func (p *growthPlan) prepare(ctx context.Context, program, db string, games int) {
	if _, err := os.Stat(db); err == nil {
		return
	}
	must.Do(os.MkdirAll(filepath.Dir(db), 0o700))
	unfinished := db + "-unfinished" // so that an interrupted run leaves no part behind
	s := p.server(ctx, program, unfinished)
	defer s.Kill()
	var names []string
	for i := range active {
		names = append(names, playerName(i))
		must.Get(newClient(s.Base, newClock(nil)).Register(ctx, wire.Credentials{Username: playerName(i),
			Password: password, Consent: true}))
	}
	must.Do(s.Stop())
	if games > 0 {
		must.Do(biglog.Fill(ctx, unfinished, names, games))
	}
	must.Do(os.Rename(unfinished, db))
}

func playerName(i int) string { return fmt.Sprintf("player %d", i) }

// measure measures a server with a number of finished games.
func (p *growthPlan) measure(
	ctx context.Context, program, db string, games int,
) (row []string, err error) {
	defer must.Catch(&err)
	p.prepare(ctx, program, db, games)
	if p.only {
		return []string{db}, nil
	}
	first := p.server(ctx, program, db)
	must.Do(first.Stop())
	s := p.server(ctx, program, db)
	defer s.Kill()
	must.Do(parallel.Sleep(ctx, 2*time.Second))
	row = []string{strconv.Itoa(games), measure.Bytes(size(db)), measure.Seconds(first.Took.Seconds()),
		measure.Seconds(s.Took.Seconds()), measure.Bytes(s.RSS())}
	alone, all, busiest := newClock(s.Processor), newClock(nil), newClock(nil)
	playAlone(ctx, s.Base, alone, p.alone)
	must.Do(playAll(ctx, s.Base, all, p.people, p.time))
	row = append(row, measure.Bytes(s.RSS()))
	x := logIn(ctx, s.Base, busiest, 0)
	for range 20 {
		must.Do(x.home(ctx))
	}
	exported := "-"
	if p.export {
		export(ctx, s.Base)
		exported = measure.Bytes(s.RSS())
	}
	row = append(row, exported)
	for _, kind := range kinds {
		row = append(row, quantiles(all.of(kind)))
	}
	row = append(row, quantiles(busiest.of("GET home")))
	for _, kind := range kinds {
		each := alone.cpu[kind] / time.Duration(max(1, alone.of(kind).Count()))
		row = append(row, fmt.Sprintf("%.2f ms", float64(each)/float64(time.Millisecond)))
	}
	return row, s.Stop()
}

// kinds are the requests that are measured: entering a game, guessing, and getting the profile and
// all games.
var kinds = []string{"POST home", "POST guess", "GET profile", "GET home"}

func quantiles(l *measure.Latencies) string {
	return strings.TrimSuffix(milliseconds(l.Quantile(.5)), " ms") + " / " + milliseconds(l.Quantile(.99))
}

// size returns the size of a database in bytes, including its write-ahead log.
func size(db string) (n int64) {
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(db + suffix); err == nil {
			n += info.Size()
		}
	}
	return n
}
