package site

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Probes share a write, and its result for a while. None waits long.
func TestWritable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var writes atomic.Int64
		var failed atomic.Bool
		var result error
		block := make(chan struct{}, 1)
		x := writable{probe: func(context.Context) error {
			writes.Add(1)
			<-block
			return result
		}, failed: failed.Load}
		defer x.close()
		ctx := t.Context()
		expect := func(what string, n int64, want string) {
			t.Helper()
			err := x.check(ctx)
			if text := "<nil>"; err != nil && !strings.Contains(err.Error(), want) ||
				err == nil && want != text || writes.Load() != n {
				t.Errorf("%s: %v after %d writes, expected %s after %d", what, err, writes.Load(),
					want, n)
			}
		}
		began := time.Now()
		expect("slow", 1, "takes longer than 2s")
		expect("still slow", 1, "takes longer than 2s")
		if took := time.Since(began); took != 2*writableWait {
			t.Errorf("took %v", took)
		}
		block <- struct{}{}
		synctest.Wait()
		expect("done", 1, "<nil>")
		time.Sleep(writableKeep - time.Millisecond)
		expect("known", 1, "<nil>")
		time.Sleep(time.Millisecond)
		result = errors.New("disk full")
		block <- struct{}{}
		expect("again", 2, "disk full")
		expect("known to fail", 2, "disk full")
		time.Sleep(writableKeep)
		result = nil
		block <- struct{}{}
		expect("recovered", 3, "<nil>")

		failed.Store(true)
		result = errors.New("disk full")
		block <- struct{}{}
		expect("void", 4, "disk full")
		expect("known to fail, which is not void", 4, "disk full")
		failed.Store(false)

		time.Sleep(writableKeep)
		canceled, cancel := context.WithCancel(ctx)
		cancel()
		if err := x.check(canceled); !errors.Is(err, context.Canceled) {
			t.Errorf("a probe that went away: %v", err)
		}
		block <- struct{}{}
	})
}
