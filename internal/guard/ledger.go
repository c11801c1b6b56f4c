package guard

import (
	"container/heap"
	"hash/maphash"
)

// maxKeys is the number of keys that a ledger tells apart.
const maxKeys = 1 << 16

// shared is the number of accounts for the keys beyond maxKeys.
const shared = 1 << 10

// ledger has the accounts of the keys that owe something: each until a point of some clock, which
// moves on. Its memory is bounded: once maxKeys keys owe something, further ones share 1,024
// accounts and known ones keep theirs, so that a flood of keys neither fills the memory nor erases
// its own history.
type ledger struct {
	max   int
	seed  maphash.Seed
	now   float64 // the point of the clock
	byKey map[uint64]*account
	due   queue
}

type account struct {
	hash  uint64 // of the key
	until float64
	at    int // in the queue; -1 if the key owes nothing
}

func newLedger() ledger {
	return ledger{max: maxKeys, seed: maphash.MakeSeed(), byKey: make(map[uint64]*account)}
}

// pass moves the clock to a point, and forgets the keys that owe nothing then.
func (l *ledger) pass(now float64) {
	for l.now = now; len(l.due) > 0 && l.due[0].until <= now; {
		delete(l.byKey, heap.Pop(&l.due).(*account).hash)
	}
}

// account returns the account of a key and what it owes.
func (l *ledger) account(key string) (a *account, owes float64) {
	hash := maphash.String(l.seed, key) // since clients may choose how long it is
	if l.byKey[hash] == nil && len(l.byKey) >= l.max {
		hash %= shared
	}
	if a := l.byKey[hash]; a != nil {
		return a, a.until - l.now
	}
	return &account{hash: hash, at: -1}, 0
}

// owe has an account owe something instead of what it owed before.
func (l *ledger) owe(a *account, owes float64) {
	if a.until = l.now + owes; a.at >= 0 {
		heap.Fix(&l.due, a.at)
	} else {
		l.byKey[a.hash] = a
		heap.Push(&l.due, a)
	}
	l.pass(l.now)
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
