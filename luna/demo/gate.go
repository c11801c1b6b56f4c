package demo

import (
	"context"
	"sync"
	"sync/atomic"
)

// gate lets one person at a time open a game and wait for an opponent in it. If two games were
// open, one of the two people would join the other's.
type gate struct {
	turn    chan struct{}
	waiting atomic.Int64 // people who have no opponent
}

func newGate() *gate { return &gate{turn: make(chan struct{}, 1)} }

// enter waits for the caller's turn, which lasts until leave is called. Calling it again does
// nothing.
func (g *gate) enter(ctx context.Context) (leave func(), err error) {
	g.waiting.Add(1)
	select {
	case g.turn <- struct{}{}:
		return sync.OnceFunc(func() { <-g.turn; g.waiting.Add(-1) }), nil
	case <-ctx.Done():
		g.waiting.Add(-1)
		return nil, ctx.Err()
	}
}
