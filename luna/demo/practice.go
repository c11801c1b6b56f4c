// Package demo serves a rating system with SIMULATED people, with whom authors of players can
// practice. Nothing in it was collected from people.
//
// The people answer questions of the exam [synth.Civics] afresh in each game, according to their
// ability alone, in a style of their own, and other questions in the same way. Some know next to
// nothing and some next to everything ([latent]). Each person asks five questions of the exam, and
// guesses the mean quality of the responses, give or take a few points.
package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// PracticeOptions configure [Practice].
type PracticeOptions struct {
	Addr   string // the address to serve at
	People int    // number of simulated people, 2 to [MaxPeople]
	Seed   uint64 // determines abilities and answers
}

// MaxPeople bounds the number of simulated people.
const MaxPeople = 1000

const welcome = `luna: listening on %[1]s
%[2]d SIMULATED people are ready to play. Their games with visitors are shown here.
  in a browser:    %[1]s (as a guest)
  with a machine:  luna play --server %[1]s --games 3
  with your own:   %[1]s/developers describes the interface; start from this player:
                   curl -sSO %[1]s/template.py
                   python3 template.py %[1]s --games 3
  for a token:     curl -sS -d username=NAME %[1]s/registerMachine
`

// Practice serves a rating system with simulated people who at once play any visiting player,
// machine or person, and answer within a second, until the context ends. To stderr it writes how to
// connect, and a line for each game of a visiting player.
func Practice(ctx context.Context, o PracticeOptions, stderr io.Writer) (err error) {
	if o.People < 2 || o.People > MaxPeople {
		return fmt.Errorf("%d people found, expected 2 to %d", o.People, MaxPeople)
	}
	dir, err := os.MkdirTemp("", "luna-practice-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	r := &reports{out: stderr}
	s, err := site.Open(ctx, site.Options{
		DB: filepath.Join(dir, "practice.db"), Limits: wideLimits(), Grace: time.Second,
		Log:    slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
		Banner: "Practice server: the people who play here are SIMULATED.",
		Hosts:  httpx.LocalHosts("tcp", o.Addr, nil),
	}, lunagame.Opener(lunagame.Options{Finished: r.finished}))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	r.accounts = s.Accounts()
	defer r.running.Wait()
	if err = o.serve(ctx, s, stderr); ctx.Err() != nil {
		return nil // whatever failed because of it
	}
	return err
}

// serve lets people play who enter through a door of their own before the public address opens.
func (o PracticeOptions) serve(ctx context.Context, s *site.Site, stderr io.Writer) error {
	public, err := net.Listen("tcp", o.Addr)
	if err != nil {
		return err
	}
	defer public.Close()
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	ctx, end := context.WithCancelCause(ctx)
	var serving sync.WaitGroup
	defer serving.Wait()
	defer end(nil)
	serving.Go(func() { end(s.Serve(ctx, door)) })
	seats, err := enter(ctx, address(door), newPeople(o.People, o.Seed), o.Seed)
	if err != nil {
		return err
	}
	serving.Go(func() { end(s.Serve(ctx, public)) })
	fmt.Fprintf(stderr, welcome, address(public), o.People)
	_ = parallel.Do(ctx, len(seats), len(seats), func(i int) error {
		end(seats[i].play(ctx)) // the first end is the cause
		return nil
	}, nil)
	return context.Cause(ctx)
}

// address is the URL of a listener.
func address(l net.Listener) string { return "http://" + l.Addr().String() }

// wideLimits suit players who all share one address and act as fast as they can.
func wideLimits() guard.Limits {
	limits := guard.DefaultLimits()
	limits.Registrations = guard.Rate{Burst: 10_000, Every: time.Second}
	limits.Players = guard.Rate{Burst: 10_000, Every: time.Millisecond}
	limits.Addresses = guard.Rate{Burst: 100_000, Every: time.Second / 20_000}
	limits.Texts = guard.Rate{Burst: 1 << 30, Every: time.Microsecond}
	return limits
}

// reports says how close the guesses of visiting players are.
type reports struct {
	accounts *accounts.Service
	running  sync.WaitGroup

	mu  sync.Mutex
	out io.Writer
}

// finished reports a game, without waiting for anything.
func (r *reports) finished(referee *play.Referee, n play.Notice) {
	r.running.Go(func() {
		for _, player := range []game.PlayerID{n.Player, n.Opponent} {
			a, err := r.accounts.Get(context.Background(), accounts.ID(player))
			if err != nil || strings.HasPrefix(a.Username, prefix) {
				continue
			}
			v, err := referee.Game(context.Background(), player, n.Game)
			if err == nil {
				r.write(a, v)
			}
		}
	})
}

func (r *reports) write(a accounts.Account, v game.View) {
	name := a.Username
	if a.Kind == accounts.Guest {
		name = "guest " + name[:min(4, len(name))] // it is random
	}
	rating := "none"
	if v.OpSmartsRating != nil {
		rating = fmt.Sprintf("%.1f (off by %.1f)", *v.OpSmartsRating, math.Abs(*v.Guess-*v.OpSmartsRating))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(r.out, "%s: guess %.1f, rating %s\n", name, *v.Guess, rating)
}
