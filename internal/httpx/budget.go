package httpx

import "sync"

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
