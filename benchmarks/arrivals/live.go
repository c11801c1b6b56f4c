package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/luna-rating/luna/internal/pause"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
)

// live is guests who play on a server of their own.
type live struct {
	program      string
	guests, bots int
	duration     time.Duration
}

// run plays and writes a table.
func (l *live) run(ctx context.Context, w io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "luna-arrivals")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	url, stop, err := l.serve(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	for i := range l.bots {
		end, err := l.start(ctx, "bot", "gibberish", "--server", url, "--name",
			fmt.Sprint("bot ", i+1))
		if err != nil {
			return err
		}
		defer end()
	}
	guests := make([]*guest, l.guests)
	playing, end := context.WithTimeout(ctx, l.duration)
	defer end()
	var all sync.WaitGroup
	for i := range guests {
		guests[i] = &guest{}
		all.Go(func() { guests[i].play(playing, url) })
	}
	all.Wait()
	return errors.Join(report(w, guests), ctx.Err())
}

// start starts the program, to be ended by the caller.
func (l *live) start(ctx context.Context, args ...string) (end func() error, err error) {
	c := exec.CommandContext(ctx, l.program, args...)
	if err := c.Start(); err != nil {
		return nil, err
	}
	return func() error {
		_ = c.Process.Signal(syscall.SIGTERM)
		return c.Wait()
	}, nil
}

// serve starts a server and returns its address.
func (l *live) serve(ctx context.Context, dir string) (url string, stop func() error, err error) {
	c := exec.CommandContext(ctx, l.program, "serve", "--db", filepath.Join(dir, "luna.db"),
		"--addr", "127.0.0.1:0")
	stderr, err := c.StderrPipe()
	if err != nil {
		return "", nil, err
	}
	if err := c.Start(); err != nil {
		return "", nil, err
	}
	stop = func() error {
		_ = c.Process.Signal(syscall.SIGTERM)
		return c.Wait()
	}
	lines := bufio.NewReader(stderr)
	first, err := lines.ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(first), "luna: listening on ")
	if err != nil || !ok {
		return "", nil, errors.Join(fmt.Errorf("the server says %q", first), err, stop())
	}
	go io.Copy(io.Discard, lines)
	return url, stop, nil
}

// guest plays one game after the other, hurriedly.
type guest struct {
	stats stats // of this guest; count and waits
	err   error
}

func (g *guest) play(ctx context.Context, url string) {
	c, err := client.New(url, "", client.Options{})
	if err == nil {
		_, err = c.RegisterGuest(ctx)
	}
	for err == nil {
		if err = pause.For(ctx, about(rng(), hurried.again)); err == nil {
			err = g.game(ctx, c)
		}
	}
	// What happened is counted at the end, from the server's answers.
	if p, err := c.Profile(context.WithoutCancel(ctx)); err == nil {
		g.stats.person(p.Player, g.stats.seats)
	} else {
		g.err = err
	}
	if ctx.Err() == nil {
		g.err = errors.Join(g.err, err)
	}
}

// game plays a game.
func (g *guest) game(ctx context.Context, c *client.Client) error {
	v, err := c.NewGame(ctx, five)
	began, waiting := time.Now(), true
	for err == nil && v.Active {
		if waiting && v.Phase >= 2 {
			waiting = false
			g.stats.waited(time.Since(began))
		}
		switch {
		case v.Turn != game.ToAct:
			if err = pause.For(ctx, 200*time.Millisecond); err == nil {
				v, err = c.Game(ctx, v.ID)
			}
			continue
		case v.Phase < 4:
			if err = pause.For(ctx, about(rng(), hurried.respond)); err == nil {
				v, err = c.Respond(ctx, v.ID, five)
			}
		default:
			if err = pause.For(ctx, about(rng(), hurried.guess)); err == nil {
				v, err = c.Guess(ctx, v.ID, 50)
			}
		}
	}
	if err == nil && v.OpMachine != nil {
		g.stats.seat(!*v.OpMachine, true)
	}
	return err
}

// rng returns a source of durations.
func rng() *rand.Rand { return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())) }

// report writes a row for each guest and one for all.
func report(w io.Writer, guests []*guest) error {
	fmt.Fprintln(w, "| guest | finished seats | with a person | when two are there | wait | "+
		"longest of ten | games | of those who played, no rating | nobody came |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|")
	var all stats
	var errs []error
	for i, g := range guests {
		fmt.Fprintf(w, "| %d | %s\n", i+1, &g.stats)
		errs = append(errs, g.err)
		all.add(g.stats)
	}
	fmt.Fprintf(w, "| all | %s\n", &all)
	return errors.Join(errs...)
}

// add adds the stats of others.
func (s *stats) add(o stats) {
	s.seats, s.human = s.seats+o.seats, s.human+o.human
	s.seatsTwo, s.humanTwo = s.seatsTwo+o.seatsTwo, s.humanTwo+o.humanTwo
	s.waits = append(s.waits, o.waits...)
	s.people, s.games = s.people+o.people, s.games+o.games
	s.played, s.unrated = s.played+o.played, s.unrated+o.unrated
	s.alone += o.alone
}
