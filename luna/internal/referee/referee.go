package referee

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/store"
)

// ErrUnavailable is for what could not be written down. It has not happened, and may be tried again.
var ErrUnavailable = errors.New("the rating system cannot keep this now; try again later")

// ErrClosed is for calls after [Referee.Close].
var ErrClosed = errors.New("the rating system is closing")

// Notice tells that a game has something new for a player, which another one or time has done, and what she sees of it: View.
type Notice struct {
	Player game.PlayerID
	Game   game.GameID
	View   game.View
}

// Options are those of [Open]. The zero value has the defaults.
type Options struct {
	// Aggregate makes the ratings; nil is the mean of all guesses, as the thesis has it. A log is bound to the first one that it is opened with.
	Aggregate game.Aggregate
	// Clock tells the time; nil is [time.Now].
	Clock func() time.Time
	// Notify, if not nil, is told of what is new for players, after it is on disk. It must not block.
	Notify func(Notice)
	// Log is told of what goes wrong; nil discards it.
	Log *slog.Logger
}

// Referee keeps a tournament.
type Referee struct {
	store *store.Store
	o     Options

	state      sync.RWMutex // of what follows
	tournament *game.Tournament
	events     int // in the log, all of which the tournament has
	damaged    bool
	failing    bool // the last time something was to be written it could not

	looks  sync.Map // game.PlayerID to game.Look, of those asked for
	orders chan *order
	closed chan struct{} // is closed when no further orders are taken
	done   chan struct{} // is closed when none is being carried out
	once   sync.Once
}

// Open returns the referee of what a store holds, whose log it replays. The error tells what in the log is wrong. The caller closes the store after the referee.
func Open(ctx context.Context, s *store.Store, o Options) (*Referee, error) {
	if o.Aggregate == nil {
		o.Aggregate = game.Mean{}
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	r := &Referee{store: s, o: o, orders: make(chan *order, maxBatch), closed: make(chan struct{}), done: make(chan struct{})}
	name, err := s.Setting(ctx, "aggregate", []byte(o.Aggregate.Name()))
	if err != nil {
		return nil, err
	}
	if string(name) != o.Aggregate.Name() {
		return nil, fmt.Errorf("database %s: its ratings are made by %q, expected %q", s.Path(), name, o.Aggregate.Name())
	}
	if err := r.replay(ctx); err != nil {
		return nil, fmt.Errorf("database %s: %w", s.Path(), err)
	}
	go r.serve()
	return r, nil
}

// Close waits for what is being done and refuses all that comes later.
func (r *Referee) Close() {
	r.once.Do(func() { close(r.closed) })
	<-r.done
}

// replay makes the tournament of the log.
func (r *Referee) replay(ctx context.Context) error {
	var failed error
	n := 0
	events := func(yield func(game.Event) bool) {
		for e, err := range r.store.Events(ctx) {
			if err != nil {
				failed = err
				return
			}
			n++
			if !yield(e) {
				return
			}
		}
	}
	t, err := game.Replay(r.o.Aggregate, iter.Seq[game.Event](events))
	if err = errors.Join(failed, err); err != nil {
		return err
	}
	r.tournament, r.events = t, n
	return nil
}

// read calls a function with the tournament as it is on disk. The function must not keep it.
func (r *Referee) read(look func(*game.Tournament) error) error {
	r.state.RLock()
	defer r.state.RUnlock()
	if r.damaged {
		return ErrUnavailable
	}
	return look(r.tournament)
}
