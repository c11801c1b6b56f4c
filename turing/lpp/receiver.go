package lpp

import (
	"context"
	"time"
)

// Receiver reads the key presses of one end from a folder.
type Receiver struct {
	Dir  string
	From End
	// After is the sequence number of the last key press that was taken before a restart, if any.
	// One that is still there up to it was acknowledged by nobody, but taken: it is removed.
	After string
	// Fault, if not nil, is told what does not follow the protocol: stray files and folders, each
	// once, unknown keys, and sequence numbers out of order. Nothing of it ends Receive.
	Fault func(error)
	// Poll is how often the folder is read where the system does not tell of changes, and now and
	// then where it does; 0 is 20 ms.
	Poll time.Duration
}

// Receive passes key presses in the order of their sequence numbers to take, as they appear, until
// the context ends or take fails. Those of one call are removed from the folder, which
// acknowledges them, after take has returned without an error.
func (r Receiver) Receive(ctx context.Context, take func([]Press) error) error {
	panic("not yet")
}
