package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
)

// ErrBehind is for events that do not follow the last one of the log: another process has
// appended to it.
var ErrBehind = errors.New("the log has been continued by another process")

// Log is an append-only list of events, numbered from 1 without gaps. A second process that
// appends to the same log makes the first one's next append fail rather than fork the log.
type Log[E any] struct {
	*Store
	table string
}

// LogOf returns the log in a table with the columns number INTEGER PRIMARY KEY and body TEXT, the
// event in JSON.
func LogOf[E any](s *Store, table string) Log[E] { return Log[E]{s, table} }

// Append adds all events or none. After is the number of events that the caller has seen; if the
// log has more or fewer, the error is [ErrBehind]. The events are safe on disk when Append
// returns nil.
func (l Log[E]) Append(ctx context.Context, after int, events ...E) error {
	return l.Write(ctx, func(tx *sql.Tx) error {
		var last int
		row := tx.QueryRowContext(ctx, "SELECT coalesce(max(number), 0) FROM "+l.table)
		if err := row.Scan(&last); err != nil {
			return err
		}
		if last != after {
			return fmt.Errorf("%w: found %d events in it, expected %d", ErrBehind, last, after)
		}
		insert, err := tx.PrepareContext(ctx,
			"INSERT INTO "+l.table+" (number, body) VALUES (?, ?)")
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
	})
}

// Len returns the number of events.
func (l Log[E]) Len(ctx context.Context) (n int, err error) {
	row := l.read.QueryRowContext(ctx, "SELECT coalesce(max(number), 0) FROM "+l.table)
	return n, row.Scan(&n)
}

// Events iterates over the events that follow the first ones, of which after says how many. An
// error ends the iteration.
func (l Log[E]) Events(ctx context.Context, after int) iter.Seq2[E, error] {
	return func(yield func(E, error) bool) {
		var none E
		rows, err := l.read.QueryContext(ctx,
			"SELECT number, body FROM "+l.table+" WHERE number > ? ORDER BY number", after)
		if err != nil {
			yield(none, err)
			return
		}
		defer rows.Close()
		for n := after + 1; rows.Next(); n++ {
			e, err := scanEvent[E](rows, n)
			if !yield(e, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, err)
		}
	}
}

func scanEvent[E any](rows *sql.Rows, expected int) (e E, err error) {
	var number int
	var body string
	if err := rows.Scan(&number, &body); err != nil {
		return e, err
	}
	if number != expected {
		return e, fmt.Errorf("the log is damaged: found event %d, expected %d", number, expected)
	}
	if err := json.Unmarshal([]byte(body), &e); err != nil {
		return e, fmt.Errorf("the log is damaged: event %d: %w", number, err)
	}
	return e, nil
}
