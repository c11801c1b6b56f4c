// Package demo shows a rating system at work: simulated people of known ability, two bots and a
// machine player that learns to guess play Luna Games on a server of their own. It is what luna
// demo runs. Nothing in it was collected from people.
package demo

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/luna/internal/demo"
	"github.com/luna-rating/luna/luna/player"
)

// The bounds of [Options].
const (
	MaxGames  = demo.MaxGames
	MaxPeople = demo.MaxPeople
)

// Options configure [Run]. NewGuesser is required, and Addr unless the run is Offline.
type Options struct {
	// NewGuesser returns an untrained guesser for a set of questions. It is called twice: one
	// guesser learns, the other is the baseline.
	NewGuesser func(player.QuestionSet) (player.Guesser, error)
	Games      int    // games that the machine player finishes; 0 means 300
	People     int    // number of simulated people; 0 means 24
	Seed       uint64 // determines all random choices
	Spread     string // what is evenly spaced among the people: "ability" (the default) or "rating"
	Out        string // folder for figure, tables and games; "" for none
	// Offline plays one game after another by the rules alone, reproducibly. Otherwise many games
	// are played at a time, over HTTP.
	Offline bool
	Addr    string // the address to serve at
	DB      string // path of a new database; "" means a temporary one
	Keep    bool   // continue to serve and play until the context ends
}

// Run plays a demonstration and writes its table to stdout, and progress to stderr.
func Run(ctx context.Context, o Options, stdout, stderr io.Writer) (err error) {
	var dir *atomicdir.Dir
	if o.Out != "" {
		if dir, err = atomicdir.Create(o.Out, demo.Files()...); err != nil {
			return err
		}
		defer dir.Abort()
	}
	simulation := demo.Options{
		NewGuesser: o.NewGuesser, Games: o.Games, People: o.People, Seed: o.Seed,
		Spread: demo.Spread(o.Spread), Progress: reportProgress(stderr),
	}
	finish := func(r *demo.Result) error {
		err := r.WriteTable(stdout)
		if err != nil || dir == nil {
			return err
		}
		if err = r.WriteFiles(dir); err == nil {
			err = dir.Commit()
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(stderr, "figure, tables and games are in %s\n", o.Out)
		return nil
	}
	if !o.Offline {
		return o.serve(ctx, stderr, simulation, finish)
	}
	r, err := demo.Simulate(ctx, simulation)
	if err != nil {
		return err
	}
	return finish(r)
}

// serve plays on a server of its own.
func (o Options) serve(
	ctx context.Context, stderr io.Writer, simulation demo.Options, finish func(*demo.Result) error,
) (err error) {
	s, err := start(ctx, hosting{addr: o.Addr, db: o.DB, banner: simulatedBanner, machines: true}, stderr, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	fmt.Fprintf(stderr, "SYNTHETIC demonstration at %s: registering %d simulated people, "+
		"two bots and a machine player\n", s.url, o.People)
	stage, err := demo.Open(ctx, s.url, simulation)
	if err != nil {
		return err
	}
	defer stage.Close()
	r, err := stage.Play(ctx)
	if err == nil {
		err = finish(r)
	}
	if err != nil || !o.Keep {
		return err
	}
	fmt.Fprintf(stderr, "serving at %s until interrupted: play as a guest, or log in as %s "+
		"with the password %q\n", s.url, r.Players[0].Name, demo.Password)
	return stage.Stay(ctx)
}

// reportProgress returns a callback that writes about twenty lines in all.
func reportProgress(w io.Writer) func(demo.Progress) {
	reported := 0
	return func(p demo.Progress) {
		if part := 20 * p.Machine / max(1, p.Of); part > reported {
			reported = part
			fmt.Fprintf(w, "game %d of %d (%d of all players): last 50 guesses off by %s, "+
				"mean so far by %s; ratings and abilities correlate by %s\n",
				p.Machine, p.Of, p.Games,
				demo.Number(p.Error, 1), demo.Number(p.Constant, 1), demo.Number(p.Spearman, 3))
		}
	}
}
