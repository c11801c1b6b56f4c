package main

import (
	"os"
	"runtime"
)

// spareHeap lets the heap grow by this much more before a garbage collection. Trials allocate
// several GB of garbage beside a few MB of live data, so the collector would otherwise run many
// times a second.
const spareHeap = 64 << 20

// collectLess makes garbage collections rarer until the returned function is called. It allocates a
// block that is never written to: it counts as live heap, whose size determines when the collector
// runs, but takes no physical memory. Unlike a larger GOGC it adds the same amount to a heap of any
// size. If GOGC is set, collectLess does nothing.
func collectLess() (end func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	ballast := make([]byte, spareHeap)
	return func() { runtime.KeepAlive(ballast) }
}
