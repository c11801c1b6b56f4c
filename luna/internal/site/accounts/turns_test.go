package accounts

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/site/guard"
)

// One address may wait for some turns only, others wait beside it, and requests that
// are given up are forgotten.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns()
		var ends []func()
		for range cap(turns.slots) {
			end := suite.Must(turns.take(t.Context(), "here"))(t)
			ends = append(ends, end)
		}
		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan error, maxTurns)
		for range maxTurns - cap(turns.slots) {
			go func() {
				_, err := turns.take(ctx, "here")
				gone <- err
			}()
		}
		synctest.Wait()
		var limit *guard.LimitError
		if _, err := turns.take(ctx, "here"); !errors.As(err, &limit) || limit.Seconds() != 1 {
			t.Errorf("one more: %v", err)
		}
		came := make(chan error)
		go func() {
			end, err := turns.take(t.Context(), "there")
			end()
			came <- err
		}()
		cancel()
		for range maxTurns - cap(turns.slots) {
			if err := <-gone; !errors.Is(err, context.Canceled) {
				t.Errorf("a request that was given up: %v", err)
			}
		}
		for _, end := range ends {
			end()
		}
		if err := <-came; err != nil || len(turns.waiting) != 0 || len(turns.slots) != 0 {
			t.Errorf("%v; %v wait, %d have turns", err, turns.waiting, len(turns.slots))
		}
	})
}

// SetHasher replaces the password hasher.
func (s *Service) SetHasher(h *auth.Hasher) { s.hasher = h }
