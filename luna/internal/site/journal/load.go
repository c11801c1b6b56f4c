package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/store"
)

// load reads the state from the tables, after these have caught up with the log. If another process
// changes the tables meanwhile, load reads them again.
func (j *Journal[S, E]) load(ctx context.Context) (err error) {
	for read := -1; ; read = j.at.Number {
		if j.at, err = j.log.Position(ctx); err != nil {
			return err
		}
		if j.at.Number == read {
			break
		}
		if j.state, err = j.rules.Load(ctx, j.at.Number); err != nil {
			return err
		}
	}
	if err := j.catchUp(ctx); err != nil {
		return err
	}
	j.damaged.Store(false)
	return nil
}

// reload discards a state whose changes have not happened.
func (j *Journal[S, E]) reload(ctx context.Context) error {
	err := j.load(ctx)
	if err != nil {
		j.o.Log.Error("the games could not be read again", "error", err)
	}
	return err
}

// sayEvery is how often the progress of long work is logged.
const sayEvery = 5 * time.Second

// A transaction of catchUp has about manyEvents events, from at most chunksAtOnce chunks. In large
// transactions, more of the changes affect the same pages of the file, which are written only once.
const (
	manyEvents   = 10_000
	chunksAtOnce = 8
)

// next returns some of the events that follow.
func (j *Journal[S, E]) next(ctx context.Context) (events []E, err error) {
	for range chunksAtOnce {
		chunk, err := j.log.Chunk(ctx, j.at.Number+len(events))
		if err != nil {
			return nil, err
		}
		events = append(events, chunk...)
		if len(chunk) == 0 || len(events) >= manyEvents {
			break
		}
	}
	return events, nil
}

// catchUp applies the events that the log has and the tables do not: all of them when the tables
// are new, and later those of other processes.
func (j *Journal[S, E]) catchUp(ctx context.Context) (err error) {
	start := time.Now()
	said := start
	var restore func() error
	defer func() {
		if restore != nil {
			err = errors.Join(err, restore())
		}
	}()
	for {
		events, err := j.next(ctx)
		if err != nil {
			return err
		}
		if len(events) >= manyEvents && restore == nil {
			if restore, err = j.log.CacheWrites(ctx); err != nil {
				return err
			}
		}
		if len(events) == 0 {
			if said != start {
				j.o.Log.Info("the tables have caught up with the log", "events", j.at.Number)
			}
			return nil
		}
		for i, e := range events {
			if err := j.rules.Apply(j.state, e); err != nil {
				return fmt.Errorf("%w: event %d: %w", store.ErrDamaged, j.at.Number+1+i, err)
			}
		}
		if err := j.saveWith(ctx, j.log.Follow, events); err != nil {
			return err
		}
		j.saved()
		if time.Since(said) >= sayEvery {
			said = time.Now()
			all, err := j.log.Len(ctx)
			if err != nil {
				return err
			}
			j.o.Log.Info("the tables are catching up with the log, which happens once",
				"events", j.at.Number, "of", all)
		}
	}
}

// saveWith writes events, and what they have changed, by one of the methods of the log.
func (j *Journal[S, E]) saveWith(
	ctx context.Context,
	write func(context.Context, store.Position, []E, func(*sql.Tx) error) (store.Position, error),
	events []E,
) error {
	at, err := write(ctx, j.at, events, func(tx *sql.Tx) error {
		return j.rules.Save(ctx, tx, j.state)
	})
	if err != nil {
		return err
	}
	j.at = at
	return nil
}

func (j *Journal[S, E]) saved() {
	if j.rules.Saved != nil {
		j.rules.Saved(j.state)
	}
}
