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
type games struct {
	live    map[string]*Game
	changed map[string]*Game // since the last commit
	public  []*Game          // those of them that go to the archive, in this order
}

func (r *Referee) rules() journal.Rules[*games, Record] {
	return journal.Rules[*games, Record]{
		Load: r.load, Apply: applyRecord, Save: save, Saved: saved,
		Happen: happen, Due: r.due, Committed: r.committed,
	}
}

// applyRecord applies a record.
func applyRecord(h *games, r Record) error {
	if r.Event != nil && r.Event.Kind == trade.Start {
		t, err := newGame(r)
		if err != nil {
			return err
		}
		h.live[r.Game], h.changed[r.Game] = t, t
		return nil
	}
	t := h.live[r.Game]
	if t == nil {
		return fmt.Errorf("game %s: %w", r.Game, ErrUnknown)
	}
	if err := t.Apply(r); err != nil {
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
func happen(h *games, r Record) error {
	err := applyRecord(h, r)
	if t := h.live[r.Game]; err != nil && t != nil {
		t.Note(r.By, r.Key, err)
	}
	return err
}

// due returns what time has brought about.
func (r *Referee) due(h *games, now time.Time) ([]Record, error) {
	var list []Record
	for _, t := range h.live {
		if r.interrupted[t.Game] {
			delete(r.interrupted, t.Game)
			list = append(list, t.Annulment(now))
		} else if rec, ok := t.Due(r.elapsed(t, now), now); ok {
			list = append(list, rec)
		}
	}
	return list, nil
}

// load returns the live games in the tables, as they are after a number of records.
func (r *Referee) load(ctx context.Context, records int) (*games, error) {
	h := &games{live: make(map[string]*Game), changed: make(map[string]*Game)}
	ids, err := column[string](ctx, r.o.Store.Read(),
		"SELECT id FROM trade_games WHERE place IS NULL")
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		t, err := readGame(ctx, r.o.Store.Read(), id, int64(records))
		if err != nil {
			return nil, err
		}
		t.New = false
		h.live[id] = t
	}
	r.takeUp(h)
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
func readGame(ctx context.Context, q querier, id string, last int64) (*Game, error) {
	bodies, err := column[[]byte](ctx, q,
		"SELECT body FROM trade_events WHERE game = ? AND number <= ? ORDER BY number", id, last)
	if err != nil {
		return nil, err
	}
	var t *Game
	for _, body := range bodies {
		r, err := decode(body)
		if err == nil && t == nil {
			t, err = newGame(r)
		} else if err == nil {
			err = t.Apply(r)
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
func saved(h *games) {
	for id, t := range h.changed {
		if t.New = false; t.Public {
			delete(h.live, id)
		}
	}
	clear(h.changed)
	h.public = nil
}
