package journal

import (
	"context"
	"fmt"
)

// publish shows events that are on disk to readers.
func (j *Journal[S, E]) publish(apply func(S, E) error, events ...E) {
	j.lock.Lock()
	defer j.lock.Unlock()
	for _, e := range events {
		if err := apply(j.state, e); err != nil {
			// The same events from the same state were accepted on the draft.
			j.o.Log.Error("an event of the log was refused", "event", j.events+1, "error", err)
		}
		j.events++
	}
}

// recover discards a draft whose changes have not happened.
func (j *Journal[S, E]) recover(ctx context.Context) error {
	err := j.catchUp(ctx)
	if err != nil {
		j.o.Log.Error("the log could not be read again", "error", err)
	}
	return err
}

// catchUp makes a new draft of the whole log, and shows readers the events that they have not
// seen: all of them at first, and later those of other processes.
func (j *Journal[S, E]) catchUp(ctx context.Context) error {
	draft, n := j.rules.New(), 0
	for e, err := range j.log.Events(ctx, 0) {
		if err != nil {
			return err
		}
		n++
		if err := j.rules.Apply(draft, e); err != nil {
			return fmt.Errorf("event %d: %w", n, err)
		}
		if n > j.events {
			j.publish(j.rules.Apply, e)
		}
	}
	j.draft = draft
	j.damaged.Store(false)
	return nil
}
