package fair_test

import (
	"math"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
)

func TestWeight(t *testing.T) {
	g := func(by game.PlayerID, origin uint64) game.Received {
		return game.Received{By: by, Guess: 50, Weight: 1, Origin: origin}
	}
	for name, c := range map[string]struct {
		received []game.Received
		origin   uint64
		want     float64
	}{
		"newcomer":        {nil, 1, 0.2},
		"one game":        {[]game.Received{g("a", 2)}, 1, 0.4},
		"own network":     {[]game.Received{g("a", 1), g("b", 1), g("c", 1), g("d", 1)}, 1, 0.2},
		"one network":     {[]game.Received{g("a", 2), g("b", 2), g("c", 2), g("d", 2)}, 1, 0.4},
		"four networks":   {[]game.Received{g("a", 2), g("b", 3), g("c", 4), g("d", 5)}, 1, 1},
		"unknown":         {[]game.Received{g("a", 0), g("b", 0), g("b", 0)}, 1, 0.6},
		"unknown himself": {[]game.Received{g("a", 0), g("b", 3), g("b", 3)}, 0, 0.6},
	} {
		if w := fair.Weight(c.received, nil, c.origin, true); math.Abs(w-c.want) > 1e-12 {
			t.Errorf("%s: weight %v, want %v", name, w, c.want)
		}
	}
}

func TestNetworks(t *testing.T) {
	n := fair.Networks{Key: []byte("secret"), Shared: []netip.Prefix{
		netip.MustParsePrefix("198.51.100.0/24")}}
	of := func(n fair.Networks, remote string, header ...string) (uint64, bool) {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = remote
		for _, h := range header {
			r.Header.Set(h, "x")
		}
		return n.Of(fair.From(r.Context(), r))
	}
	a, weighed := of(n, "203.0.113.7:999")
	if a == 0 || a > game.MaxOrigin || !weighed {
		t.Errorf("origin %d, weighed %v", a, weighed)
	}
	if b, _ := of(n, "[::ffff:203.0.113.7]:1"); a != b {
		t.Error("an IPv4 address written as IPv6 is another network")
	}
	if b, _ := of(n, "203.0.113.8:999"); a == b {
		t.Error("two IPv4 addresses are one network")
	}
	c, _ := of(n, "[2001:db8:1:2::3]:1")
	if d, _ := of(n, "[2001:db8:1:9::3]:1"); c != d {
		t.Error("one /48 is two networks")
	}
	if d, _ := of(n, "[2001:db8:2:2::3]:1"); c == d {
		t.Error("two /48 are one network")
	}
	other := n
	other.Key = []byte("other")
	if b, _ := of(other, "203.0.113.7:999"); a == b {
		t.Error("the origin does not depend on the key")
	}
	proxied := n
	proxied.Proxied = true
	for _, c := range []struct {
		name    string
		n       fair.Networks
		remote  string
		header  []string
		weighed bool
	}{
		{"loopback", n, "127.0.0.1:1", nil, false}, {"unix", n, "@", nil, false},
		{"school", n, "198.51.100.3:1", nil, true},
	} {
		if origin, weighed := of(c.n, c.remote, c.header...); origin != 0 || weighed != c.weighed {
			t.Errorf("%s: origin %d, weighed %v", c.name, origin, weighed)
		}
	}
	// All requests through a proxy that names no client come from one stranger.
	for remote, n := range map[string]fair.Networks{"127.0.0.1:1": proxied, "unknown": proxied, "[::1]:1": n} {
		if origin, weighed := of(n, remote, "X-Forwarded-For"); origin == 0 || !weighed {
			t.Errorf("through a proxy at %s: origin %d, weighed %v", remote, origin, weighed)
		}
	}
	if origin, weighed := n.Of(t.Context()); origin != 0 || weighed {
		t.Error("no request has an origin")
	}
}
