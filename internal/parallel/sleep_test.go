package parallel_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
)

func TestFor(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if err := errors.Join(parallel.Sleep(ctx, time.Microsecond), parallel.Sleep(ctx, 0),
		parallel.Sleep(ctx, -time.Hour)); err != nil {
		t.Error(err)
	}
	time.AfterFunc(time.Millisecond, cancel)
	if err := parallel.Sleep(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, expected the context's error", err)
	}
	if err := parallel.Sleep(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("%v of a context that has ended", err)
	}
}
