package guard

import (
	"cmp"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// Bounds bounds what is held at the same time: by a player, an address, a network, and in all. 0 is
// any amount.
type Bounds struct{ Player, Address, Network, All int64 }

// Client is who holds something. Without names, it is nobody who could hold too much.
type Client struct {
	Player, Address, Network string
	Free                     bool // has no bounds of its own
}

// Room is what can be held at the same time: requests, connections, bytes of memory. Where there is
// too little, a place of the busiest other client makes room, so that nobody keeps others out.
type Room struct {
	Bounds

	patience time.Duration // how long a place may be idle before it makes room for any other one
	renews   bool          // a client's new place may be that of its own old one

	mu                 sync.Mutex
	places             map[*Place]bool
	held               map[holder]*count
	refused, displaced uint64
}

// shortPatience is that of rooms that set none.
const shortPatience = time.Second / 4

// Place is a part of a room that a client holds.
type Place struct {
	Client
	Idle     *atomic.Int64 // since when, in Unix nanoseconds; 0 or nil is not at all
	Displace func()        // ends what holds the place; it must not use the room

	size  int64
	since int64 // in Unix nanoseconds
	of    holders
	gone  bool // has made room
}

// holder is somebody whose places are counted, and count is how much they hold.
type (
	holder struct{ kind, name string }
	count  struct {
		holder
		held int64
	}
)

// holders are those for whom a place counts: player, address, network, and all. Those without a
// name are nil.
type holders [4]*count

const address, network, everybody = 1, 2, 3

// Full says which bound of a room is reached.
type Full struct {
	Whose string // player, address, network, or "" for all
	Max   int64
}

// Error implements error.
func (f *Full) Error() string { return fmt.Sprintf("the maximum of %d is reached", f.Max) }

// Set has a place hold an amount instead of what it held before. If there is no room, it holds
// nothing afterwards, so that when several grow at the same time, not all are refused. An amount
// that is larger than the bound of a client fits if the client holds nothing else.
func (r *Room) Set(p *Place, size int64) *Full {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.gone {
		return &Full{Max: r.All}
	}
	r.enter(p)
	more := size - p.size
	for i, limit := range [...]int64{r.Player, r.Address, r.Network, r.All} {
		c := p.of[i]
		if limit == 0 || c == nil || i != everybody && p.Free {
			continue
		}
		for more > 0 && c.held+more > limit && (i == everybody || c.held > 0) {
			out := r.victim(i, p, more)
			if out == nil {
				r.refused++
				r.add(p, -p.size)
				return &Full{c.kind, limit}
			}
			r.displaced++
			r.add(out, -out.size)
			out.gone = true
			out.Displace()
		}
	}
	r.add(p, more)
	return nil
}

// Leave has a place hold nothing.
func (r *Room) Leave(p *Place) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(p, -p.size)
}

// enter finds out for whom a place counts that holds nothing yet.
func (r *Room) enter(p *Place) {
	if p.size > 0 {
		return
	}
	p.since = time.Now().UnixNano()
	for i, h := range []holder{{"player", p.Player}, {"address", p.Address}, {"network", p.Network}, {}} {
		if h.name == "" && i != everybody {
			continue
		}
		if p.of[i] = r.held[h]; p.of[i] == nil {
			p.of[i] = &count{holder: h}
		}
	}
}

// add has a place hold more, or less.
func (r *Room) add(p *Place, more int64) {
	if r.places == nil {
		r.places, r.held = make(map[*Place]bool), make(map[holder]*count)
	}
	if more == 0 {
		return // perhaps a place that was left before, whose counts are of the past
	}
	if p.size += more; p.size > 0 {
		r.places[p] = true
	} else {
		delete(r.places, p)
	}
	for _, c := range p.of {
		if c == nil {
			continue
		}
		if c.held += more; c.held > 0 {
			r.held[c.holder] = c
		} else {
			delete(r.held, c.holder)
		}
	}
}

// victim returns the place to give up for more of another one, among those that count for the same
// holder: the one that has been idle for longest, or else the oldest one of the busiest client, or
// nil if nobody is busier than the other's client would be.
func (r *Room) victim(of int, p *Place, more int64) *Place {
	var idle, busiest *Place
	least := p.busy(more)
	most, limit := least, time.Now().Add(-cmp.Or(r.patience, shortPatience)).UnixNano()
	for q := range r.places {
		if q == p || q.of[of] != p.of[of] {
			continue
		}
		if since := q.idle(); since != 0 && since <= limit && (idle == nil || since < idle.idle()) {
			idle = q
		}
		b := q.busy(0)
		if r.renews && p.of[address] != nil && q.of[address] == p.of[address] {
			b = least
		} else if b <= least {
			continue
		}
		if b > most || b == most && (busiest == nil || q.last() < busiest.last()) {
			busiest, most = q, b
		}
	}
	return cmp.Or(idle, busiest)
}

func (p *Place) idle() int64 {
	if p.Idle == nil {
		return 0
	}
	return p.Idle.Load()
}

// last returns when a place was taken, or used last if it is idle.
func (p *Place) last() int64 { return cmp.Or(p.idle(), p.since) }

// busy says how busy the client of a place is, or would be with more: the product of what its
// address and its network hold, so that neither does one address crowd out its neighbours, nor a
// network of many addresses all others.
func (p *Place) busy(more int64) float64 {
	if p.of[address] == nil || p.of[network] == nil {
		return float64(more) * float64(more)
	}
	return float64(p.of[address].held+more) * float64(p.of[network].held+more)
}

// Usage is how much of a room is held, and how often it was too little.
type Usage struct {
	Held, All          int64
	Busiest            float64 // the part of all that a network holds
	Refused, Displaced uint64
}

// Usage returns how much of a room is held now.
func (r *Room) Usage() Usage {
	r.mu.Lock()
	defer r.mu.Unlock()
	u := Usage{All: r.All, Refused: r.refused, Displaced: r.displaced}
	for h, c := range r.held {
		switch h.kind {
		case "":
			u.Held = c.held
		case "network":
			u.Busiest = max(u.Busiest, float64(c.held)/float64(max(1, r.All)))
		}
	}
	return u
}
