package play

import (
	"context"
	crand "crypto/rand"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

// start decides by chance who the target is and starts a game. It takes the same steps whatever the
// result.
func (r *Referee) start(target *entrant, bettors []*entrant) {
	toss := r.toss()
	rec := archive.Record{Game: accounts.NewID(), Seed: toss.seed}
	s := r.o.Settings
	s.Game, s.Bettors = rec.Game, nil
	sit := func(player accounts.ID, machine bool, network uint64) {
		name := fmt.Sprint("Bettor ", len(s.Bettors)+1)
		s.Bettors = append(s.Bettors, name)
		rec.Seats = append(rec.Seats, archive.Seat{Name: name, Player: player, Machine: machine,
			Network: network})
	}
	for _, w := range bettors {
		sit(w.player, w.machine, w.network)
	}
	for len(s.Bettors) < min(s.MaxBettors, r.o.Bettors) {
		sit("", true, 0)
	}
	if toss.human {
		rec.Nature = trade.Human
		rec.Seats = append(rec.Seats, archive.Seat{Name: trade.Target, Player: target.player, Network: target.network})
	} else {
		rec.Nature = trade.Computer
		rec.Idle = target.player
		rec.IdleNetwork = target.network
		rec.Program = r.o.Targets[toss.program%uint64(len(r.o.Targets))].Name
	}
	rec.Event = &trade.Event{Kind: trade.Start, Settings: &s}
	err := r.journal.Do(r.ctx, nil, func(_ *archive.Live, now time.Time) ([]archive.Record, error) {
		rec.At = now
		r.origins[rec.Game] = now
		return []archive.Record{rec}, nil
	})
	if err != nil {
		r.o.Log.Error("a game could not start", "error", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.starting--
	for _, w := range append(bettors, target) {
		w.starting = false
	}
	if err != nil { // the players go on waiting
		r.lobbyTimer = time.AfterFunc(retry, r.lobbyChanged)
		return
	}
	target.passed = true // by a program, if they still wait
	r.waiting = slices.DeleteFunc(r.waiting, func(w *entrant) bool {
		return slices.Contains(bettors, w) || w == target && rec.Nature == trade.Human
	})
	r.match(r.clock())
}

// toss holds the random choices of a game.
type toss struct {
	human         bool
	program, seed uint64
}

// toss makes the random choices of a game.
func (r *Referee) toss() toss {
	t := newToss()
	if r.o.Human != nil {
		t.human = r.o.Human()
	}
	return t
}

// newToss makes the random choices of a game, from a source that nobody can predict.
func newToss() toss {
	var b [17]byte
	_, _ = crand.Read(b[:]) // never fails
	return toss{
		human: b[0]&1 == 0, program: binary.BigEndian.Uint64(b[1:]),
		seed: binary.BigEndian.Uint64(b[9:]),
	}
}

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
