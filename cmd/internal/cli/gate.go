package cli

import (
	"io"
	"os"
	"sync/atomic"
	"time"
)

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
