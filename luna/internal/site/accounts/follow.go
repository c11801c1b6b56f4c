package accounts

import (
	"slices"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/guard"
)

// maxFollowing is how many streams a player may have: one of news for each browser, or for each
// window of a browser that cannot share one, and one for each page of a live game.
const maxFollowing = 8

// following wakes those who show players what is new for them.
type following struct {
	mu sync.Mutex
	of map[ID][]chan struct{}
}

// Follow returns a channel that receives when [Service.Wake] is called for a player, until stop is
// called. The error is a [guard.LimitError] if too many follow the player.
func (s *Service) Follow(player ID) (woken <-chan struct{}, stop func(), err error) {
	f := &s.following
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.of[player]) >= maxFollowing {
		return nil, nil, &guard.LimitError{What: "streams to you at a time", Wait: time.Minute}
	}
	if f.of == nil {
		f.of = make(map[ID][]chan struct{})
	}
	c := make(chan struct{}, 1)
	f.of[player] = append(f.of[player], c)
	return c, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.of[player] = slices.DeleteFunc(f.of[player], func(x chan struct{}) bool { return x == c })
		if len(f.of[player]) == 0 {
			delete(f.of, player)
		}
	}, nil
}

// Wake tells those who follow players that something may be new for them. It does not block. What
// is new must be on disk.
func (s *Service) Wake(players ...ID) {
	s.following.mu.Lock()
	defer s.following.mu.Unlock()
	for _, p := range players {
		for _, c := range s.following.of[p] {
			select {
			case c <- struct{}{}:
			default: // they are awake
			}
		}
	}
}
