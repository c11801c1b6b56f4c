package guard

import (
	"math"
	"time"
)

// Wait returns what [Limiter.Take] would, without counting anything.
func (l *Limiter) Wait(key string) time.Duration {
	key = short(key)
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	lim := l.shared[l.share(key)]
	if e, ok := l.keys[key]; ok {
		lim = e.Value.(*bucket).limiter
	} else if len(l.keys) < l.max || lim == nil {
		return 0
	}
	missing := 1 - lim.TokensAt(now)
	if missing <= 0 {
		return 0
	}
	return time.Duration(math.Ceil(missing * float64(l.rate.Every)))
}

// Len is the number of remembered keys, at most [MaxKeys].
func (l *Limiter) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.keys)
}
