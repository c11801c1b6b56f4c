package httpx

import (
	"bytes"
	"errors"
	"io"
)

// FreeBytes is the number of bytes of each body and answer that take nothing from a budget, so that
// small requests are always served.
const FreeBytes = 32 << 10

// ErrNoRoom is the error of reading a body that its budget has no room for.
var ErrNoRoom = errors.New("found no room among the bodies that are being read")

// Charged is a body whose bytes, except the first [FreeBytes], are taken from a budget.
type Charged struct {
	In     io.Reader
	Of     *Budget
	Shares []Share
	// Line, if above 0, counts only the line being read, up to this many bytes, rather than all
	// bytes read.
	Line int64
	// Refused reports whether a read failed for want of room.
	Refused bool

	size, taken int64
}

// Read implements [io.Reader]. Where the budget is exhausted, it gives the bytes back and
// fails with [ErrNoRoom].
func (c *Charged) Read(p []byte) (int, error) {
	if c.Refused {
		return 0, ErrNoRoom
	}
	n, err := c.In.Read(p)
	if end := bytes.LastIndexByte(p[:n], '\n'); end >= 0 && c.Line > 0 {
		c.size = int64(n - end - 1)
	} else {
		c.size += int64(n)
	}
	if c.Line > 0 {
		c.size = min(c.size, c.Line)
	}
	more := max(0, c.size-FreeBytes) - c.taken
	if more > 0 && c.Of.TakeMore(c.taken, more, c.Shares...) != HasRoom {
		c.taken, c.Refused = 0, true
		return 0, ErrNoRoom
	}
	if more < 0 {
		c.Of.Release(-more, c.Shares...)
	}
	c.taken += more
	return n, err
}

// Release gives the bytes back to the budget.
func (c *Charged) Release() {
	c.Of.Release(c.taken, c.Shares...)
	c.taken = 0
}
