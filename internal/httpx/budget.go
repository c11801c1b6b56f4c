package httpx

import (
	"bytes"
	"errors"
	"io"
	"sync"
)

// Budget bounds the bytes in memory, in total and by holder.
type Budget struct {
	all int64

	mu   sync.Mutex
	used int64
	held map[string]int64
}

// Share is the part of a budget that a holder, such as an address, may take.
type Share struct {
	Holder string
	Limit  int64
}

// NewBudget returns a budget of the given number of bytes.
func NewBudget(all int64) *Budget { return &Budget{all: all, held: make(map[string]int64)} }

// Room says whether a budget has room for more bytes and, if not, which limit is reached.
type Room int

// The results of [Budget.Take].
const (
	HasRoom Room = iota
	FullShare
	FullBudget
)

// Take takes bytes from the budget, which count for each of the holders, or says which limit is
// reached. An amount larger than a share fits if the holder has taken nothing else.
func (b *Budget) Take(n int64, shares ...Share) Room {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.take(n, shares)
}

// TakeMore takes more bytes for something that has taken some already. If there is no room, it
// gives those back at once, so that when several grow at the same time, not all are refused.
func (b *Budget) TakeMore(taken, more int64, shares ...Share) Room {
	b.mu.Lock()
	defer b.mu.Unlock()
	room := b.take(more, shares)
	if room != HasRoom {
		b.release(taken, shares)
	}
	return room
}

func (b *Budget) take(n int64, shares []Share) Room {
	for _, s := range shares {
		if held := b.held[s.Holder]; held > 0 && held+n > s.Limit {
			return FullShare
		}
	}
	if b.used+n > b.all {
		return FullBudget
	}
	b.used += n
	for _, s := range shares {
		b.held[s.Holder] += n
	}
	return HasRoom
}

// Release gives back bytes that were taken for the same holders.
func (b *Budget) Release(n int64, shares ...Share) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.release(n, shares)
}

func (b *Budget) release(n int64, shares []Share) {
	b.used -= n
	for _, s := range shares {
		if b.held[s.Holder] -= n; b.held[s.Holder] == 0 {
			delete(b.held, s.Holder)
		}
	}
}

// Used returns the number of bytes taken.
func (b *Budget) Used() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.used
}

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
