//go:build !unix

package terminal

import (
	"os"
	"time"

	"golang.org/x/term"
)

// watchSize returns a channel that receives a value when the window has changed its size. Since
// there is no signal for that, it polls.
func watchSize(out *os.File) (changed chan struct{}, stop func()) {
	changed = make(chan struct{}, 1)
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(300 * time.Millisecond)
		defer tick.Stop()
		w, h, _ := term.GetSize(int(out.Fd()))
		for {
			select {
			case <-tick.C:
			case <-done:
				return
			}
			w2, h2, err := term.GetSize(int(out.Fd()))
			if err != nil || w2 == w && h2 == h {
				continue
			}
			w, h = w2, h2
			select {
			case changed <- struct{}{}:
			default:
			}
		}
	}()
	return changed, func() { close(done) }
}
