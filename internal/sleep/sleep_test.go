package sleep_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/sleep"
)

func TestFor(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if err := errors.Join(sleep.For(ctx, time.Microsecond), sleep.For(ctx, 0),
		sleep.For(ctx, -time.Hour)); err != nil {
		t.Error(err)
	}
	time.AfterFunc(time.Millisecond, cancel)
	if err := sleep.For(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, expected the context's error", err)
	}
	if err := sleep.For(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("%v of a context that has ended", err)
	}
}
