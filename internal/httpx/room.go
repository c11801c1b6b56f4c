package httpx

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
)

// Limits bounds how many requests may be under way at the same time: in total, of an address and of
// a network. 0 is any number.
type Limits struct{ All, OfAddress, OfNetwork int }

// room holds the requests under way. A request that finds no room displaces one of the busiest
// other client, so that nobody keeps others out.
type room struct {
	Limits
	what               string
	open               map[*place]bool
	held               map[string]int // by address, by network, and all under ""
	refused, displaced uint64
}

func newRoom(what string, l Limits) *room {
	return &room{Limits: l, what: what, open: make(map[*place]bool), held: make(map[string]int)}
}

// place is the place of a request in a room.
type place struct {
	gate             *Gate
	in               *room // nil if the request does not count
	address, network string
	anyNumber        bool // the client may have
	since            time.Time
	waits            atomic.Int64 // since when for its body, in Unix nanoseconds; 0 if it does not
	conn             *http.ResponseController
	cancel           context.CancelCauseFunc
	advice           string // to the operator
}

// displace ends a request whose handler has not returned.
func (p *place) displace() {
	p.cancel(errDisplaced)
	// These fail if there is no connection, as in tests.
	_ = p.conn.SetReadDeadline(time.Now())
	_ = p.conn.SetWriteDeadline(time.Now().Add(time.Second)) // for the refusal
}

// idleBody is how long a body may pause before its request makes room for any other one.
const idleBody = time.Second / 4

// enter takes a place, or says why there is none.
func (x *room) enter(p *place) *Error {
	for _, limit := range []struct {
		of     string
		max    int
		status int
		whose  string
	}{
		{p.address, x.OfAddress, http.StatusTooManyRequests, " of your address"},
		{p.network, x.OfNetwork, http.StatusTooManyRequests, " of your network"},
		{"", x.All, http.StatusServiceUnavailable, ""},
	} {
		if limit.max == 0 || limit.of != "" && p.anyNumber || x.held[limit.of] < limit.max {
			continue
		}
		out := x.victim(limit.of, p)
		if out == nil {
			x.refused++
			return tooMany(limit.status, fmt.Sprintf("found %d %s%s under way, the maximum", limit.max,
				x.what, limit.whose))
		}
		x.displaced++
		x.leave(out)
		out.displace()
	}
	p.in = x
	p.since = time.Now()
	x.open[p] = true
	for _, of := range []string{p.address, p.network, ""} {
		x.held[of]++
	}
	return nil
}

func (x *room) leave(p *place) {
	if !x.open[p] {
		return
	}
	delete(x.open, p)
	for _, of := range []string{p.address, p.network, ""} {
		if x.held[of]--; x.held[of] == 0 {
			delete(x.held, of)
		}
	}
}

// victim returns the place to give up for a new one, of all or of one client or network: the one
// whose body has paused for longest, or else the oldest of the busiest client. How busy a client is
// depends on the product of the numbers of places of its address and of its network, so that
// neither does one address crowd out its neighbours, nor a network of many addresses all others.
// Nil is returned if that client is not busier than the new place's would be.
func (x *room) victim(of string, p *place) *place {
	var paused, busiest *place
	limit := time.Now().Add(-idleBody).UnixNano()
	for q := range x.open {
		if of != "" && q.address != of && q.network != of {
			continue
		}
		if w := q.waits.Load(); w != 0 && w < limit && (paused == nil || w < paused.waits.Load()) {
			paused = q
		}
		if busiest == nil || cmp.Or(x.busy(busiest)-x.busy(q), q.since.Compare(busiest.since)) < 0 {
			busiest = q
		}
	}
	if paused != nil {
		return paused
	}
	if busiest != nil && x.busy(busiest) > (x.held[p.address]+1)*(x.held[p.network]+1) {
		return busiest
	}
	return nil
}

func (x *room) busy(p *place) int { return x.held[p.address] * x.held[p.network] }
