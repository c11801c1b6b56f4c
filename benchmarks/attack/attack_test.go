package main

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/process"
	"github.com/luna-rating/luna/internal/suite"
)

// waiting are attacks that mostly wait, beside each other.
var waiting = []string{"freeze", "fifo", "full-disk"}

// TestAttacks tries the attacks that take seconds against the programs of the working tree.
func TestAttacks(t *testing.T) {
	suite.Slow(t, "attacks servers")
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("memory is read from /proc, which this system does not have")
	}
	l, err := newLab(t.Context(), options{memory: 1024, quick: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.close)
	chosen, err := choose(nil, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range chosen {
		t.Run(a.name, func(t *testing.T) {
			if slices.Contains(waiting, a.name) {
				t.Parallel()
			}
			began := time.Now()
			f := l.try(t.Context(), a)
			t.Logf("%s: %s (%.1f s)", f.result, f.measured, time.Since(began).Seconds())
			switch f.result {
			case skipped:
				t.Skip(f.measured)
			case withstood:
			default:
				t.Errorf("%s: %s; %s", a.did, f.result, f.measured)
			}
		})
	}
}

// TestChoose checks that names are found, and that an unknown one is an error.
func TestChoose(t *testing.T) {
	if all, err := choose(nil, false); err != nil || len(all) != len(attacks) {
		t.Errorf("%d attacks of %d (%v)", len(all), len(attacks), err)
	}
	if one, err := choose([]string{"unread"}, true); err != nil || len(one) != 1 ||
		one[0].name != "unread" {
		t.Errorf("%v (%v)", one, err)
	}
	if _, err := choose([]string{"unknown"}, false); err == nil ||
		!strings.Contains(err.Error(), `"unknown"`) {
		t.Errorf("an unknown name: %v", err)
	}
}

// TestMemoryLimit starts a program that takes all memory that it can, and expects it to be killed.
func TestMemoryLimit(t *testing.T) {
	suite.Slow(t, "fills the memory")
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("memory is read from /proc, which this system does not have")
	}
	q, err := process.Start(t.TempDir(), 100<<20, "sh", "-c",
		`x=$(head -c 400000000 /dev/zero | tr '\0' a); sleep 120`)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Kill()
	if !q.Wait(t.Context(), 2*time.Minute) || !q.Killed() || q.Peak() < 100<<20 {
		t.Errorf("killed %v with %d bytes", q.Killed(), q.Peak())
	}
}
