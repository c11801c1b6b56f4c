package guard

import (
	"container/list"
	"crypto/sha256"
	"fmt"
	"hash/maphash"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Rate is the rate of a token bucket: Burst times at once, and once more after each Every.
type Rate struct {
	Burst int
	Every time.Duration
}

// String formats the rate as "500, then 1 in 10s".
func (r Rate) String() string { return fmt.Sprintf("%d, then 1 in %s", r.Burst, r.Every) }

// MaxKeys is the number of keys that a limiter tells apart.
const MaxKeys = 1 << 16

// shared is the number of buckets for the keys beyond MaxKeys.
const shared = 1 << 10

// Limiter limits how often something is done per key: an address, a player, a name. It is safe for
// concurrent use.
//
// Its memory is bounded: a key is forgotten once its bucket is full again. When [MaxKeys] are
// remembered, further keys share 1,024 buckets and known ones keep theirs, so that a flood of keys
// neither fills the memory nor erases its own history.
type Limiter struct {
	what string // is limited, for LimitError
	rate Rate
	now  func() time.Time
	seed maphash.Seed

	mu     sync.Mutex
	keys   map[string]*list.Element // of *bucket
	recent *list.List               // most recently used first
	shared [shared]*rate.Limiter    // nil until used
	max    int
}

type bucket struct {
	key     string
	limiter *rate.Limiter
}

// NewLimiter returns a limiter with the same rate for each key. A [LimitError] names what is
// limited by the given words. Now returns the time; nil means [time.Now]. Burst and Every must be
// above 0.
func NewLimiter(what string, r Rate, now func() time.Time) (*Limiter, error) {
	if r.Burst < 1 || r.Every <= 0 {
		return nil, fmt.Errorf("a limit of %v: expected a burst of at least 1 and a time above 0",
			r)
	}
	if now == nil {
		now = time.Now
	}
	return &Limiter{
		what: what, rate: r, now: now, seed: maphash.MakeSeed(),
		keys: make(map[string]*list.Element), recent: list.New(), max: MaxKeys,
	}, nil
}

// Allow is [Limiter.TakeN], but returns a wait as a [LimitError].
func (l *Limiter) Allow(key string, n int) error {
	if wait := l.TakeN(key, n); wait > 0 {
		return &LimitError{l.what, wait}
	}
	return nil
}

// Take counts one action of a key and returns 0 if it is allowed. Otherwise it counts nothing and
// returns the wait until it may be tried again.
func (l *Limiter) Take(key string) time.Duration { return l.TakeN(key, 1) }

// TakeN is [Limiter.Take] of an action that counts n times, at most the burst.
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

// Charge counts n times, at most the burst, for something that has already been done: later actions
// wait for it.
func (l *Limiter) Charge(key string, n int) {
	key = short(key)
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	l.bucket(key, now).ReserveN(now, min(n, l.rate.Burst))
}

// Forget resets a key, for example after the right password.
func (l *Limiter) Forget(key string) {
	key = short(key)
	l.mu.Lock()
	defer l.mu.Unlock()
	if e, ok := l.keys[key]; ok {
		l.drop(e)
	}
}

// short bounds the memory of one key, which clients may choose.
func short(key string) string {
	if len(key) <= 64 {
		return key
	}
	sum := sha256.Sum256([]byte(key))
	return "sha256:" + string(sum[:])
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

// sweep forgets up to two of the least recently used keys whose buckets are full: one more than a
// new key adds, so that the number of keys shrinks in time.
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

// RateFlag is a [Rate] as the value of a command-line flag.
type RateFlag Rate

// Flag returns a flag that sets the rate.
func (r *Rate) Flag() *RateFlag { return (*RateFlag)(r) }

// String formats the rate as "500/10s".
func (f *RateFlag) String() string { return fmt.Sprintf("%d/%s", f.Burst, f.Every) }

// Type names the value in help texts.
func (f *RateFlag) Type() string { return "BURST/TIME" }

// Set parses a rate in the form of [RateFlag.String].
func (f *RateFlag) Set(text string) error {
	burst, every, _ := strings.Cut(text, "/")
	n, err1 := strconv.Atoi(burst)
	d, err2 := time.ParseDuration(every)
	if err1 != nil || err2 != nil || n < 1 || d <= 0 {
		return fmt.Errorf("found %q, BURST/TIME as 500/10s is needed, both above 0", text)
	}
	f.Burst, f.Every = n, d
	return nil
}
