package main

import (
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/suite"
)

// needMemory skips a test where memory cannot be read.
func needMemory(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("memory is read from /proc, which this system does not have")
	}
}

// TestScenarios carries out the scenarios that take seconds, in small sizes, with the programs of
// the working tree.
func TestScenarios(t *testing.T) {
	suite.Slow(t, "loads and attacks servers")
	needMemory(t)
	l, err := newLab(t.Context(), options{quick: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(l.dir) })
	for _, s := range scenarios {
		if s.slow {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			began := time.Now()
			f, result := l.try(t.Context(), s)
			t.Logf("%s: %s %q (%.1f s)", result, f.measured, f.rows, time.Since(began).Seconds())
			if result == fell {
				t.Errorf("%s; expected: %s; %s", s.does, s.expects, f.measured)
			}
		})
	}
}

// TestChoose checks that names are found, and that an unknown one is an error.
func TestChoose(t *testing.T) {
	for _, c := range []struct {
		names []string
		quick bool
		want  string
	}{
		{nil, true, "idle login-flood half-bodies half-bodies-lrp event-streams nameless dodger silent silent-joining " +
			"silent-targets school school-shared fill-games registrations refused-texts practice sigterm-polls"},
		{[]string{"unread", "play"}, true, "play unread"},
	} {
		chosen, err := choose(c.names, c.quick)
		var names []string
		for _, s := range chosen {
			names = append(names, s.name)
		}
		if got := strings.Join(names, " "); err != nil || got != c.want {
			t.Errorf("%q: found %q, %v, expected %q", c.names, got, err, c.want)
		}
	}
	if _, err := choose([]string{"unknown"}, false); err == nil ||
		!strings.Contains(err.Error(), `"unknown"`) {
		t.Errorf("an unknown name: %v", err)
	}
}

// TestSizes checks that a flag sets a size of a scenario, and what it does not set stays.
func TestSizes(t *testing.T) {
	l := &lab{dir: t.TempDir(), options: options{quick: true}}
	l.sizes = append(l.sizes, func(s *size) { s.games, _ = counts("0,7") })
	b := l.bench(scenario{name: "x", full: size{players: 9}, quick: size{games: []int{1}, players: 5, kills: 3}})
	if len(b.games) != 2 || b.games[1] != 7 || b.players != 5 || b.kills != 3 {
		t.Errorf("found %+v", b.size)
	}
	for _, text := range []string{"", "x", "1,-2"} {
		if _, err := counts(text); err == nil {
			t.Errorf("-games %q: no error", text)
		}
	}
}

// TestAttackers checks that each attacker has an address of its own, in as many networks as asked.
func TestAttackers(t *testing.T) {
	for _, c := range []struct{ addresses, networks, want int }{{600, 0, 600}, {30, 1, 1}, {16, 4, 4}} {
		b := &bench{size: size{addresses: c.addresses, networks: c.networks}}
		addresses, networks := make(map[string]bool), make(map[string]bool)
		for i := range c.addresses {
			a := netip.MustParseAddr(b.attacker(i))
			addresses[httpx.AddressKey(a)], networks[httpx.NetworkKey(a)] = true, true
		}
		if len(addresses) != c.addresses || len(networks) != c.want {
			t.Errorf("%+v: %d addresses in %d networks", c, len(addresses), len(networks))
		}
	}
}
