package entity

import (
	"context"
	"strings"
	"sync"

	"github.com/luna-rating/luna/turing/lpp"
)

// hearing collects what the judge types.
type hearing struct {
	mu     sync.Mutex
	screen lpp.Screen
	done   int           // characters that were replied to
	ended  chan struct{} // has an element after a line has ended
}

// maxScreen bounds the length of the text that is kept. A judge types some thousand characters in a
// round.
const maxScreen = 1 << 20

func newHearing() *hearing { return &hearing{ended: make(chan struct{}, 1)} }

func (h *hearing) take(presses []lpp.Press) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range presses {
		if h.screen.Len() >= maxScreen {
			h.screen, h.done = lpp.Screen{}, 0
		}
		h.screen.Apply(p.Key)
		h.done = min(h.done, h.screen.Len())
		if p.Key == lpp.Return {
			select {
			case h.ended <- struct{}{}:
			default:
			}
		}
	}
	return nil
}

// lines returns the lines that have ended and were not replied to, as one, and where they end.
func (h *hearing) lines() (string, int) {
	text := h.screen.From(h.done)
	end := strings.LastIndexByte(text, byte(lpp.Return)) + 1
	return strings.Join(strings.Fields(text[:end]), " "), h.done + end
}

// wait waits for a line and returns it.
func (h *hearing) wait(ctx context.Context) (string, error) {
	for {
		h.mu.Lock()
		text, _ := h.lines()
		h.mu.Unlock()
		if text != "" {
			return text, ctx.Err()
		}
		select {
		case <-h.ended:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// question returns the lines to reply to next. They count as replied to.
func (h *hearing) question() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	text, end := h.lines()
	h.done = end
	return text
}
