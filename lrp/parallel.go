package lrp

import (
	"context"
	"runtime"
	"sync"
)

// parallel calls do(0) … do(n-1) on the given number of goroutines and, after each, the
// function after, whose calls do not overlap. It returns the error of the lowest
// index among the calls made, or ctx's where ctx ended; no call is begun after either.
func parallel(ctx context.Context, workers, n int, do func(i int) error, after func()) error {
	var (
		mu     sync.Mutex
		next   int
		failed = n // index of the first failure
		first  error
		wg     sync.WaitGroup
	)
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		if next >= n || first != nil || ctx.Err() != nil {
			return -1
		}
		next++
		return next - 1
	}
	finish := func(i int, err error) {
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
			for i := take(); i >= 0; i = take() {
				finish(i, do(i))
			}
		})
	}
	wg.Wait()
	if first != nil {
		return first
	}
	return ctx.Err()
}

// sideBySide calls do(0) … do(n-1) on as many goroutines as there are processors.
func sideBySide(n int, do func(i int)) {
	always := func(i int) error { do(i); return nil }
	_ = parallel(context.Background(), runtime.GOMAXPROCS(0), n, always, nil) // fails only where a call does
}
