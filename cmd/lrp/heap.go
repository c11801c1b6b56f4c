package main

import (
	"os"
	"runtime"
)

// spareHeap is how much the heap may grow beyond its double before garbage is collected. Trials leave several GB of
// garbage behind a few MB that live, so that without it collections come many times a second.
const spareHeap = 64 << 20

// collectLess makes collections of garbage rarer until the function it returns is called. A block that is never written
// to counts as part of the heap, at whose double the collector runs, but takes no memory. Unlike a larger GOGC it
// adds the same to a heap of any size. Where the user has set GOGC nothing is done.
func collectLess() (end func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	ballast := make([]byte, spareHeap)
	return func() { runtime.KeepAlive(ballast) }
}
