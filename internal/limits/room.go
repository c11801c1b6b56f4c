package limits

import (
	"cmp"
	"fmt"
	"slices"
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

	mu                 sync.Mutex
	places             map[*Place]bool
	held               map[holder]int64
	refused, displaced uint64
}

// patience is how long a place may be idle before it makes room for any other one.
const patience = time.Second / 4

// Place is a part of a room that a client holds.
type Place struct {
	Client
	Idle     *atomic.Int64 // since when, in Unix nanoseconds; 0 or nil is not at all
	Displace func()        // ends what holds the place; it must not use the room

	size  int64
	since time.Time
	gone  bool // has made room
}

// holder is somebody for whom places are counted.
type holder struct{ kind, name string }

var everybody = holder{}

func (c Client) holders() [4]holder {
	return [...]holder{{"player", c.Player}, {"address", c.Address}, {"network", c.Network}, everybody}
}

// Full says which bound of a room is reached.
type Full struct {
	Whose string // player, address, network, or "" for all
	Max   int64
}

// Error implements error.
func (f *Full) Error() string {
	if f.Whose == "" {
		return fmt.Sprintf("the maximum in all is %d", f.Max)
	}
	return fmt.Sprintf("the maximum for your %s is %d", f.Whose, f.Max)
}

// Set has a place hold an amount instead of what it held before. If there is no room, it holds
// nothing afterwards, so that when several grow at the same time, not all are refused. An amount
// that is larger than the bound of a client fits if the client holds nothing else.
func (r *Room) Set(p *Place, size int64) *Full {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.gone {
		return &Full{Max: r.All}
	}
	more := size - p.size
	maxima := [...]int64{r.Player, r.Address, r.Network, r.All}
	for i, h := range p.holders() {
		if maxima[i] == 0 || h != everybody && (p.Free || h.name == "") {
			continue
		}
		for more > 0 && r.held[h]+more > maxima[i] && (h == everybody || r.held[h] > 0) {
			out := r.victim(h, p, more)
			if out == nil {
				r.refused++
				r.count(p, -p.size)
				return &Full{h.kind, maxima[i]}
			}
			r.displaced++
			r.count(out, -out.size)
			out.gone = true
			out.Displace()
		}
	}
	r.count(p, more)
	return nil
}

// Leave has a place hold nothing.
func (r *Room) Leave(p *Place) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count(p, -p.size)
}

func (r *Room) count(p *Place, more int64) {
	if r.places == nil {
		r.places, r.held = make(map[*Place]bool), make(map[holder]int64)
	}
	if p.size == 0 {
		p.since = time.Now()
	}
	if p.size += more; p.size > 0 {
		r.places[p] = true
	} else {
		delete(r.places, p)
	}
	for _, h := range p.holders() {
		if h != everybody && h.name == "" {
			continue
		}
		if r.held[h] += more; r.held[h] == 0 {
			delete(r.held, h)
		}
	}
}

// victim returns the place to give up for more of another one, among all or those of one holder:
// the one that has been idle for longest, or else the oldest one of the busiest client, or nil if
// that is not busier than the other's would be.
func (r *Room) victim(of holder, p *Place, more int64) *Place {
	var idle, busiest *Place
	limit := time.Now().Add(-patience).UnixNano()
	for q := range r.places {
		if holders := q.holders(); q == p || !slices.Contains(holders[:], of) {
			continue
		}
		if since := q.idle(); since != 0 && since <= limit && (idle == nil || since < idle.idle()) {
			idle = q
		}
		if busiest == nil || cmp.Or(cmp.Compare(r.busy(busiest, 0), r.busy(q, 0)), q.since.Compare(busiest.since)) < 0 {
			busiest = q
		}
	}
	if idle == nil && busiest != nil && r.busy(busiest, 0) > r.busy(p, more) {
		return busiest
	}
	return idle
}

func (p *Place) idle() int64 {
	if p.Idle == nil {
		return 0
	}
	return p.Idle.Load()
}

// busy says how busy the client of a place is, or would be with more: the product of what its
// address and its network hold, so that neither does one address crowd out its neighbours, nor a
// network of many addresses all others.
func (r *Room) busy(p *Place, more int64) float64 {
	if p.Address == "" {
		return float64(more) * float64(more)
	}
	return float64(r.held[holder{"address", p.Address}]+more) * float64(r.held[holder{"network", p.Network}]+more)
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
	u := Usage{Held: r.held[everybody], All: r.All, Refused: r.refused, Displaced: r.displaced}
	for h, n := range r.held {
		if h.kind == "network" && r.All > 0 {
			u.Busiest = max(u.Busiest, float64(n)/float64(r.All))
		}
	}
	return u
}
