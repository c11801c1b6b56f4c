// Package parallel spreads independent calls over goroutines.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls do(0) … do(n-1) on all processors and returns when all are done. No call
// may depend on another.
func Each(n int, do func(i int)) {
	const chunk = 256
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+chunk-1)/chunk) {
		wg.Go(func() {
			for {
				end := int(next.Add(chunk))
				if end-chunk >= n {
					return
				}
				for i := end - chunk; i < min(end, n); i++ {
					do(i)
				}
			}
		})
	}
	wg.Wait()
}
