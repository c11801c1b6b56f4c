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

// Call makes a player be called once, by a letter, when somebody else begins to wait for a game. That
// is in memory only, and forgotten after a week.
func (f *Floor) Call(_ context.Context, player accounts.ID) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, known := f.calls[player]; !known && len(f.calls) >= maxCalls {
		return ErrFull
	}
	f.calls[player] = f.clock()
	return nil
}

// call calls whoever wants to know that a player waits. The caller holds the lock.
func (f *Floor) call(waiting accounts.ID) {
	for player, at := range f.calls {
		if player == waiting {
			continue
		}
		delete(f.calls, player)
		if f.o.Call != nil && f.clock().Sub(at) < callLife {
			f.o.Call(player)
		}
	}
}
