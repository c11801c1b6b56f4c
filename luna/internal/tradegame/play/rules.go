package play

import (
	"context"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
)

// rules are those of the archive, and what time brings about.
func (r *Referee) rules() journal.Rules[*archive.Live, archive.Record] {
	rules := r.Archive.Rules()
	load := rules.Load
	rules.Load = func(ctx context.Context, records int) (*archive.Live, error) {
		h, err := load(ctx, records)
		if err == nil {
			r.takeUp(h)
		}
		return h, err
	}
	rules.Happen = happen
	rules.Due = r.due
	rules.Committed = r.committed
	return rules
}

// happen is Apply for an action that a player does now. A refusal is remembered, so that the same
// action is refused again.
func happen(h *archive.Live, rec archive.Record) error {
	err := h.Apply(rec)
	if t := h.Games[rec.Game]; err != nil && t != nil {
		t.Note(rec.By, rec.Key, err)
	}
	return err
}

// due returns what time has brought about.
func (r *Referee) due(h *archive.Live, now time.Time) ([]archive.Record, error) {
	var list []archive.Record
	for _, t := range h.Games {
		if r.interrupted[t.Game] {
			delete(r.interrupted, t.Game)
			list = append(list, t.Annulment(now))
		} else if rec, ok := t.Due(r.elapsed(t, now), now); ok {
			list = append(list, rec)
		}
	}
	return list, nil
}
