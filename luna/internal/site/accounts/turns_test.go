package accounts

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"testing/synctest"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// One address may wait for some turns only.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Service{strangers: newTurns()}
		ctx, cancel := context.WithCancel(t.Context())
		for range maxTurns {
			go s.turn(ctx, "192.0.2.1")
		}
		synctest.Wait()
		var limit *guard.LimitError
		if _, err := s.turn(ctx, "192.0.2.1"); !errors.As(err, &limit) || limit.Seconds() != 1 {
			t.Errorf("one more: %v", err)
		}
		cancel()
		synctest.Wait()
		for range maxTurns - runtime.GOMAXPROCS(0) {
			go s.turn(t.Context(), "192.0.2.1")
		}
		synctest.Wait()
		if _, err := s.turn(t.Context(), "192.0.2.1"); !errors.As(err, &limit) {
			t.Errorf("one more after others gave up: %v", err)
		}
	})
}

// SetHasher replaces the password hasher.
func (s *Service) SetHasher(h *auth.Hasher) { s.hasher = h }
