package demo

import (
	"context"
	"sync"
)

// group is a group of goroutines that end together, when one of them fails or on request.
type group struct {
	outer, ctx context.Context
	end        context.CancelFunc
	done       sync.WaitGroup

	mu  sync.Mutex
	err error // the first; errors that follow from the end of the group do not count
}

func newGroup(ctx context.Context) *group {
	g := &group{outer: ctx}
	g.ctx, g.end = context.WithCancel(ctx)
	return g
}

func (g *group) run(f func(context.Context) error) {
	g.done.Go(func() {
		err := f(g.ctx)
		g.mu.Lock()
		defer g.mu.Unlock()
		if err != nil && g.ctx.Err() == nil {
			g.err = err
			g.end()
		}
	})
}

// wait waits for all, and returns the first error, or that of the context around the group.
func (g *group) wait() error {
	g.done.Wait()
	g.end()
	if g.err != nil {
		return g.err
	}
	return g.outer.Err()
}
