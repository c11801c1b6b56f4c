package cli

import (
	"io"
	"os"
	"sync/atomic"
	"time"
)

// gate is an output stream of a command. It is closed when the command is abandoned: the command's
// goroutine may still run, but nothing that it writes follows the message about the interrupt.
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

// stuck is how long a write that has begun may take when a gate closes. A write into a pipe that
// nobody reads would not end.
const stuck = 100 * time.Millisecond

// close ends the stream once any write under way is done or stuck.
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
