package guard

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// Turns lets a number of calls run at the same time, while others wait. Next comes who waits for
// the client that has least calls, so that nobody waits for all calls of somebody who has many.
type Turns struct {
	room  Room
	slots int

	mu      sync.Mutex
	running int
	waiting []*turn // the first to come first
}

type turn struct {
	*Place
	comes chan struct{}
}

// NewTurns returns turns of a number of calls. Bounds bounds the calls that run or wait.
func NewTurns(slots int, b Bounds) *Turns { return &Turns{slots: slots, room: Room{Bounds: b}} }

// Take waits for a turn and returns a function that ends it. The error is a [Full] or that of the
// context.
func (t *Turns) Take(ctx context.Context, c Client) (end func(), err error) {
	x := &turn{&Place{Client: c}, make(chan struct{})}
	if full := t.room.Set(x.Place, 1); full != nil {
		return nil, full
	}
	t.mu.Lock()
	t.waiting = append(t.waiting, x)
	t.next()
	t.mu.Unlock()
	select {
	case <-x.comes:
		return func() { t.end(x) }, nil
	case <-ctx.Done():
		t.end(x)
		return nil, ctx.Err()
	}
}

// Yield ends the turn of a client for those who wait already, and waits for another one.
func (t *Turns) Yield(c Client) {
	x := &turn{&Place{Client: c}, make(chan struct{})}
	t.room.mu.Lock()
	t.room.enter(x.Place)
	t.room.mu.Unlock()
	t.mu.Lock()
	t.running--
	t.waiting = append(t.waiting, x)
	t.next()
	t.mu.Unlock()
	<-x.comes
	t.room.Leave(x.Place)
}

// end ends a turn, or the wait for it.
func (t *Turns) end(x *turn) {
	t.room.Leave(x.Place)
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.Index(t.waiting, x); i >= 0 {
		t.waiting = slices.Delete(t.waiting, i, i+1)
		return
	}
	t.running--
	t.next()
}

// next begins turns. The caller holds the lock.
func (t *Turns) next() {
	t.room.mu.Lock()
	defer t.room.mu.Unlock()
	for t.running < t.slots && len(t.waiting) > 0 {
		x := slices.MinFunc(t.waiting, func(a, b *turn) int { return cmp.Compare(a.busy(0), b.busy(0)) })
		t.waiting = slices.DeleteFunc(t.waiting, func(y *turn) bool { return y == x })
		t.running++
		close(x.comes)
	}
}
