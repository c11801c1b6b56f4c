package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// simulatedBanner is shown on all pages of a server with simulated people.
const simulatedBanner = "Practice server: the people who play here are SIMULATED."

// MaxPeople bounds the number of simulated people.
const MaxPeople = 1000

// PracticeOptions configure [Practice]. Addr is required.
type PracticeOptions struct {
	Addr   string // the address to serve at
	DB     string // path of the database, new or from an earlier practice; "" means a temporary one
	People int    // number of simulated people; 0 means 24
	Seed   uint64 // determines all random choices
	// Games is the number of games after which a visiting player ends the practice; 0 means no
	// limit.
	Games int
}

// afterwards is how long a practice goes on after its last game, so that the visiting player can
// fetch the result.
const afterwards = 3 * time.Second

// Practice serves a rating system with simulated people who at once play any visiting player,
// machine or person, and answer within a second. To stderr it writes how to connect, and a line for
// each game of a visiting player. After Games games of such a player, or when the context ends, it
// writes to stdout how close the guesses were, and returns nil.
func Practice(ctx context.Context, o PracticeOptions, stdout, stderr io.Writer) (err error) {
	if o.People == 0 {
		o.People = 24
	}
	if err := o.prepare(ctx); err != nil {
		return err
	}
	var arena *arena
	scores := newScores(o.Seed, o.Games, stderr)
	enter := func(door string) (err error) {
		if arena, err = enterArena(ctx, door, o.People, o.Seed); err == nil {
			err = arena.WarmUp(ctx)
		}
		return err
	}
	s, err := startServer(ctx, o.Addr, o.DB, stderr, enter, scores.Finished)
	if err != nil {
		if ctx.Err() != nil && errors.Is(err, context.Canceled) {
			return nil // interrupted while the people warmed up
		}
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	defer arena.Close()

	playing, end := context.WithCancel(ctx)
	defer end()
	counted := make(chan error, 1)
	go func() {
		err := scores.Count(playing, s.site.Accounts(), arena.Abilities())
		if err == nil { // a player has finished the games
			_ = parallel.Sleep(playing, afterwards)
		}
		end()
		counted <- err
	}()
	fmt.Fprintf(stderr, welcome, s.url, o.People)
	err = arena.Run(playing)
	end()
	return errors.Join(err, <-counted, scores.WriteTable(stdout))
}

const welcome = `luna: listening on %[1]s
%[2]d SIMULATED people are ready to play. Their games with visitors are shown here.
  in a browser:    %[1]s (as a guest)
  with a machine:  luna play --server %[1]s --games 3
  with your own:   %[1]s/developers describes the interface; start from this player:
                   curl -sSO %[1]s/template.py
                   python3 template.py %[1]s --games 3
  for a token:     curl -sS -d username=NAME %[1]s/registerMachine
`

// prepare makes a new database file the practice's own, and refuses one that belongs to another
// rating system, or to a practice with other people.
func (o PracticeOptions) prepare(ctx context.Context) (err error) {
	if o.DB == "" {
		return nil
	}
	_, err = os.Stat(o.DB)
	isNew := errors.Is(err, fs.ErrNotExist)
	if err != nil && !isNew {
		return err
	}
	s, err := store.Open(ctx, o.DB)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if ours, err := s.Peek(ctx, "practice"); err != nil || ours == nil && !isNew {
		return errors.Join(err, fmt.Errorf("--db: %s exists and is not of a practice; give the "+
			"name of a new file", o.DB))
	}
	want := fmt.Sprintf("--people %d --seed %d", o.People, o.Seed)
	found, err := s.Setting(ctx, "practice", []byte(want))
	if err == nil && string(found) != want {
		err = fmt.Errorf("--db: %s has the people of %s, found %s; give the same flags, or the "+
			"name of a new file", o.DB, found, want)
	}
	return err
}
