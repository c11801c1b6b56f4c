package parallel

import (
	"os"
	"runtime"
	"runtime/debug"
)

const (
	many  = 200_000 // respondents
	often = 35      // percent of the live memory, after which garbage is collected
	// spare lets the heap grow by this much more before a garbage collection. Trials allocate
	// several GB of garbage beside a few MB of live data, so the collector would otherwise run many
	// times a second.
	spare = 64 << 20
)

// SpendMemory makes garbage collections rarer until the returned function is called. It allocates a
// block that is never written to: it counts as live heap, whose size determines when the collector
// runs, but takes no physical memory. Unlike a larger GOGC it adds the same amount to a heap of any
// size.
func SpendMemory() (end func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	ballast := make([]byte, spare)
	return func() { runtime.KeepAlive(ballast) }
}

// SaveMemory has garbage collected more often until the returned function is called, if there are
// very many respondents: what is live is then several GB, and by default garbage may take as much
// again.
func SaveMemory(respondents int) (end func()) {
	if respondents <= many || os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(often)
	return func() { debug.SetGCPercent(before) }
}
