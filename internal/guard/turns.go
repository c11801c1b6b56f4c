package guard

import (
	"cmp"
	"context"
	"slices"
)

// Turns lets a number of calls run at the same time, while others wait. Next comes who waits for
// the client that has least calls, so that nobody waits for all calls of somebody who has many.
type Turns struct {
	room    Room    // its lock is also that of the rest
	free    int     // turns
	waiting []*turn // the first to come first
}

type turn struct {
	Place
	comes chan struct{}
}

// NewTurns returns turns of a number of calls. Bounds bounds the calls that run or wait.
func NewTurns(slots int, b Bounds) *Turns { return &Turns{free: slots, room: Room{Bounds: b}} }

// Take waits for a turn and returns a function that ends it. The error is a [Full] or that of the
// context.
func (t *Turns) Take(ctx context.Context, c Client) (end func(), err error) {
	x := &turn{Place{Client: c}, make(chan struct{})}
	if full := t.room.Set(&x.Place, 1); full != nil {
		return nil, full
	}
	t.wait(x, 0)
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
	x := &turn{Place{Client: c}, make(chan struct{})}
	t.wait(x, 1)
	<-x.comes
}

// wait has a call wait for a turn, and frees some before.
func (t *Turns) wait(x *turn, frees int) {
	t.room.mu.Lock()
	defer t.room.mu.Unlock()
	t.room.enter(&x.Place)
	t.waiting = append(t.waiting, x)
	t.next(frees)
}

// end ends a turn, or the wait for it.
func (t *Turns) end(x *turn) {
	t.room.mu.Lock()
	defer t.room.mu.Unlock()
	t.room.add(&x.Place, -x.size)
	if i := slices.Index(t.waiting, x); i >= 0 {
		t.waiting = slices.Delete(t.waiting, i, i+1)
		return
	}
	t.next(1)
}

// next frees turns and begins others. The caller holds the lock.
func (t *Turns) next(frees int) {
	for t.free += frees; t.free > 0 && len(t.waiting) > 0; t.free-- {
		x := slices.MinFunc(t.waiting, func(a, b *turn) int { return cmp.Compare(a.busy(0), b.busy(0)) })
		t.waiting = slices.DeleteFunc(t.waiting, func(y *turn) bool { return y == x })
		close(x.comes)
	}
}
