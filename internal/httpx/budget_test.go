package httpx

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestBudget(t *testing.T) {
	b := NewBudget(100)
	ann, lab := Share{"ann", 30}, Share{"lab", 60}
	take := func(n int64, want Room, shares ...Share) {
		t.Helper()
		if room := b.Take(n, shares...); room != want {
			t.Errorf("%d bytes of %v: found %d, expected %d", n, shares, room, want)
		}
	}
	take(40, HasRoom, ann, lab) // more than a share, but it is the first
	take(1, FullShare, ann, lab)
	take(20, HasRoom, lab)
	take(1, FullShare, lab)
	take(40, HasRoom)
	take(1, FullBudget)
	b.Release(40, ann, lab)
	take(30, HasRoom, ann, lab)
	if b.Used() != 90 {
		t.Errorf("%d are used, expected 90", b.Used())
	}
	b.Release(30, ann, lab)
	b.Release(20, lab)
	b.Release(40)
	if b.Used() != 0 || len(b.held) != 0 {
		t.Errorf("%d are used at the end by %v", b.Used(), b.held)
	}
}

func TestCharged(t *testing.T) {
	b := NewBudget(1000)
	body := func(size int, line int64) *Charged {
		text := strings.Repeat(strings.Repeat("x", 99)+"\n", size/100)
		return &Charged{In: strings.NewReader(text), Of: b, Line: line}
	}
	small := body(FreeBytes/100*100, 0)
	if _, err := io.ReadAll(small); err != nil || b.Used() != 0 {
		t.Errorf("a small body: %v, %d bytes are used", err, b.Used())
	}
	fits := body(FreeBytes+1000, 0)
	if _, err := io.ReadAll(fits); err != nil || b.Used() == 0 {
		t.Errorf("a body that fits: %v, %d bytes are used", err, b.Used())
	}
	second := body(FreeBytes+1000, 0)
	if _, err := io.ReadAll(second); !errors.Is(err, ErrNoRoom) || !second.Refused {
		t.Errorf("a second one: %v", err)
	}
	if _, err := second.Read(make([]byte, 1)); err != ErrNoRoom {
		t.Errorf("reading on: %v", err)
	}
	fits.Release()
	if second.Release(); b.Used() != 0 {
		t.Errorf("%d bytes are used after both", b.Used())
	}
	if _, err := io.ReadAll(body(10*FreeBytes, 1<<20)); err != nil || b.Used() != 0 {
		t.Errorf("many lines: %v, %d bytes are used", err, b.Used())
	}
}

// TestChargedInStep has bodies that arrive at the same speed, in turn: as many come through as
// there is room for.
func TestChargedInStep(t *testing.T) {
	const size, fit = 1000, 2
	ann := Share{"ann", 10 * size}
	b := NewBudget(fit*size + size/2)
	var bodies []*Charged
	for range 5 {
		in := strings.NewReader(strings.Repeat("x", FreeBytes+size))
		bodies = append(bodies, &Charged{In: in, Of: b, Shares: []Share{ann}})
	}
	whole := 0
	for len(bodies) > 0 {
		bodies = slices.DeleteFunc(bodies, func(c *Charged) bool {
			_, err := c.Read(make([]byte, 10))
			if err == io.EOF {
				whole++
			}
			return err != nil
		})
	}
	if whole != fit || b.Used() != fit*size || b.held["ann"] != fit*size {
		t.Errorf("%d bodies are whole, expected %d; %d bytes are used", whole, fit, b.Used())
	}
}
