package lpp

import (
	"context"
	"time"
)

// defaultPoll is how often a folder is read of which the system does not announce changes.
const defaultPoll = 20 * time.Millisecond

// MaxBatch is the maximum number of key presses that are taken at once.
const MaxBatch = 4096

// Receiver reads the key presses of one end from a folder.
//
// Each key press is taken once, whatever its sequence number. One whose number and key have been
// taken before is a repetition of a sender that was interrupted, and is removed only.
type Receiver struct {
	Dir  string
	From End
	// Taken are key presses that were taken before a restart, at least the last MaxBatch of them.
	// Those that are still in the folder are removed and not taken again.
	Taken []Press
	// Fault, if not nil, is told what does not follow the protocol: stray files and folders, each
	// once, unknown keys, and sequence numbers out of order. Nothing of it ends Receive.
	Fault func(error)
	// Poll is how often the folder is read where the system does not tell of changes; 0 is 20 ms.
	Poll time.Duration
}

// Receive passes key presses in the order of their sequence numbers to take, as they appear, until
// the context ends or take fails. Those of one call are removed from the folder, which
// acknowledges them, after take has returned without an error.
func (r Receiver) Receive(ctx context.Context, take func([]Press) error) error {
	panic("not yet")
}
