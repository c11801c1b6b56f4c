package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"github.com/luna-rating/luna/luna/game"
)

// ErrBehind is for events that do not follow the last one of the log: another process has appended to it.
var ErrBehind = errors.New("the log has been continued by another process")

// Append adds events to the log, all or none. After is the number of events that the caller has seen in it. They are safe on disk when it returns nil.
func (s *Store) Append(ctx context.Context, after int, events ...game.Event) error {
	return s.transaction(ctx, func(tx *sql.Tx) error {
		var last int
		if err := tx.QueryRowContext(ctx, "SELECT coalesce(max(number), 0) FROM events").Scan(&last); err != nil {
			return err
		}
		if last != after {
			return fmt.Errorf("%w: found %d events in it, expected %d", ErrBehind, last, after)
		}
		insert, err := tx.PrepareContext(ctx, "INSERT INTO events (number, body) VALUES (?, ?)")
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

// Events are the events of the log, from the first. After an error there are no more.
func (s *Store) Events(ctx context.Context) iter.Seq2[game.Event, error] {
	return func(yield func(game.Event, error) bool) {
		rows, err := s.read.QueryContext(ctx, "SELECT number, body FROM events ORDER BY number")
		if err != nil {
			yield(game.Event{}, err)
			return
		}
		defer rows.Close()
		for n := 1; rows.Next(); n++ {
			e, err := scanEvent(rows, n)
			if !yield(e, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(game.Event{}, err)
		}
	}
}

func scanEvent(rows *sql.Rows, expected int) (game.Event, error) {
	var number int
	var body string
	var e game.Event
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
