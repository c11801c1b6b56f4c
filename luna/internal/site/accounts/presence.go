package accounts

import (
	"context"
	"sync"
	"time"
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
