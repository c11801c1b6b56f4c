package guard

import (
	"slices"
	"sync"
	"time"
)

// Recent keeps the latest values by key, so that what visitors begin and forget takes no more
// memory than allowed. The zero value keeps nothing; Max must be set before the first use.
type Recent[V comparable] struct {
	// Max is how many values are kept: a new one takes the place of the oldest that MayGo.
	Max int
	// Life is how long a value is kept, at least; 0 means for ever.
	Life time.Duration
	// MayGo reports whether a value may be forgotten before its time; nil means that all may.
	MayGo func(V) bool

	mu     sync.Mutex
	values map[string]V
	order  []entry // oldest first
}

type entry struct {
	key   string
	since time.Time
}

// Get returns a value, false if it is not kept.
func (r *Recent[V]) Get(key string) (value V, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	value, ok = r.values[key]
	return value, ok
}

// Add keeps a value since now, unless there is one with the key already, and returns the one that
// is kept, false if there is no place for it.
func (r *Recent[V]) Add(key string, value V, now time.Time) (kept V, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if old, ok := r.values[key]; ok {
		return old, true
	}
	for r.Life > 0 && len(r.order) > 0 && now.Sub(r.order[0].since) > r.Life {
		r.forget(0)
	}
	if len(r.order) >= r.Max {
		oldest := slices.IndexFunc(r.order, func(e entry) bool {
			return r.MayGo == nil || r.MayGo(r.values[e.key])
		})
		if oldest < 0 {
			return value, false
		}
		r.forget(oldest)
	}
	if r.values == nil {
		r.values = make(map[string]V)
	}
	r.values[key] = value
	r.order = append(r.order, entry{key, now})
	return value, true
}

// Delete forgets a value, unless another one is kept under its key by now.
func (r *Recent[V]) Delete(key string, value V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.order, func(e entry) bool { return e.key == key })
	if i >= 0 && r.values[key] == value {
		r.forget(i)
	}
}

// forget forgets the value with a number in the order. The caller holds the lock.
func (r *Recent[V]) forget(i int) {
	delete(r.values, r.order[i].key)
	r.order = slices.Delete(r.order, i, i+1)
}
