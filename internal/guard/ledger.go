package guard

import (
	"container/heap"
	"crypto/sha256"
	"fmt"
	"hash/maphash"
)

// MaxKeys is the number of keys that a ledger tells apart.
const MaxKeys = 1 << 16

// shared is the number of accounts for the keys beyond MaxKeys.
const shared = 1 << 10

// ledger has the accounts of the keys that owe something: each until a point of some clock, which
// moves on. Its memory is bounded: once [MaxKeys] keys owe something, further ones share 1,024
// accounts and known ones keep theirs, so that a flood of keys neither fills the memory nor erases
// its own history.
type ledger struct {
	max   int
	seed  maphash.Seed
	byKey map[string]*account
	due   queue
}

type account struct {
	key   string
	until float64
	at    int // in the queue; -1 if the key owes nothing
}

func newLedger() ledger {
	return ledger{max: MaxKeys, seed: maphash.MakeSeed(), byKey: make(map[string]*account)}
}

// account returns the account of a key, which is empty if the key owes nothing.
func (l *ledger) account(key string) *account {
	if len(key) > 64 { // since clients may choose it
		sum := sha256.Sum256([]byte(key))
		key = "sha256:" + string(sum[:])
	}
	if l.byKey[key] == nil && len(l.byKey) >= l.max {
		key = fmt.Sprintf("%65d", maphash.String(l.seed, key)%shared) // longer than any other key
	}
	if a := l.byKey[key]; a != nil {
		return a
	}
	return &account{key: key, at: -1}
}

// set has a key owe something until a point of the clock.
func (l *ledger) set(a *account, until float64) {
	a.until = until
	if a.at >= 0 {
		heap.Fix(&l.due, a.at)
		return
	}
	l.byKey[a.key] = a
	heap.Push(&l.due, a)
}

// drop forgets what a key owes.
func (l *ledger) drop(a *account) {
	if a.at >= 0 {
		heap.Remove(&l.due, a.at)
		delete(l.byKey, a.key)
	}
}

// queue is a heap of accounts: the first one is that which soonest owes nothing.
type queue []*account

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].until < q[j].until }

// Swap implements [heap.Interface].
func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].at, q[j].at = i, j
}

// Push implements [heap.Interface].
func (q *queue) Push(x any) {
	a := x.(*account)
	a.at = len(*q)
	*q = append(*q, a)
}

// Pop implements [heap.Interface].
func (q *queue) Pop() any {
	last := len(*q) - 1
	a := (*q)[last]
	a.at = -1
	(*q)[last] = nil
	*q = (*q)[:last]
	return a
}
