package serve

import (
	"bytes"
	"errors"
	"io"
	"sync/atomic"
)

// freeBytes of each body need no room in the budget, so that small requests are always served.
const freeBytes = 64 << 10

var errBudget = errors.New("found no room for the line among the bodies that are being read")

// budget bounds the bytes of all bodies in memory.
type budget struct {
	limit int64
	used  atomic.Int64
}

// take reports whether there was room for more bytes, which it then takes.
func (b *budget) take(n int64) bool {
	if b.used.Add(n) > b.limit {
		b.used.Add(-n)
		return false
	}
	return true
}

// budgeted is a body whose bytes count against a budget: all of them, or those of the line that is
// being read.
type budgeted struct {
	in   io.Reader
	of   *budget
	keep bool  // counts all bytes
	most int64 // of a line that is kept, if keep is false

	size, taken int64
}

// Read implements [io.Reader].
func (x *budgeted) Read(p []byte) (int, error) {
	n, err := x.in.Read(p)
	if end := bytes.LastIndexByte(p[:n], '\n'); end >= 0 && !x.keep {
		x.size = int64(n - end - 1)
	} else {
		x.size += int64(n)
	}
	if !x.keep {
		x.size = min(x.size, x.most)
	}
	more := max(0, x.size-freeBytes) - x.taken
	if more > 0 && !x.of.take(more) {
		return 0, errBudget
	}
	if more < 0 {
		x.of.used.Add(more)
	}
	x.taken += more
	return n, err
}

// release gives the bytes back.
func (x *budgeted) release() {
	x.of.used.Add(-x.taken)
	x.taken = 0
}
