package cli

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/luna-rating/luna/internal/atomicdir"
)

// patience is how long a command may take to end after an interrupt. A command that waits for
// input, or for somebody to open a pipe, would not end at all.
const patience = 2 * time.Second

type orderlyKey struct{}

// Orderly declares that the command running with ctx ends by itself after an interrupt, however
// long that takes, like a server that first answers the requests it has accepted.
func Orderly(ctx context.Context) {
	if orderly, ok := ctx.Value(orderlyKey{}).(*atomic.Bool); ok {
		orderly.Store(true)
	}
}

// OutliveReaders makes writing to a pipe that nobody reads any more return an error instead of
// ending the process: a server must not end because the reader of its log has ended.
func OutliveReaders() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// await runs a command. After an interrupt it gives the command some time to end; then it abandons
// the command and removes its unfinished files.
func await(ctx context.Context, run func(context.Context) error) error {
	var orderly atomic.Bool
	done := make(chan error, 1)
	go func() { done <- run(context.WithValue(ctx, orderlyKey{}, &orderly)) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case err := <-done:
		return err
	case <-late.C:
	}
	if orderly.Load() {
		return <-done
	}
	atomicdir.Abandon()
	return ctx.Err()
}
