package archive

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/trade"
)

// Live is the live games, the state of a journal. Only the journal's writer touches it.
type Live struct {
	Games   map[string]*Game // by ID
	Changed map[string]*Game // since the last commit
	public  []*Game          // those of them that go to the archive, in this order
}

// newLive returns no games.
func newLive() *Live {
	return &Live{Games: make(map[string]*Game), Changed: make(map[string]*Game)}
}

// Rules returns the rules by which a journal keeps the archive.
func (a *Archive) Rules() journal.Rules[*Live, Record] {
	return journal.Rules[*Live, Record]{
		Load: a.load, Apply: (*Live).Apply, Save: save, Saved: saved,
	}
}

// Apply applies a record. If it is refused, nothing changes.
func (l *Live) Apply(r Record) error {
	if r.Event != nil && r.Event.Kind == trade.Start {
		t, err := NewGame(r)
		if err != nil {
			return err
		}
		l.Games[r.Game], l.Changed[r.Game] = t, t
		return nil
	}
	t := l.Games[r.Game]
	if t == nil {
		return fmt.Errorf("game %s: %w", r.Game, ErrUnknown)
	}
	if err := t.Apply(r); err != nil {
		return err
	}
	l.Changed[r.Game] = t
	if r.Public {
		l.public = append(l.public, t)
	}
	return nil
}

// load returns the live games in the tables, as they are after a number of records.
func (a *Archive) load(ctx context.Context, records int) (*Live, error) {
	l := newLive()
	ids, err := store.Column[string](ctx, a.store.Read(),
		"SELECT id FROM trade_games WHERE place IS NULL")
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		t, err := readGame(ctx, a.store.Read(), id, int64(records))
		if err != nil {
			return nil, err
		}
		t.New = false
		l.Games[id] = t
	}
	return l, nil
}

// readGame rebuilds a game from its records up to a number.
func readGame(ctx context.Context, q store.Querier, id string, last int64) (*Game, error) {
	bodies, err := store.Column[[]byte](ctx, q,
		"SELECT body FROM trade_events WHERE game = ? AND number <= ? ORDER BY number", id, last)
	if err != nil {
		return nil, err
	}
	var t *Game
	for _, body := range bodies {
		var r Record
		err := json.Unmarshal(body, &r)
		if err == nil && t == nil {
			t, err = NewGame(r)
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
func saved(l *Live) {
	for id, t := range l.Changed {
		if t.New = false; t.Public {
			delete(l.Games, id)
		}
	}
	clear(l.Changed)
	l.public = nil
}
