package main

import (
	"os"
	"strings"
	"testing"
	"time"

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
	l, err := newLab(t.Context(), options{memory: 1024, quick: true, size: size{kills: -1}})
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
		{nil, true, "idle login-flood half-bodies half-bodies-lrp event-streams nameless"},
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
	l := &lab{dir: t.TempDir(), options: options{quick: true, size: size{kills: 0}}}
	if err := l.options.size.setGames("0,7"); err != nil {
		t.Fatal(err)
	}
	b := l.bench(scenario{name: "x", full: size{players: 9}, quick: size{games: []int{1}, players: 5, kills: 3}})
	if len(b.games) != 2 || b.games[1] != 7 || b.players != 5 || b.kills != 0 {
		t.Errorf("found %+v", b.size)
	}
	for _, text := range []string{"", "x", "1,-2"} {
		if err := l.options.size.setGames(text); err == nil {
			t.Errorf("-games %q: no error", text)
		}
	}
}

// TestMemoryLimit starts a program that takes all memory that it can, and expects it to be killed.
func TestMemoryLimit(t *testing.T) {
	suite.Slow(t, "fills the memory")
	needMemory(t)
	b := &bench{lab: &lab{options: options{memory: 100}}, dir: t.TempDir()}
	p, err := b.start("sh", "-c", `x=$(head -c 400000000 /dev/zero | tr '\0' a); sleep 120`)
	if err != nil {
		t.Fatal(err)
	}
	defer p.kill()
	if !p.wait(t.Context(), 2*time.Minute) || !p.tooBig.Load() || p.peak.Load() < 100<<20 {
		t.Errorf("killed %v with %d bytes", p.tooBig.Load(), p.peak.Load())
	}
}
