// Package journal continues a log of events, and the state of a game to which they lead, for many
// callers at a time.
//
// Changes take effect one after another, each completely or not at all. A call that changes
// something returns when the change is on disk, and nobody sees the change before that. Changes
// that arrive while the disk is busy share the next commit.
//
// The state is in tables of the same database. It is written in the transaction that adds the
// events to the log, with the position that the tables have reached ([store.Position]). So nothing
// is replayed when a journal is opened, unless the tables are behind the log, as they are when they
// are new: then they catch up, in steps that persist even if the process is killed.
//
// Only the writer keeps a state in memory, the S of the rules: what it needs to check changes. If a
// write fails, the state is loaded from the tables again. Readers read the tables, and wait neither
// for the writer nor for the disk.
package journal

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/store"
)

// ErrUnavailable is for a change that could not be written to disk. The change has not happened,
// and may be tried again.
var ErrUnavailable = errors.New("the rating system cannot keep this now; try again later")

// ErrClosed is for calls after [Journal.Close].
var ErrClosed = errors.New("the rating system is closing")

// Log is where events are kept: a [store.Log].
type Log[E any] interface {
	// Position returns the position of the tables, or an error if they do not follow from the log.
	Position(context.Context) (store.Position, error)
	// Append adds events at the end of the log and calls a function that writes to the tables, in
	// one transaction. It returns when both are on disk.
	Append(
		ctx context.Context, at store.Position, events []E, save func(*sql.Tx) error,
	) (store.Position, error)
	// Follow is Append for events that are already in the log.
	Follow(
		ctx context.Context, at store.Position, events []E, save func(*sql.Tx) error,
	) (store.Position, error)
	// Chunk returns some of the events after the first ones, or none at the end of the log.
	Chunk(ctx context.Context, after int) ([]E, error)
	// CacheWrites makes writing faster, at the cost of memory, until restore is called.
	CacheWrites(context.Context) (restore func() error, err error)
	// Len returns the number of events.
	Len(context.Context) (int, error)
	// Probe reports whether anything can be written now.
	Probe(context.Context) error
}

// Rules define how events change a state.
type Rules[S, E any] struct {
	// Load returns, from the tables, the state to which a number of events has led.
	Load func(ctx context.Context, events int) (S, error)
	// Apply makes an event happen. An event that it refuses must change nothing.
	Apply func(S, E) error
	// Happen, if not nil, takes the place of Apply for an event that happens now; it may collect
	// what Committed needs. Load must discard what it has collected.
	Happen func(S, E) error
	// Save writes to the tables what events have changed since the state was last loaded or saved.
	Save func(context.Context, *sql.Tx, S) error
	// Saved, if not nil, is called when what Save wrote is on disk, or if there was nothing to
	// save.
	Saved func(S)
	// Due, if not nil, returns the events that time has brought about. They happen before any
	// other change.
	Due func(S, time.Time) ([]E, error)
	// Committed, if not nil, is called after changes are on disk and before their callers learn of
	// it. It must not block.
	Committed func(S)
}

// Options are the optional settings of a [Journal].
type Options struct {
	Clock func() time.Time // nil means time.Now
	Log   *slog.Logger     // reports failures and long work; nil discards
}

// Journal continues a log, and the state to which it leads.
type Journal[S, E any] struct {
	log   Log[E]
	rules Rules[S, E]
	o     Options

	// These belong to the writing goroutine.
	state   S
	at      store.Position // of the tables, and of state except while changes are carried out
	damaged atomic.Bool    // state has changes that have not happened
	failing bool           // the last write failed

	changes chan *change[S, E]
	closed  chan struct{} // closed when no further changes are accepted
	done    chan struct{} // closed when the writer has ended
	once    sync.Once
}

// CatchUp has the tables of a log follow all of its events.
func CatchUp[S, E any](ctx context.Context, log Log[E], rules Rules[S, E]) error {
	j, err := Open(ctx, log, rules, Options{})
	if err == nil {
		j.Close()
	}
	return err
}

// Open returns the journal of a log. If the tables are behind the log, they catch up first. The
// error says what is wrong with the log or the tables.
func Open[S, E any](
	ctx context.Context, log Log[E], rules Rules[S, E], o Options,
) (*Journal[S, E], error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	j := &Journal[S, E]{
		log: log, rules: rules, o: o,
		changes: make(chan *change[S, E], maxBatch), closed: make(chan struct{}),
		done: make(chan struct{}),
	}
	if err := j.load(ctx); err != nil {
		return nil, err
	}
	go j.write()
	return j, nil
}

// Close waits for changes that are being written and refuses all later ones.
func (j *Journal[S, E]) Close() {
	j.once.Do(func() { close(j.closed) })
	<-j.done
}

// Health returns [ErrUnavailable] while no changes are possible because a write has failed and the
// state could not be read again.
func (j *Journal[S, E]) Health() error {
	if j.damaged.Load() {
		return ErrUnavailable
	}
	return nil
}
