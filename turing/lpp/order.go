package lpp

import (
	"fmt"
	"slices"
)

// order decides, from listings of a folder, which key presses to take and in which order.
//
// A listing is not atomic: if key presses n and n+1 are made while a folder is read, it may have
// n+1 without n. But a sender makes its key presses in order, so that all up to the highest number
// in one listing are there before the next listing begins. From each listing, therefore, those up
// to the highest number of the one before are taken.
type order struct {
	fault func(error)
	high  string // the highest sequence number of the previous listing; empty if it had none
	last  Press  // the last one taken
	// recent and older say which key was taken for a sequence number. When recent is full, it
	// becomes older. What was taken before a restart is older.
	recent, older map[string]Key
	told          map[string]bool // kinds of breaches, each of which is told once
}

const maxRecent = 1 << 17

func newOrder(taken []Press, fault func(error)) *order {
	o := &order{fault: fault, recent: map[string]Key{}, older: map[string]Key{}, told: map[string]bool{}}
	for _, p := range taken {
		o.last, o.older[numeric(p.Sequence)] = p, p.Key
	}
	return o
}

// tell tells of the first breach of a kind.
func (o *order) tell(kind, format string, args ...any) {
	if !o.told[kind] {
		o.told[kind] = true
		o.fault(fmt.Errorf(format, args...))
	}
}

// next returns the key presses of a listing to take, and those only to remove. It reports whether
// there are others, for which another listing is needed.
func (o *order) next(listing []Press) (take, repeated []Press, more bool) {
	limit := o.high
	o.high = ""
	if n := len(listing); n > 0 {
		o.high = listing[n-1].Sequence
	}
	for i, p := range listing {
		if limit == "" || compareNumbers(p.Sequence, limit) > 0 {
			return take, repeated, i < len(listing)
		}
		if k, ok := o.used(p); ok && k == p.Key {
			if _, again := o.recent[numeric(p.Sequence)]; again {
				o.tell("repeated", "found %s, which was taken before; it was removed", p.Name())
			}
			o.recent[numeric(p.Sequence)] = k
			repeated = append(repeated, p)
			continue
		}
		o.check(p)
		take = append(take, p)
		o.remember(p)
	}
	return take, repeated, false
}

// used returns the key that was taken for the sequence number of a key press.
func (o *order) used(p Press) (Key, bool) {
	n := numeric(p.Sequence)
	k, ok := o.recent[n]
	if !ok {
		k, ok = o.older[n]
	}
	return k, ok
}

// check tells of what breaks the rule of sequence numbers, and of other names of keys.
func (o *order) check(p Press) {
	if p.alias != "" {
		o.tell(p.alias, "found the key %s, took it for %s", p.alias, p.Key.Name())
	}
	if k, ok := o.used(p); ok {
		o.tell("used", "found %s, but its sequence number was that of the key %s before", p.Name(), k.Name())
		// The sender counts anew, so what it makes from now on is no repetition.
		clear(o.recent)
		clear(o.older)
	} else if last := o.last.Sequence; last != "" && !follows(p.Sequence, last) {
		o.tell("order", "found %s after %s, expected sequence numbers that increase as numbers and as texts",
			p.Name(), o.last.Name())
	}
}

func (o *order) remember(p Press) {
	o.last = p
	if len(o.recent) >= maxRecent {
		o.recent, o.older = map[string]Key{}, o.recent
	}
	o.recent[numeric(p.Sequence)] = p.Key
}

// Sort sorts key presses of an end by their sequence numbers as numbers. Those that break the rule
// for sequence numbers are reported to fault.
func Sort(presses []Press, fault func(error)) {
	slices.SortFunc(presses, comparePresses)
	o := newOrder(nil, fault)
	for _, p := range presses {
		o.check(p)
		o.remember(p)
	}
}
