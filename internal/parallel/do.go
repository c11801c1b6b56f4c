// Package parallel spreads independent calls over goroutines.
package parallel

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Do calls do(0) … do(n-1) on the given number of goroutines. After each call that succeeds it
// calls after, if that is not nil; these calls do not overlap. It returns the error of the lowest
// index among the calls made, or the context's error if that ended first. No call begins after
// either.
func Do(ctx context.Context, workers, n int, do func(i int) error, after func()) error {
	var (
		mu     sync.Mutex
		begun  int
		failed = n // index of the first failure
		first  error
		wg     sync.WaitGroup
	)
	begin := func() (i int, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if begun >= n || first != nil || ctx.Err() != nil {
			return 0, false
		}
		begun++
		return begun - 1, true
	}
	end := func(i int, err error) {
		mu.Lock()
		defer mu.Unlock()
		if err != nil && i < failed {
			failed, first = i, err
		}
		if err == nil && after != nil {
			after()
		}
	}
	for range min(workers, n) {
		wg.Go(func() {
			for i, ok := begin(); ok; i, ok = begin() {
				end(i, do(i))
			}
		})
	}
	wg.Wait()
	if first != nil {
		return first
	}
	return ctx.Err()
}

// Each calls do(0) … do(n-1) on all processors and returns when all are done. No call
// may depend on another.
func Each(n int, do func(i int)) { EachOf(n, 256, do) }

// EachOf is [Each] where a processor takes chunk calls at a time. Each uses 256; if calls take
// long, fewer are better.
func EachOf(n, chunk int, do func(i int)) {
	var next atomic.Int64
	work := func() {
		for {
			end := int(next.Add(int64(chunk)))
			if end-chunk >= n {
				return
			}
			for i := end - chunk; i < min(end, n); i++ {
				do(i)
			}
		}
	}
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+chunk-1)/chunk) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
}
