// Package parallel spreads independent calls over goroutines.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

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
