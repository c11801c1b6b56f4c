package accounts

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/guard"
)

// Present is how long players count as present after their last request.
const Present = 15 * time.Minute

// maxPresent bounds the number of players whose presence is tracked.
const maxPresent = 1 << 16

// presence remembers when players were last seen.
type presence struct {
	mu     sync.Mutex
	seen   map[ID]time.Time
	pruned time.Time
}

func (p *presence) see(id ID, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, known := p.seen[id]; !known && len(p.seen) >= maxPresent {
		if now.Sub(p.pruned) < time.Minute {
			return
		}
		p.prune(now)
	}
	if p.seen == nil {
		p.seen = make(map[ID]time.Time)
	}
	p.seen[id] = now
}

// count forgets those who are gone and returns the number of the others.
func (p *presence) count(now time.Time) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.prune(now)
	return len(p.seen)
}

func (p *presence) prune(now time.Time) {
	p.pruned = now
	for id, at := range p.seen {
		if now.Sub(at) > Present {
			delete(p.seen, id)
		}
	}
}

// Statistics are the numbers of accounts and of players who are present, without names.
type Statistics struct {
	Accounts map[Kind]int
	Present  int // players with a request within the last 15 minutes, at most 65,536
}

// Statistics counts the accounts.
func (s *Service) Statistics(ctx context.Context) (Statistics, error) {
	n, err := s.table.count(ctx)
	return Statistics{Accounts: n, Present: s.present.count(s.clock())}, err
}

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
