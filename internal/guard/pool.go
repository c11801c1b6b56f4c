package guard

import "sync"

// pool limits what all do together, and shares it fairly among them. It holds twice what all may do
// at once. While more than half is left, everybody may take from it. The other half is a reserve:
// somebody may take from it as long as they owe no more than an even share of what is left. What
// comes back is divided evenly among all who owe something, so that n who take as much as they can
// hold at most half for good, however long they go on and whatever else they do, and a newcomer
// finds a share. Its memory is bounded.
type pool struct {
	size  float64
	rate  float64 // how much comes back in a nanosecond
	clock clock

	mu     sync.Mutex
	given  float64 // what has come back to each who owes something; the clock of the ledger
	owed   float64 // by all
	ledger         // who owes more than nothing does until given is large enough
}

// newPool returns a pool of a number of times the rate.
func newPool(r Rate, times int, c clock) *pool {
	return &pool{size: 2 * float64(r.Burst) * float64(times),
		rate: float64(times) / float64(r.Every), clock: c, ledger: newLedger()}
}

// settle divides what has come back since the last time.
func (p *pool) settle() {
	before := p.clock.read
	back := (p.clock.tick() - before) * p.rate
	for len(p.due) > 0 {
		sharing, least := float64(len(p.due)), p.due[0].until-p.given
		if back < least*sharing {
			p.given += back / sharing
			p.owed -= back
			return
		}
		back -= least * sharing
		p.owed -= least * sharing
		p.given = p.due[0].until
		p.drop(p.due[0])
	}
	p.given, p.owed = 0, 0
}

// take takes n for a key, at most half of the pool. If the key must wait for it, take returns for
// how many nanoseconds, and takes nothing. What opens something new leaves a quarter of the reserve
// for what is under way.
func (p *pool) take(key string, n float64, opens bool) (wait float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settle()
	a := p.account(key)
	n = min(n, p.size/2)
	left, sharing := p.size-p.owed, float64(len(p.due))
	if a.at < 0 {
		sharing++
	}
	if left-n < p.size/2 {
		if opens {
			left -= p.size / 8
		}
		owes := max(a.until, p.given) - p.given + n
		// Who has taken nothing may begin as long as there is anything.
		if over := owes - max(left/sharing, min(1, left)); over > 1e-6 { // less is rounding
			return over * sharing / p.rate
		}
	}
	p.owed += n
	p.set(a, max(a.until, p.given)+n)
	return 0
}

// giveBack gives back what a key took but did not use.
func (p *pool) giveBack(key string, n float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settle()
	a := p.account(key)
	n = min(n, p.size/2, a.until-p.given)
	if a.at < 0 || n <= 0 {
		return
	}
	p.owed -= n
	if p.set(a, a.until-n); a.until <= p.given {
		p.drop(a)
	}
}

// busiest returns the part of the pool that the key takes that owes most.
func (p *pool) busiest() (part float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settle()
	for _, a := range p.due {
		part = max(part, (a.until-p.given)/p.size)
	}
	return part
}
