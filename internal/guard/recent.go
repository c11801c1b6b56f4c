package guard

import (
	"sync"
	"time"
)

// Recent keeps the latest values by key, so that what visitors begin and forget takes no more
// memory than allowed. Places belong to clients. When all are taken, a new value gets one of the
// busiest client, so that nobody keeps others out, and nobody loses a value to a client that has
// more. The zero value keeps nothing; Max must be set before the first use.
type Recent[V comparable] struct {
	// Max is how many values are kept.
	Max int
	// Life is how long a value is kept at most; 0 means for ever.
	Life time.Duration
	// MayGo reports whether a value that was not asked for in the time unused may give its place to
	// a client that has no more than its own; nil means that all may.
	MayGo func(value V, unused time.Duration) bool

	mu     sync.Mutex
	values map[string]*recent[V]
	held   map[string]int // values, by address and by network
}

// recent is a value in its place.
type recent[V comparable] struct {
	value            V
	address, network string
	since, used      time.Time
}

// Get returns a value, false if it is not kept.
func (r *Recent[V]) Get(key string) (value V, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	x := r.values[key]
	if x == nil || r.outlived(x) {
		return value, false
	}
	x.used = time.Now()
	return x.value, true
}

// Add keeps a value for a client, unless there is one with the key already, and returns the one
// that is kept, false if there is no place for it. The client is an [httpx.AddressKey], or any
// text; "" is another client for each value.
func (r *Recent[V]) Add(key, client string, value V) (V, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.values == nil {
		r.values, r.held = make(map[string]*recent[V]), make(map[string]int)
	}
	for k, x := range r.values {
		if r.outlived(x) {
			r.forget(k)
		}
	}
	if old := r.values[key]; old != nil {
		return old.value, true
	}
	now := time.Now()
	x := &recent[V]{value, client, "of " + NetworkOf(client), now, now}
	r.count(x, 1)
	if len(r.values) >= r.Max && !r.displace(x) {
		r.count(x, -1)
		return value, false
	}
	r.values[key] = x
	return value, true
}

// Delete forgets a value, unless another one is kept under its key by now.
func (r *Recent[V]) Delete(key string, value V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if x := r.values[key]; x != nil && x.value == value {
		r.forget(key)
	}
}

// displace forgets a value in favour of a new one, which is counted already: one of the busiest
// client, if that is busier or the same, or else one that may go.
func (r *Recent[V]) displace(newcomer *recent[V]) bool {
	var out string
	var worst *recent[V]
	least := r.busy(newcomer)
	most := least
	for key, x := range r.values {
		busy := r.busy(x)
		same := x.address == newcomer.address && x.address != ""
		if busy < most || busy == least && !same && !r.mayGo(x) {
			continue
		}
		if worst == nil || busy > most || r.before(x, worst) {
			out, worst, most = key, x, busy
		}
	}
	if worst == nil {
		return false
	}
	r.forget(out)
	return true
}

// before reports whether a value is given up rather than another one of an equally busy client.
func (r *Recent[V]) before(x, y *recent[V]) bool {
	if may := r.mayGo(x); may != r.mayGo(y) {
		return may
	}
	return x.used.Before(y.used)
}

func (r *Recent[V]) mayGo(x *recent[V]) bool {
	return r.MayGo == nil || r.MayGo(x.value, time.Since(x.used))
}

func (r *Recent[V]) outlived(x *recent[V]) bool { return r.Life > 0 && time.Since(x.since) > r.Life }

// busy tells how much a client has: the product of the values of its address and of its network, so
// that neither does one address crowd out its neighbours, nor a network of many addresses others.
func (r *Recent[V]) busy(x *recent[V]) int {
	if x.address == "" {
		return 1
	}
	return r.held[x.address] * r.held[x.network]
}

func (r *Recent[V]) count(x *recent[V], n int) {
	for _, of := range []string{x.address, x.network} {
		if r.held[of] += n; r.held[of] == 0 {
			delete(r.held, of)
		}
	}
}

func (r *Recent[V]) forget(key string) {
	r.count(r.values[key], -1)
	delete(r.values, key)
}
