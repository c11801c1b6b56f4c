package httpx

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/guard"
)

func TestCharged(t *testing.T) {
	room := &guard.Room{Bounds: guard.Bounds{All: 1000}}
	body := func(size int, line int64) *Charged {
		text := strings.Repeat(strings.Repeat("x", 99)+"\n", size/100)
		return Charge(context.Background(), strings.NewReader(text), room, line)
	}
	used := func() int64 { return room.Usage().Held }
	small := body(FreeBytes/100*100, 0)
	if _, err := io.ReadAll(small); err != nil || used() != 0 {
		t.Errorf("a small body: %v, %d bytes are used", err, used())
	}
	fits := body(FreeBytes+1000, 0)
	if _, err := io.ReadAll(fits); err != nil || used() == 0 {
		t.Errorf("a body that fits: %v, %d bytes are used", err, used())
	}
	second := body(FreeBytes+1000, 0)
	if _, err := io.ReadAll(second); !errors.Is(err, ErrNoRoom) || !second.Refused {
		t.Errorf("a second one: %v", err)
	}
	if _, err := second.Read(make([]byte, 1)); err != ErrNoRoom {
		t.Errorf("reading on: %v", err)
	}
	fits.Release()
	if second.Release(); used() != 0 {
		t.Errorf("%d bytes are used after both", used())
	}
	if _, err := io.ReadAll(body(10*FreeBytes, 1<<20)); err != nil || used() != 0 {
		t.Errorf("many lines: %v, %d bytes are used", err, used())
	}
}

// TestChargedInStep has bodies that arrive at the same speed, in turn: as many come through as
// there is room for.
func TestChargedInStep(t *testing.T) {
	const size, fit = 1000, 2
	room := &guard.Room{Bounds: guard.Bounds{All: fit*size + size/2}}
	var bodies []*Charged
	for range 5 {
		in := strings.NewReader(strings.Repeat("x", FreeBytes+size))
		bodies = append(bodies, Charge(context.Background(), in, room, 0))
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
	if used := room.Usage().Held; whole != fit || used != fit*size {
		t.Errorf("%d bodies are whole, expected %d; %d bytes are used", whole, fit, used)
	}
}
