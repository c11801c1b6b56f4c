//go:build unix

package terminal

import (
	"os"
	"os/signal"
	"syscall"
)

// allowEscapes has nothing to do: terminals know escape sequences.
func allowEscapes(*os.File) error { return nil }

// watchSize returns a channel that receives a value when the window has changed its size.
func watchSize(*os.File) (changed chan struct{}, stop func()) {
	signals := make(chan os.Signal, 1)
	changed = make(chan struct{}, 1)
	signal.Notify(signals, syscall.SIGWINCH)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-signals:
				select {
				case changed <- struct{}{}:
				default:
				}
			case <-done:
				return
			}
		}
	}()
	return changed, func() {
		signal.Stop(signals)
		close(done)
	}
}
