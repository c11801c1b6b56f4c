package guard_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/guard"
)

// hold has a client take an amount, and returns the place and why there is none.
func hold(r *guard.Room, c guard.Client, n int64, displaced *int) (*guard.Place, *guard.Full) {
	p := &guard.Place{Client: c, Displace: func() { *displaced++ }}
	return p, r.Set(p, n)
}

// TestRoom has a player, an address, a network and all reach their bounds.
func TestRoom(t *testing.T) {
	r := &guard.Room{Bounds: guard.Bounds{Player: 10, Address: 30, Network: 60, All: 100}}
	displaced := 0
	want := func(n int64, c guard.Client, want string) *guard.Place {
		t.Helper()
		p, full := hold(r, c, n, &displaced)
		found := "room"
		if full != nil {
			found = "full " + full.Whose
		}
		if found != want {
			t.Errorf("%d of %v: found %s, expected %s", n, c, found, want)
		}
		return p
	}
	ann := guard.Client{Player: "ann", Address: "a", Network: "x"}
	first := want(12, ann, "room") // more than the bound, but nothing else is held
	want(1, ann, "full player")
	want(18, guard.Client{Address: "a", Network: "x"}, "room")
	want(1, guard.Client{Address: "a", Network: "x"}, "full address")
	want(30, guard.Client{Address: "b", Network: "x"}, "room")
	want(1, guard.Client{Address: "c", Network: "x"}, "room") // in place of the busiest neighbour
	if displaced != 1 {
		t.Errorf("%d were displaced, expected 1", displaced)
	}
	want(51, guard.Client{}, "room") // somebody without bounds
	want(1, guard.Client{}, "room")
	want(200, guard.Client{Address: "d", Network: "y"}, "full ")
	r.Leave(first)
	r.Leave(first) // does not count twice
	if n := r.Usage().Held; n != 71 {
		t.Errorf("%d are held at the end", n)
	}
}

// TestLeftTwice has a place left twice, the second time when its client has come again.
func TestLeftTwice(t *testing.T) {
	r := &guard.Room{Bounds: guard.Bounds{Address: 1}}
	ann, none := guard.Client{Address: "a", Network: "x"}, 0
	first, _ := hold(r, ann, 1, &none)
	r.Leave(first)
	hold(r, ann, 1, &none)
	r.Leave(first)
	if _, full := hold(r, ann, 1, &none); full == nil {
		t.Error("an address holds more than it may")
	}
}

// TestFairRoom fills a room from one, sixteen, forty and 400 addresses: newcomers are let in, and
// stay.
func TestFairRoom(t *testing.T) {
	for _, attackers := range []int{1, 16, 40, 400} {
		for name, client := range map[string]func(n int) guard.Client{
			"IPv4": func(n int) guard.Client {
				return guard.Client{Address: fmt.Sprint(n), Network: fmt.Sprint("net ", n)}
			},
			"the /64s of a /48": func(n int) guard.Client {
				return guard.Client{Address: fmt.Sprint(n), Network: fmt.Sprint("net ", n/16)}
			},
		} {
			r := &guard.Room{Bounds: guard.Bounds{Address: 250, All: 1000}}
			none, lost := 0, 0
			flood := func() {
				for n := range 2000 {
					hold(r, client(n%attackers), 1, &none)
				}
			}
			flood()
			for n := range 20 {
				c := guard.Client{Address: fmt.Sprint("honest ", n), Network: fmt.Sprint("honest ", n)}
				if _, full := hold(r, c, 1, &lost); full != nil {
					t.Errorf("%d attackers of %s: newcomer %d is refused", attackers, name, n)
				}
			}
			flood()
			if lost > 0 {
				t.Errorf("%d attackers of %s: %d newcomers are displaced", attackers, name, lost)
			}
			if u := r.Usage(); u.Held > 1000 || attackers == 1 && u.Busiest != .25 {
				t.Errorf("%d attackers of %s: %+v", attackers, name, u)
			}
		}
	}
}

// TestIdle lets what has been idle for longest make room first, whoever holds it.
func TestIdle(t *testing.T) {
	r := &guard.Room{Bounds: guard.Bounds{All: 3}}
	var out []int
	for i, idle := range []time.Duration{time.Second, 2 * time.Second, 0} {
		var since atomic.Int64
		if idle > 0 {
			since.Store(time.Now().Add(-idle).UnixNano())
		}
		p := &guard.Place{Client: guard.Client{Address: fmt.Sprint(i), Network: "x"}, Idle: &since,
			Displace: func() { out = append(out, i) }}
		if full := r.Set(p, 1); full != nil {
			t.Fatal(full)
		}
	}
	for range 3 {
		p := &guard.Place{Client: guard.Client{Address: "busy", Network: "y"}, Displace: func() {}}
		r.Set(p, 1)
	}
	if fmt.Sprint(out) != "[1 0]" {
		t.Errorf("%v made room, expected 1 and 0", out)
	}
}
