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
	read   float64 // the clock
	owed   float64 // by all
	ledger         // its clock is what has come back to each who owes something
}

// newPool returns a pool of a number of times the rate.
func newPool(r Rate, times int, c clock) *pool {
	return &pool{size: 2 * float64(r.Burst) * float64(times),
		rate: float64(times) / float64(r.Every), clock: c, ledger: newLedger()}
}

// settle divides what has come back since the last time.
func (p *pool) settle() {
	read := max(p.read, p.clock())
	back := (read - p.read) * p.rate
	for p.read = read; len(p.due) > 0; {
		sharing, next := float64(len(p.due)), p.due[0].until
		if given := p.now + back/sharing; given < next {
			p.owed -= back
			p.pass(given)
			return
		}
		back -= (next - p.now) * sharing
		p.owed -= (next - p.now) * sharing
		p.pass(next)
	}
	p.now, p.owed = 0, 0
}

// take takes n for a key, at most half of the pool. If the key must wait for it, take returns for
// how many nanoseconds, and takes nothing. What opens something new leaves a quarter of the reserve
// for what is under way.
func (p *pool) take(key string, n float64, opens bool) (wait float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settle()
	a, owes := p.account(key)
	n = min(n, p.size/2)
	left, sharing := p.size-p.owed, float64(len(p.due))
	if a.at < 0 {
		sharing++
	}
	if left-n < p.size/2 {
		if opens {
			left -= p.size / 8
		}
		// Who has taken nothing may begin as long as there is anything.
		if over := owes + n - max(left/sharing, min(1, left)); over > 1e-6 { // less is rounding
			return over * sharing / p.rate
		}
	}
	p.owed += n
	p.owe(a, owes+n)
	return 0
}

// giveBack gives back what a key took but did not use.
func (p *pool) giveBack(key string, n float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settle()
	a, owes := p.account(key)
	n = min(n, p.size/2, owes)
	p.owed -= n
	p.owe(a, owes-n)
}

// busiest returns the part of the pool that the key takes that owes most.
func (p *pool) busiest() (part float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settle()
	for _, a := range p.due {
		part = max(part, (a.until-p.now)/p.size)
	}
	return part
}
