package auth

import (
	"container/list"
	"crypto/sha256"
	"fmt"
	"hash/maphash"
	"math"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Rate is how often something may be done: Burst times at once, and once more after each Every.
type Rate struct {
	Burst int
	Every time.Duration
}

// String formats the rate as "500, then 1 in 10s".
func (r Rate) String() string { return fmt.Sprintf("%d, then 1 in %s", r.Burst, r.Every) }

// MaxKeys is how many keys a limiter tells apart.
const MaxKeys = 1 << 16

// shared is how many buckets the keys share that are more than MaxKeys.
const shared = 1 << 10

// Limiter limits how often something is done by each of many: addresses, players, names. It is safe for concurrent use.
//
// Its memory is bounded, whatever keys come: a key is forgotten when it is as good as new. Where there are more than [MaxKeys] that are not, keys
// that come new share 1,024 buckets, while those known keep theirs; a flood can thus neither fill the memory nor make its own past
// forgotten.
type Limiter struct {
	rate Rate
	now  func() time.Time
	seed maphash.Seed

	mu     sync.Mutex
	keys   map[string]*list.Element // of *bucket
	recent *list.List               // the bucket last used first
	shared [shared]*rate.Limiter    // nil until used
	max    int
}

type bucket struct {
	key     string
	limiter *rate.Limiter
}

// NewLimiter returns a limiter to a rate, the same for each key. Now tells the time; nil is the clock. A rate whose Burst or Every is not
// above 0 is an error.
func NewLimiter(r Rate, now func() time.Time) (*Limiter, error) {
	if r.Burst < 1 || r.Every <= 0 {
		return nil, fmt.Errorf("a limit of %v: expected a burst of at least 1 and a time above 0", r)
	}
	if now == nil {
		now = time.Now
	}
	return &Limiter{rate: r, now: now, seed: maphash.MakeSeed(), keys: make(map[string]*list.Element), recent: list.New(), max: MaxKeys}, nil
}

// Take counts something done by a key and returns 0 where it may be, else after how long it may be tried again; then nothing is counted.
func (l *Limiter) Take(key string) time.Duration { return l.TakeN(key, 1) }

// TakeN is [Limiter.Take] of something that counts n times. More than the burst counts as the burst, so that it can be had at all.
func (l *Limiter) TakeN(key string, n int) time.Duration {
	key = short(key)
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	r := l.bucket(key, now).ReserveN(now, min(n, l.rate.Burst))
	wait := r.DelayFrom(now)
	if wait > 0 {
		r.CancelAt(now)
	}
	return wait
}

// Charge counts something n times, at most the burst, that was done already: what comes later waits for it.
func (l *Limiter) Charge(key string, n int) {
	key = short(key)
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	l.bucket(key, now).ReserveN(now, min(n, l.rate.Burst))
}

// Wait returns what [Limiter.Take] would, and counts nothing.
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

// Forget makes a key as good as new, as after the right password.
func (l *Limiter) Forget(key string) {
	key = short(key)
	l.mu.Lock()
	defer l.mu.Unlock()
	if e, ok := l.keys[key]; ok {
		l.drop(e)
	}
}

// short bounds the memory of one key, which may be a text of the caller's.
func short(key string) string {
	if len(key) <= 64 {
		return key
	}
	sum := sha256.Sum256([]byte(key))
	return "sha256:" + string(sum[:])
}

// Len is how many keys are remembered, at most [MaxKeys].
func (l *Limiter) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.keys)
}

func (l *Limiter) bucket(key string, now time.Time) *rate.Limiter {
	if e, ok := l.keys[key]; ok {
		l.recent.MoveToFront(e)
		return e.Value.(*bucket).limiter
	}
	l.sweep(now)
	if len(l.keys) >= l.max {
		at := l.share(key)
		if l.shared[at] == nil {
			l.shared[at] = l.fresh()
		}
		return l.shared[at]
	}
	b := &bucket{key: key, limiter: l.fresh()}
	l.keys[key] = l.recent.PushFront(b)
	return b.limiter
}

func (l *Limiter) fresh() *rate.Limiter {
	return rate.NewLimiter(rate.Every(l.rate.Every), l.rate.Burst)
}

// sweep forgets up to two of the keys that were used longest ago: one more than a new key brings, so that old ones go in time.
func (l *Limiter) sweep(now time.Time) {
	for range 2 {
		e := l.recent.Back()
		if e == nil || e.Value.(*bucket).limiter.TokensAt(now) < float64(l.rate.Burst) {
			return
		}
		l.drop(e)
	}
}

func (l *Limiter) drop(e *list.Element) {
	l.recent.Remove(e)
	delete(l.keys, e.Value.(*bucket).key)
}

func (l *Limiter) share(key string) uint64 { return maphash.String(l.seed, key) % shared }

// AddressKey is the key of an address on the internet: an IPv4 one by itself, an IPv6 one with all of its /64, which is the least that a
// customer has.
func AddressKey(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if !a.Is6() {
		return a.String()
	}
	p, _ := a.Prefix(64) // of an IPv6 address there is one
	return p.String()
}
