package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
)

// ErrBehind is for changes that do not follow the last change, because another process has made
// some.
var ErrBehind = errors.New("the log has been continued by another process")

// ErrDamaged is for a log that cannot be read.
var ErrDamaged = errors.New("the log is damaged")

// Log is an append-only list of events, numbered from 1 without gaps, beside tables with the state
// to which the events lead. A second process that appends to the same log makes the first one's
// next append fail rather than fork the log.
//
// If E has a method WithoutTexts that returns an E, the texts of an event may be removed from the
// log later.
type Log[E any] struct {
	*Store
	table string
}

// LogOf returns the log in a table with the columns number INTEGER PRIMARY KEY and body TEXT, which
// holds the event in JSON.
func LogOf[E any](s *Store, table string) Log[E] { return Log[E]{s, table} }

// Append adds all events or none, and calls save, which changes the tables accordingly, in the same
// transaction. At is the position of the tables, which must be the end of the log; if it is not,
// the error is [ErrBehind]. When Append returns the new position, the events are safe on disk.
func (l Log[E]) Append(
	ctx context.Context, at Position, events []E, save func(*sql.Tx) error,
) (next Position, err error) {
	return l.advance(ctx, at, events, save, func(tx *sql.Tx) error {
		var last int
		row := tx.QueryRowContext(ctx, "SELECT coalesce(max(number), 0) FROM "+l.table)
		if err := row.Scan(&last); err != nil {
			return err
		}
		if last != at.Number {
			return fmt.Errorf("%w: found %d events in it, expected %d", ErrBehind, last, at.Number)
		}
		return l.insert(ctx, tx, at.Number, events)
	})
}

// Follow is Append for the next events that are already in the log.
func (l Log[E]) Follow(
	ctx context.Context, at Position, events []E, save func(*sql.Tx) error,
) (next Position, err error) {
	return l.advance(ctx, at, events, save, func(*sql.Tx) error { return nil })
}

func (l Log[E]) advance(
	ctx context.Context, at Position, events []E, save, begin func(*sql.Tx) error,
) (next Position, err error) {
	next = at
	for _, e := range events {
		if next, err = after(next, e); err != nil {
			return at, err
		}
	}
	err = l.Write(ctx, func(tx *sql.Tx) error {
		found, err := l.readPosition(ctx, tx)
		if err == nil && (found.Number != at.Number || string(found.Digest) != string(at.Digest)) {
			err = fmt.Errorf("%w: the tables have %d events, expected %d", ErrBehind, found.Number,
				at.Number)
		}
		for _, do := range []func(*sql.Tx) error{begin, save} {
			if err == nil {
				err = do(tx)
			}
		}
		if err != nil {
			return err
		}
		return l.writePosition(ctx, tx, next)
	})
	if err != nil {
		return at, err
	}
	return next, nil
}

func (l Log[E]) insert(ctx context.Context, tx *sql.Tx, after int, events []E) error {
	insert, err := tx.PrepareContext(ctx, "INSERT INTO "+l.table+" (number, body) VALUES (?, ?)")
	if err != nil {
		return err
	}
	defer insert.Close()
	for i, e := range events {
		body, err := json.Marshal(e)
		if err != nil {
			return err
		}
		if _, err := insert.ExecContext(ctx, after+1+i, string(body)); err != nil {
			return err
		}
	}
	return nil
}

// Len returns the number of events.
func (l Log[E]) Len(ctx context.Context) (n int, err error) {
	row := l.read.QueryRowContext(ctx, "SELECT coalesce(max(number), 0) FROM "+l.table)
	return n, row.Scan(&n)
}

// Events iterates over the events that follow the first after ones. An error ends the iteration.
func (l Log[E]) Events(ctx context.Context, after int) iter.Seq2[E, error] {
	return func(yield func(E, error) bool) {
		for {
			events, err := l.Chunk(ctx, after)
			for _, e := range events {
				if !yield(e, nil) {
					return
				}
			}
			if err != nil {
				var none E
				yield(none, err)
			}
			if err != nil || len(events) == 0 {
				return
			}
			after += len(events)
		}
	}
}

// The maximum size of a chunk, which may exceed it by one event.
const (
	chunkEvents = 2000
	chunkBytes  = 4 << 20
)

// Chunk returns some of the events that follow the first ones, or none at the end of the log. In
// case of an error it returns the events before it. The log is not read in one go because that
// would take memory, and keep the write-ahead file from being reused.
func (l Log[E]) Chunk(ctx context.Context, after int) (events []E, err error) {
	return l.chunk(ctx, l.read, after)
}

func (l Log[E]) chunk(ctx context.Context, q Querier, after int) (events []E, err error) {
	rows, err := q.QueryContext(ctx, "SELECT number, body FROM "+l.table+
		" WHERE number > ? ORDER BY number LIMIT ?", after, chunkEvents)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for size := 0; size < chunkBytes && rows.Next(); {
		e, n, err := scanEvent[E](rows, after+len(events)+1)
		if err != nil {
			return events, err
		}
		events = append(events, e)
		size += n
	}
	return events, rows.Err()
}

func scanEvent[E any](rows *sql.Rows, expected int) (e E, size int, err error) {
	var number int
	var body []byte
	if err := rows.Scan(&number, &body); err != nil {
		return e, 0, err
	}
	if number != expected {
		return e, 0, fmt.Errorf("%w: found event %d, expected %d", ErrDamaged, number, expected)
	}
	if err := json.Unmarshal(body, &e); err != nil {
		return e, 0, fmt.Errorf("%w: event %d: %w", ErrDamaged, number, err)
	}
	return e, len(body), nil
}

// Event returns the event with a number.
func (l Log[E]) Event(ctx context.Context, q Querier, number int) (e E, err error) {
	var body []byte
	row := q.QueryRowContext(ctx, "SELECT body FROM "+l.table+" WHERE number = ?", number)
	if err = row.Scan(&body); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return e, err
	}
	if err == nil {
		err = json.Unmarshal(body, &e)
	}
	if err != nil {
		err = fmt.Errorf("%w: event %d: %w", ErrDamaged, number, err)
	}
	return e, err
}

// RemoveTexts removes the texts of an event.
func (l Log[E]) RemoveTexts(ctx context.Context, tx *sql.Tx, number int) error {
	e, err := l.Event(ctx, tx, number)
	if err != nil {
		return err
	}
	body, err := json.Marshal(withoutTexts(e))
	if err == nil {
		_, err = tx.ExecContext(ctx, "UPDATE "+l.table+" SET body = ? WHERE number = ?", string(body), number)
	}
	return err
}
