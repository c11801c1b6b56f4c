package journal

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// ErrUnavailable is for a change that could not be written to disk. It has not happened, and may
// be tried again.
var ErrUnavailable = errors.New("the rating system cannot keep this now; try again later")

// ErrClosed is for calls after [Journal.Close].
var ErrClosed = errors.New("the rating system is closing")

// Log is where events are kept: a [store.Log].
type Log[E any] interface {
	// Append returns when the events are on disk. It fails if the log has not exactly as many
	// events as the caller has seen.
	Append(ctx context.Context, after int, events ...E) error
	// Events iterates over all events after the first ones.
	Events(ctx context.Context, after int) iter.Seq2[E, error]
	// Probe reports whether anything can be written now.
	Probe(ctx context.Context) error
}

// Rules are how events change a state.
type Rules[S, E any] struct {
	New func() S // the state before the first event
	// Apply makes an event happen. An event that it refuses must change nothing.
	Apply func(S, E) error
	// Due, if not nil, returns the events that time has brought about. They happen before any
	// other change.
	Due func(S, time.Time) ([]E, error)
	// Publish, if not nil, takes the place of Apply when an event of this process has been written
	// and readers are to see it; it may collect what Committed needs.
	Publish func(S, E) error
	// Committed, if not nil, is called after events were published, before their callers learn of
	// it. It must not block.
	Committed func(S)
}

// Options are the optional settings of a [Journal].
type Options struct {
	Clock func() time.Time // nil is time.Now
	Log   *slog.Logger     // of failures; nil discards
}

// Journal is a state and the log that leads to it.
type Journal[S, E any] struct {
	log   Log[E]
	rules Rules[S, E]
	o     Options

	lock  sync.RWMutex
	state S // what is on disk; guarded by lock

	// The rest belongs to the writing goroutine.
	draft   S           // the state with the changes that are not on disk yet
	events  int         // of the log, all of which state has
	damaged atomic.Bool // draft has changes that have not happened
	failing bool        // the last write failed

	changes chan *change[S, E]
	closed  chan struct{} // closed when no further changes are accepted
	done    chan struct{} // closed when the writer has ended
	once    sync.Once
}

// Open returns the journal of a log, which it replays. The error says what is wrong with the log.
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
		log: log, rules: rules, o: o, state: rules.New(),
		changes: make(chan *change[S, E], maxBatch), closed: make(chan struct{}),
		done: make(chan struct{}),
	}
	if err := j.catchUp(ctx); err != nil {
		return nil, err
	}
	go j.write()
	return j, nil
}

// Close waits for what is being written and refuses all later changes.
func (j *Journal[S, E]) Close() {
	j.once.Do(func() { close(j.closed) })
	<-j.done
}

// Read calls a function with the state as it is on disk. The function must not keep it.
func (j *Journal[S, E]) Read(look func(S)) {
	j.lock.RLock()
	defer j.lock.RUnlock()
	look(j.state)
}

// Health returns [ErrUnavailable] while no changes are possible because a write has failed and the
// log could not be read again after it.
func (j *Journal[S, E]) Health() error {
	if j.damaged.Load() {
		return ErrUnavailable
	}
	return nil
}
