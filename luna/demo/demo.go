package demo

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/luna/player"
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

	// shrink is how far people move their guesses from what they think towards the mean of the
	// ratings revealed to them, as a share of that distance in [0,1]. 0 is honest play.
	shrink float64
	// others is the number of games that the other players play per game of the machine in
	// [simulate]; 0 means 2.
	others int
	// atOnce is the number of games that the machine plays at a time on a server, up to
	// [game.MaxActive]; 0 means 6. All others play one at a time.
	atOnce int
	// progress, if not nil, is called after every game.
	progress func(progress)
}

// Run plays a demonstration and writes its table to stdout, and progress to stderr.
func Run(ctx context.Context, o Options, stdout, stderr io.Writer) (err error) {
	var dir *atomicdir.Dir
	if o.Out != "" {
		if dir, err = atomicdir.Create(o.Out, fileNames()...); err != nil {
			return err
		}
		defer dir.Abort()
	}
	o.progress = reportProgress(stderr)
	finish := func(r *result) error {
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
		return o.serve(ctx, stderr, finish)
	}
	r, err := simulate(ctx, o)
	if err != nil {
		return err
	}
	return finish(r)
}

// serve plays on a server of its own.
func (o Options) serve(
	ctx context.Context, stderr io.Writer, finish func(*result) error,
) (err error) {
	s, err := startServer(ctx, hosting{addr: o.Addr, db: o.DB, banner: simulatedBanner, machines: true}, stderr, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	fmt.Fprintf(stderr, "SYNTHETIC demonstration at %s: registering %d simulated people, "+
		"two bots and a machine player\n", s.url, o.People)
	stage, err := openStage(ctx, s.url, o)
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
		"with the password %q\n", s.url, r.Players[0].Name, password)
	return stage.Stay(ctx)
}

// reportProgress returns a callback that writes about twenty lines in all.
func reportProgress(w io.Writer) func(progress) {
	reported := 0
	return func(p progress) {
		if part := 20 * p.Machine / max(1, p.Of); part > reported {
			reported = part
			fmt.Fprintf(w, "game %d of %d (%d of all players): last 50 guesses off by %s, "+
				"mean so far by %s; ratings and abilities correlate by %s\n",
				p.Machine, p.Of, p.Games,
				number(p.Error, 1), number(p.Constant, 1), number(p.Spearman, 3))
		}
	}
}
