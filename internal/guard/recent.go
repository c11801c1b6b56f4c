package guard

import (
	"sync"
	"sync/atomic"
	"time"
)

// Recent keeps the latest values by key in a [Room], so that what visitors begin and forget takes
// no more memory than allowed. When all places are taken, a new value gets that of one that nobody
// has asked for in a while, or one of the busiest client, so that nobody keeps others out. The zero
// value keeps nothing; Max must be set before the first use.
type Recent[V comparable] struct {
	Max      int           // values that are kept
	Life     time.Duration // how long a value is kept at most; 0 means for ever
	Patience time.Duration // how long a value that nobody asks for keeps its place from others

	mu     sync.Mutex
	room   Room
	values map[string]*recent[V]
}

// recent is a value in its place, which is idle since the value was asked for.
type recent[V comparable] struct {
	Place
	value V
	used  atomic.Int64
	began time.Time
}

// Get returns a value, false if it is not kept.
func (r *Recent[V]) Get(key string) (value V, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	x := r.values[key]
	if x == nil || r.outlived(x) {
		return value, false
	}
	if x.used.Load() != resting {
		x.used.Store(time.Now().UnixNano())
	}
	return x.value, true
}

// Add keeps a value for a client, unless there is one with the key already, and returns the one
// that is kept, false if there is no place for it. The client is an [httpx.AddressKey], or any
// text; "" is another client for each value. A client's new value may take the place of an old one.
func (r *Recent[V]) Add(key, client string, value V) (V, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for k, x := range r.values {
		if r.outlived(x) {
			r.forget(k)
		}
	}
	if old := r.values[key]; old != nil {
		return old.value, true
	}
	if r.values == nil {
		r.values = make(map[string]*recent[V])
		r.room.All, r.room.patience, r.room.renews = int64(r.Max), r.Patience, true
	}
	x := &recent[V]{value: value, began: time.Now()}
	x.used.Store(x.began.UnixNano())
	x.Place = Place{Client: Client{Address: client, Network: NetworkOf(client)}, Idle: &x.used,
		Displace: func() { delete(r.values, key) }}
	if r.room.Set(&x.Place, 1) != nil {
		return value, false
	}
	r.values[key] = x
	return value, true
}

// resting is since when a value is idle that is one of the first to go.
const resting = 1

// Rest has a value be one of the first to give its place to others from now on.
func (r *Recent[V]) Rest(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if x := r.values[key]; x != nil {
		x.used.Store(resting)
	}
}

// Delete forgets a value, unless another one is kept under its key by now.
func (r *Recent[V]) Delete(key string, value V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if x := r.values[key]; x != nil && x.value == value {
		r.forget(key)
	}
}

func (r *Recent[V]) outlived(x *recent[V]) bool { return r.Life > 0 && time.Since(x.began) > r.Life }

func (r *Recent[V]) forget(key string) {
	r.room.Leave(&r.values[key].Place)
	delete(r.values, key)
}
