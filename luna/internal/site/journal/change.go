package journal

import (
	"context"
	"time"
)

// Step returns the events of a change that happens now, or an error if it may not happen. It sees a
// state to which the events of the preceding steps have been applied.
type Step[S, E any] func(state S, now time.Time) ([]E, error)

// change is a list of steps that waits to be carried out.
type change[S, E any] struct {
	steps  []Step[S, E]
	then   func(S) error // called after the steps, before they are on disk; may be nil
	err    error
	answer chan error // buffered, so that the writer never waits for a caller that gave up
}

// maxBatch is the number of changes that share a commit.
const maxBatch = 256

// Do carries out steps and returns when they are on disk. If a step fails, those before it stand.
// If then is not nil, it is called with the state that the steps lead to.
func (j *Journal[S, E]) Do(ctx context.Context, then func(S) error, steps ...Step[S, E]) error {
	c := &change[S, E]{steps: steps, then: then, answer: make(chan error, 1)}
	select {
	case <-j.closed:
		return ErrClosed
	default:
	}
	select {
	case j.changes <- c:
	case <-j.closed:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-c.answer:
		return err
	case <-j.done:
		select { // it may have been carried out at the last moment
		case err := <-c.answer:
			return err
		default:
			return ErrClosed
		}
	}
}

// write carries out changes, batch by batch.
func (j *Journal[S, E]) write() {
	defer close(j.done)
	for {
		select {
		case c := <-j.changes:
			j.commit(j.batch(c))
		case <-j.closed:
			return
		}
	}
}

// batch returns a change and those that wait behind it.
func (j *Journal[S, E]) batch(first *change[S, E]) []*change[S, E] {
	batch := []*change[S, E]{first}
	for len(batch) < maxBatch {
		select {
		case c := <-j.changes:
			batch = append(batch, c)
		default:
			return batch
		}
	}
	return batch
}

// commit carries out a batch, in one transaction, and answers its callers.
func (j *Journal[S, E]) commit(batch []*change[S, E]) {
	// A batch must not be abandoned because one of its callers has gone.
	err := j.carryOut(context.Background(), batch)
	for _, c := range batch {
		if err != nil {
			c.err = ErrUnavailable
		}
		c.answer <- c.err
	}
}

func (j *Journal[S, E]) carryOut(ctx context.Context, batch []*change[S, E]) error {
	if j.damaged.Load() {
		if err := j.reload(ctx); err != nil {
			return err
		}
	}
	// Without the probe, every change would be tried and the state be read again after it.
	if j.failing {
		if err := j.log.Probe(ctx); err != nil {
			return err
		}
	}
	j.failing = false
	events := j.prepare(batch)
	if len(events) == 0 {
		j.saved()
		return nil
	}
	if err := j.saveWith(ctx, j.log.Append, events); err != nil {
		j.o.Log.Error("the log could not be continued", "error", err)
		j.damaged.Store(true)
		j.failing = true
		_ = j.reload(ctx) // which logs its error, and is tried again before the next change
		return err
	}
	if j.rules.Committed != nil {
		j.rules.Committed(j.state)
	}
	j.saved()
	return nil
}

// prepare applies a batch to the state and returns the events that are to be written.
func (j *Journal[S, E]) prepare(batch []*change[S, E]) []E {
	var events []E
	now, happen := j.o.Clock(), j.rules.Happen
	if happen == nil {
		happen = j.rules.Apply
	}
	apply := func(list []E) error {
		for _, e := range list {
			if err := happen(j.state, e); err != nil {
				return err
			}
			events = append(events, e)
		}
		return nil
	}
	if j.rules.Due != nil {
		due, err := j.rules.Due(j.state, now)
		if err == nil {
			err = apply(due)
		}
		if err != nil {
			j.o.Log.Error("what is due could not happen", "error", err)
		}
	}
	for _, c := range batch {
		c.err = c.carryOut(j.state, now, apply)
	}
	return events
}

func (c *change[S, E]) carryOut(state S, now time.Time, apply func([]E) error) error {
	for _, step := range c.steps {
		events, err := step(state, now)
		if err == nil {
			err = apply(events)
		}
		if err != nil {
			return err
		}
	}
	if c.then == nil {
		return nil
	}
	return c.then(state)
}
