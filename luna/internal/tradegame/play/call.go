package play

import (
	"context"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// The bounds of calls: how many players wait to be called, and for how long.
const (
	maxCalls = 1000
	callLife = 7 * 24 * time.Hour
)

// Call makes a player be called once, by a letter, when somebody else begins to wait for a game.
// That is in memory only, and forgotten after a week.
func (r *Referee) Call(_ context.Context, player accounts.ID) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := r.calls[player]; !known && len(r.calls) >= maxCalls {
		return ErrFull
	}
	r.calls[player] = r.clock()
	return nil
}

// call calls whoever wants to know that a player waits. The caller holds the lock.
func (r *Referee) call(waiting accounts.ID) {
	for player, at := range r.calls {
		if player == waiting {
			continue
		}
		delete(r.calls, player)
		if r.o.Call != nil && r.clock().Sub(at) < callLife {
			r.o.Call(player)
		}
	}
}
