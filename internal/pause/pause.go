// Package pause waits for a while, or until nobody wants it any more.
package pause

import (
	"context"
	"time"
)

// For waits, or returns the error of a context that ends before.
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
