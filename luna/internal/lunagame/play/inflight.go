package play

import (
	"context"
	"slices"
	"sync"

	"github.com/luna-rating/luna/luna/game"
)

// inFlight is the set of changes that players have sent and that are not on disk yet.
//
// A client whose connection broke looks at its games to find out whether its submission arrived, so
// a player's reads wait for the player's own changes, but for nobody else's.
type inFlight struct {
	mu      sync.Mutex
	changes map[game.PlayerID][]chan struct{} // closed when on disk or refused
}

// begin registers a change of a player. The caller calls done when it has been carried out.
func (f *inFlight) begin(player game.PlayerID) (done func()) {
	c := make(chan struct{})
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.changes == nil {
		f.changes = make(map[game.PlayerID][]chan struct{})
	}
	f.changes[player] = append(f.changes[player], c)
	return func() {
		close(c)
		f.mu.Lock()
		defer f.mu.Unlock()
		rest := slices.DeleteFunc(f.changes[player], func(x chan struct{}) bool { return x == c })
		if f.changes[player] = rest; len(rest) == 0 {
			delete(f.changes, player)
		}
	}
}

// wait returns when the changes that a player had begun are done, or an error when the context is.
func (f *inFlight) wait(ctx context.Context, player game.PlayerID) error {
	f.mu.Lock()
	list := slices.Clone(f.changes[player])
	f.mu.Unlock()
	for _, c := range list {
		select {
		case <-c:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
