package play

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/trade"
)

// hall is the state of the journal: the live games. Only the journal's writer touches it.
type hall struct {
	tables  map[string]*table
	changed map[string]*table // since the last commit
	public  []*table          // those of them that go to the archive, in this order
}

func (f *Floor) rules() journal.Rules[*hall, record] {
	return journal.Rules[*hall, record]{
		Load: f.load, Apply: applyRecord, Save: save, Saved: saved,
		Happen: happen, Due: f.due, Committed: f.committed,
	}
}

// applyRecord applies a record.
func applyRecord(h *hall, r record) error {
	if r.Event != nil && r.Event.Kind == trade.Start {
		t, err := newTable(r)
		if err != nil {
			return err
		}
		h.tables[r.Game], h.changed[r.Game] = t, t
		return nil
	}
	t := h.tables[r.Game]
	if t == nil {
		return fmt.Errorf("game %s: %w", r.Game, ErrUnknown)
	}
	if err := t.apply(r); err != nil {
		return err
	}
	h.changed[r.Game] = t
	if r.Public {
		h.public = append(h.public, t)
	}
	return nil
}

// happen is applyRecord for an action that a player does now. A refusal is remembered, so that the
// same action is refused again.
func happen(h *hall, r record) error {
	err := applyRecord(h, r)
	if t := h.tables[r.Game]; err != nil && t != nil {
		t.note(r.By, r.Key, err)
	}
	return err
}

// due returns what time has brought about.
func (f *Floor) due(h *hall, now time.Time) ([]record, error) {
	var list []record
	for _, t := range h.tables {
		if f.interrupted[t.Game] {
			delete(f.interrupted, t.Game)
			list = append(list, t.annulment(now))
		} else if r, ok := t.due(f.elapsed(t, now), now); ok {
			list = append(list, r)
		}
	}
	return list, nil
}

// load returns the live games in the tables, as they are after a number of records.
func (f *Floor) load(ctx context.Context, records int) (*hall, error) {
	h := &hall{tables: make(map[string]*table), changed: make(map[string]*table)}
	ids, err := column[string](ctx, f.o.Store.Read(),
		"SELECT id FROM trade_games WHERE place IS NULL")
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		t, err := readTable(ctx, f.o.Store.Read(), id, int64(records))
		if err != nil {
			return nil, err
		}
		t.new = false
		h.tables[id] = t
	}
	f.takeUp(h)
	return h, nil
}

// querier runs queries: a database or a transaction.
type querier interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
}

// column returns the values of a query with one column.
func column[T any](ctx context.Context, q querier, query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		var x T
		if err := rows.Scan(&x); err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, rows.Err()
}

// readTable rebuilds a game from its records up to a number.
func readTable(ctx context.Context, q querier, id string, last int64) (*table, error) {
	bodies, err := column[[]byte](ctx, q,
		"SELECT body FROM trade_events WHERE game = ? AND number <= ? ORDER BY number", id, last)
	if err != nil {
		return nil, err
	}
	var t *table
	for _, body := range bodies {
		r, err := decode(body)
		if err == nil && t == nil {
			t, err = newTable(r)
		} else if err == nil {
			err = t.apply(r)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: game %s: %w", store.ErrDamaged, id, err)
		}
	}
	if t == nil {
		return nil, ErrUnknown
	}
	return t, nil
}

// saved forgets games that have gone to the archive, and what has changed.
func saved(h *hall) {
	for id, t := range h.changed {
		if t.new = false; t.public {
			delete(h.tables, id)
		}
	}
	clear(h.changed)
	h.public = nil
}
