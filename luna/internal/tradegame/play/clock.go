package play

import (
	"time"

	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
)

// The clock of a game is the server's since the start. Within a process it goes steadily, whatever
// is done to the clock of the system. The time of a game whose server was down goes on.

// elapsed returns the time since the start of a game. Only for the journal's writer.
func (r *Referee) elapsed(t *archive.Game, now time.Time) time.Duration {
	return max(t.Last, now.Sub(r.origins[t.Game]).Truncate(time.Microsecond))
}

// takeUp finds out when the games that were read began. Those whose time ran out while no server
// ran are interrupted.
func (r *Referee) takeUp(h *archive.Live) {
	known, now := r.origins, r.clock()
	r.origins = make(map[string]time.Time)
	for id, t := range h.Games {
		if origin, ok := known[id]; ok {
			r.origins[id] = origin
			continue
		}
		passed := now.Round(0).Sub(t.At)
		if _, ended := t.State.Ended(); !ended && passed >= t.State.Duration() {
			r.interrupted[id] = true
		}
		// If the clock of the system was set back, the game goes on where it was.
		r.origins[id] = now.Add(-max(t.Last, passed))
	}
	if r.journal == nil {
		r.loaded = h
	}
}

// retry is how long to wait before a failed write is tried again.
const retry = time.Second

// schedule makes the journal do what is due, as soon as something is.
func (r *Referee) schedule(h *archive.Live, now time.Time) {
	var next time.Time
	for _, t := range h.Games {
		if t.Public {
			continue
		}
		if at := r.origins[t.Game].Add(t.Next()); next.IsZero() || at.Before(next) {
			next = at
		}
	}
	if !next.IsZero() {
		r.alarm(max(0, next.Sub(now)))
	}
}

// alarm makes the journal do what is due after a time.
func (r *Referee) alarm(after time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer != nil {
		r.timer.Stop()
		r.timer = nil
	}
	if r.ctx.Err() == nil {
		r.timer = time.AfterFunc(after, r.tick)
	}
}

// tick does what is due.
func (r *Referee) tick() {
	if err := r.journal.Do(r.ctx, func(h *archive.Live) error {
		r.schedule(h, r.clock())
		return nil
	}); err != nil {
		r.alarm(retry)
	}
}

// committed shows what is on disk. Only for the journal's writer.
func (r *Referee) committed(h *archive.Live) {
	for id, t := range h.Changed {
		g := r.liveGame(id)
		_, ended := t.State.Ended()
		wake := g == nil || ended
		if g == nil {
			opened, start := r.open(t)
			g = opened
			defer start()
		}
		g.publish(t)
		if ended {
			r.free(t)
		}
		for _, s := range t.Seats {
			if wake {
				r.o.Accounts.Wake(s.Player)
			}
		}
		if t.Public {
			r.mu.Lock()
			delete(r.live, id)
			r.mu.Unlock()
			delete(r.origins, id)
			r.echo.put(t)
		}
	}
	r.schedule(h, r.clock())
}

// open lets players see a live game, and returns a function that starts the programs in it.
func (r *Referee) open(t *archive.Game) (g *live, start func()) {
	g = newLive(t, r.origins[t.Game])
	r.mu.Lock()
	defer r.mu.Unlock()
	r.live[t.Game] = g
	if _, ended := t.State.Ended(); ended {
		return g, func() {}
	}
	for _, s := range t.Seats {
		if s.Player != "" {
			r.playing[s.Player] = t.Game
		}
	}
	if t.Idle != "" {
		r.idle[t.Idle] = t.Game
	}
	g.shares = sharesOf(t)
	return g, func() { r.startPrograms(g, t.Program, t.Seed) }
}

// free lets the players of a game that has ended enter others.
func (r *Referee) free(t *archive.Game) {
	r.mu.Lock()
	for _, s := range t.Seats {
		if r.playing[s.Player] == t.Game {
			delete(r.playing, s.Player)
		}
	}
	if r.idle[t.Idle] == t.Game {
		delete(r.idle, t.Idle)
	}
	if g := r.live[t.Game]; g != nil && g.shares != nil {
		g.shares = nil
		r.note(t, r.clock())
	}
	r.mu.Unlock()
	r.lobbyChanged()
}

// liveGame returns a live game, nil if there is none.
func (r *Referee) liveGame(id string) *live {
	if d, ok := r.practices.Get(id); ok {
		return d.live
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.live[id]
}

// now is the time of a live game for people to see.
func (r *Referee) now(g *live) time.Duration {
	return max(0, r.clock().Sub(g.origin)).Truncate(time.Microsecond)
}
