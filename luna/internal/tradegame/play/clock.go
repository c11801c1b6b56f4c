package play

import "time"

// The clock of a game is the server's since the start. Within a process it goes steadily, whatever is
// done to the clock of the system. The time of a game whose server was down goes on.

// elapsed returns the time since the start of a game. Only for the journal's writer.
func (f *Floor) elapsed(t *table, now time.Time) time.Duration {
	return max(t.last, now.Sub(f.origins[t.Game]).Truncate(time.Microsecond))
}

// takeUp finds out when the games that were read began. Those whose time ran out while no server ran
// are interrupted.
func (f *Floor) takeUp(h *hall) {
	known, now := f.origins, f.clock()
	f.origins = make(map[string]time.Time)
	for id, t := range h.tables {
		if origin, ok := known[id]; ok {
			f.origins[id] = origin
			continue
		}
		passed := now.Round(0).Sub(t.At)
		if _, ended := t.game.Ended(); !ended && passed >= t.game.Duration() {
			f.interrupted[id] = true
		}
		// If the clock of the system was set back, the game goes on where it was.
		f.origins[id] = now.Add(-max(t.last, passed))
	}
	if f.journal == nil {
		f.loaded = h
	}
}

// retry is how long to wait before a failed write is tried again.
const retry = time.Second

// schedule makes the journal do what is due, as soon as something is.
func (f *Floor) schedule(h *hall, now time.Time) {
	var next time.Time
	for _, t := range h.tables {
		if t.public {
			continue
		}
		if at := f.origins[t.Game].Add(t.next()); next.IsZero() || at.Before(next) {
			next = at
		}
	}
	if !next.IsZero() {
		f.alarm(max(0, next.Sub(now)))
	}
}

// alarm makes the journal do what is due after a time.
func (f *Floor) alarm(after time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.timer != nil {
		f.timer.Stop()
		f.timer = nil
	}
	if f.ctx.Err() == nil {
		f.timer = time.AfterFunc(after, f.tick)
	}
}

// tick does what is due.
func (f *Floor) tick() {
	if err := f.journal.Do(f.ctx, func(h *hall) error {
		f.schedule(h, f.clock())
		return nil
	}); err != nil {
		f.alarm(retry)
	}
}

// committed shows what is on disk. Only for the journal's writer.
func (f *Floor) committed(h *hall) {
	for id, t := range h.changed {
		r := f.roomOf(id)
		if r == nil {
			opened, start := f.open(t)
			r = opened
			defer start()
		}
		r.publish(t)
		if _, ended := t.game.Ended(); ended {
			f.free(t)
		}
		if t.public {
			f.mu.Lock()
			delete(f.rooms, id)
			f.mu.Unlock()
			delete(f.origins, id)
			f.echo.put(t)
		}
	}
	f.schedule(h, f.clock())
}

// open lets players see a live game, and returns a function that starts the programs in it.
func (f *Floor) open(t *table) (r *room, start func()) {
	r = newRoom(t, f.origins[t.Game])
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rooms[t.Game] = r
	if _, ended := t.game.Ended(); ended {
		return r, func() {}
	}
	for _, s := range t.Seats {
		if s.Player != "" {
			f.playing[s.Player] = t.Game
		}
	}
	if t.Idle != "" {
		f.idle[t.Idle] = t.Game
	}
	return r, func() { f.startPrograms(r, t.Program, t.Seed) }
}

// free lets the players of a game that has ended enter others.
func (f *Floor) free(t *table) {
	f.mu.Lock()
	for _, s := range t.Seats {
		if f.playing[s.Player] == t.Game {
			delete(f.playing, s.Player)
		}
	}
	if f.idle[t.Idle] == t.Game {
		delete(f.idle, t.Idle)
	}
	f.mu.Unlock()
	f.lobbyChanged()
}

// roomOf returns a live game, nil if there is none.
func (f *Floor) roomOf(id string) *room {
	f.mu.Lock()
	defer f.mu.Unlock()
	if d := f.drills.games[id]; d != nil {
		return d.room
	}
	return f.rooms[id]
}

// now is the time of a live game for people to see.
func (f *Floor) now(r *room) time.Duration {
	return max(0, f.clock().Sub(r.origin)).Truncate(time.Microsecond)
}
