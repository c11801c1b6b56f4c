package measure

import (
	"slices"
	"sync"
	"time"
)

// Latencies collects the durations of requests. It is safe for concurrent use.
type Latencies struct {
	mu   sync.Mutex
	took []time.Duration
}

// Add adds a duration.
func (l *Latencies) Add(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.took = append(l.took, d)
}

// Quantile returns the p-quantile of the durations, 0 if there are none.
func (l *Latencies) Quantile(p float64) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.took) == 0 {
		return 0
	}
	slices.Sort(l.took)
	return l.took[min(len(l.took)-1, int(p*float64(len(l.took))))]
}

// Count returns the number of durations.
func (l *Latencies) Count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.took)
}
