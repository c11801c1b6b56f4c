package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/luna-rating/luna/internal/atomicdir"
)

// patience is how long a command may take to end after an interrupt. A command that waits for
// input, or for somebody to open a pipe, would not end at all.
const patience = 2 * time.Second

type orderlyKey struct{}

// Orderly declares that the command running with ctx ends by itself after an interrupt, however
// long that takes, like a server that first answers the requests it has accepted.
func Orderly(ctx context.Context) {
	if orderly, ok := ctx.Value(orderlyKey{}).(*atomic.Bool); ok {
		orderly.Store(true)
	}
}

// OutliveReaders makes writing to a pipe that nobody reads any more return an error instead of
// ending the process: a server must not end because the reader of its log has ended.
func OutliveReaders() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// await runs a command. After an interrupt it gives the command some time to end; then it abandons
// the command and removes its unfinished files.
func await(ctx context.Context, run func(context.Context) error) error {
	var orderly atomic.Bool
	done := make(chan error, 1)
	go func() { done <- run(context.WithValue(ctx, orderlyKey{}, &orderly)) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case err := <-done:
		return err
	case <-late.C:
	}
	if orderly.Load() {
		return <-done
	}
	atomicdir.Abandon()
	return ctx.Err()
}

// gate is a stream of a command until the command is given up. Its goroutine may still run then, but
// nothing that it writes follows what is said of the interrupt.
type gate struct {
	w      io.Writer
	turn   chan struct{} // holds a token while somebody writes
	closed atomic.Bool
}

func newGate(w io.Writer) *gate { return &gate{w: w, turn: make(chan struct{}, 1)} }

// Write implements [io.Writer].
func (g *gate) Write(p []byte) (int, error) {
	g.turn <- struct{}{}
	defer func() { <-g.turn }()
	if g.closed.Load() {
		return 0, os.ErrClosed
	}
	return g.w.Write(p)
}

// stuck is how long a write may take that has begun when a gate closes. One into a pipe that nobody
// reads would not end.
const stuck = 100 * time.Millisecond

// close ends the stream, once a write that has begun is done or stuck.
func (g *gate) close() {
	g.closed.Store(true)
	late := time.NewTimer(stuck)
	defer late.Stop()
	select {
	case g.turn <- struct{}{}:
		<-g.turn
	case <-late.C:
	}
}
