package accounts

import (
	"context"
	"runtime"
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/guard"
)

// turns bounds how many passwords are hashed for strangers at a time. A hash takes a tenth of a
// second, so somebody who sends many passwords from many addresses makes others wait. Players at
// places where they have logged in before do not have to wait with them: the hasher has one slot
// more than strangers may take.
type turns struct {
	slots chan struct{}

	mu      sync.Mutex
	waiting map[string]int // by address
}

// maxTurns is how many passwords from one address may wait, enough for a class.
const maxTurns = 40

func newTurns() *turns {
	return &turns{slots: make(chan struct{}, runtime.GOMAXPROCS(0)), waiting: make(map[string]int)}
}

// take waits for a turn and returns a function that ends it.
func (t *turns) take(ctx context.Context, address string) (end func(), err error) {
	t.mu.Lock()
	full := t.waiting[address] >= maxTurns
	if !full {
		t.waiting[address]++
	}
	t.mu.Unlock()
	if full {
		return nil, &guard.LimitError{What: "passwords at the same time from this address",
			Wait: time.Second}
	}
	select {
	case t.slots <- struct{}{}:
		return func() {
			<-t.slots
			t.leave(address)
		}, nil
	case <-ctx.Done():
		t.leave(address)
		return nil, ctx.Err()
	}
}

func (t *turns) leave(address string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.waiting[address]--; t.waiting[address] <= 0 {
		delete(t.waiting, address)
	}
}
