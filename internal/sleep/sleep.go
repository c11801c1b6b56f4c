// Package sleep waits for a time or until a context ends.
package sleep

import (
	"context"
	"time"
)

// For waits for the given time. It returns the context's error if the context ends first.
func For(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
