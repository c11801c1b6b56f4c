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

// patience is how long a command may take to end after an interrupt. One that waits for input, or
// for somebody to open a pipe, would not end at all.
const patience = 2 * time.Second

type orderlyKey struct{}

// Orderly says that the command of a context ends by itself after an interrupt, however long that
// takes, as a server does that answers the requests it has accepted.
func Orderly(ctx context.Context) {
	if orderly, ok := ctx.Value(orderlyKey{}).(*atomic.Bool); ok {
		orderly.Store(true)
	}
}

// OutliveReaders lets writing to a pipe that nobody reads any more fail, which would end the process
// otherwise: a server must not end because what reads its log has.
func OutliveReaders() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// await runs a command. After an interrupt it gives the command some time to end, then it gives the
// command up and removes the files that it has not finished.
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
