package synth

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// each calls do(0) … do(n-1), on all processors. What a call does must not depend on another's.
func each(n int, do func(i int)) {
	const chunk = 256
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+chunk-1)/chunk) {
		all.Go(func() {
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
	all.Wait()
}
