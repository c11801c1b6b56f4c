package guard

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/suite"
)

var noon = time.Date(2016, 3, 3, 12, 0, 0, 0, time.UTC)

// hand is a clock that the test sets.
type hand struct{ t time.Time }

func (c *hand) now() time.Time { return c.t }

func limiter(t testing.TB, r Rate) (*Limiter, *hand) {
	t.Helper()
	c := &hand{noon}
	return NewLimiter("tries", r, c.now), c
}

func TestLimit(t *testing.T) {
	l, c := limiter(t, Rate{Burst: 3, Every: 10 * time.Second})
	take := func(key string, want time.Duration) {
		t.Helper()
		if w := l.Wait(key).Round(time.Microsecond); w != want {
			t.Errorf("Wait(%s) = %v, want %v", key, w, want)
		}
		if w := l.Take(key).Round(time.Microsecond); w != want {
			t.Errorf("Take(%s) = %v, want %v", key, w, want)
		}
	}
	for range 3 {
		take("a", 0)
	}
	take("a", 10*time.Second)
	take("a", 10*time.Second) // a refused call does not count
	take("b", 0)
	c.t = c.t.Add(4 * time.Second)
	take("a", 6*time.Second)
	c.t = c.t.Add(6 * time.Second)
	take("a", 0)
	take("a", 10*time.Second)
	l.Forget("a")
	take("a", 0)
	c.t = c.t.Add(time.Hour)
	for range 3 {
		take("a", 0)
	}
	take("a", 10*time.Second)
}

// TestCounts takes several tokens at once.
func TestCounts(t *testing.T) {
	l, c := limiter(t, Rate{Burst: 10, Every: time.Second})
	want := func(what string, found, want time.Duration) {
		t.Helper()
		if found.Round(time.Microsecond) != want {
			t.Errorf("%s: has to wait %v, want %v", what, found, want)
		}
	}
	want("seven", l.TakeN("a", 7), 0)
	want("four more", l.TakeN("a", 4), time.Second)
	want("three more", l.TakeN("a", 3), 0)
	c.t = c.t.Add(10 * time.Second)
	want("more than there ever are", l.TakeN("a", 1000), 0)
	want("another", l.Take("a"), time.Second)
	c.t = c.t.Add(10 * time.Second)
	l.Charge("a", 5)
	want("six after a charge of five", l.TakeN("a", 6), time.Second)
	l.Charge("a", 1000)
	want("one after a charge of the burst", l.Take("a"), 6*time.Second)
	want("another key", l.TakeN("b", 10), 0)
}

func TestRates(t *testing.T) {
	for _, r := range []Rate{{}, {Burst: 1}, {Every: 1}, {Burst: -1, Every: 1},
		{Burst: 1, Every: -1}} {
		if _, err := New(Limits{Texts: r}, nil); (err == nil) != (r == Rate{}) {
			t.Errorf("%v is allowed", r)
		}
	}
}

// TestFlood sends many more keys than the limiter remembers: memory stays bounded, and a key that
// was limited before stays limited.
func TestFlood(t *testing.T) {
	l, c := limiter(t, Rate{Burst: 2, Every: time.Minute})
	l.max = 100
	for range 2 {
		l.Take("guesser")
	}
	refused := 0
	for i := range 10_000 {
		if l.Take(fmt.Sprint("flood ", i)) > 0 {
			refused++
		}
	}
	if n := l.Len(); n > 100+shared {
		t.Errorf("%d keys are remembered", n)
	}
	// 99 keys have their own buckets; the others share 1,024 buckets of 2 each.
	if refused < 10_000-99-2*shared {
		t.Errorf("only %d were refused", refused)
	}
	if l.Take("guesser") == 0 || l.Wait("guesser") == 0 {
		t.Error("the flood evicted the guesser's bucket")
	}
	c.t = c.t.Add(2 * time.Minute)
	for i := range 60 {
		if l.Take(fmt.Sprint("after ", i)) != 0 {
			t.Errorf("%d is refused after the flood", i)
		}
	}
	if l.Len() != 60 {
		t.Errorf("%d keys are remembered after the flood", l.Len())
	}
}

func TestLongKeys(t *testing.T) {
	l, _ := limiter(t, Rate{Burst: 1, Every: time.Minute})
	long := strings.Repeat("x", 1<<20)
	if l.Take(long) != 0 || l.Take(long+"y") != 0 || l.Take(long) == 0 || l.Wait(long) == 0 {
		t.Error("long keys are not distinguished")
	}
	l.Forget(long)
	if l.Take(long) != 0 {
		t.Error("a long key is not forgotten")
	}
}

func TestConcurrentTakes(t *testing.T) {
	l, _ := limiter(t, Rate{Burst: 500, Every: time.Hour})
	var taken atomic.Int64
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			for range 100 {
				if l.Take("a") == 0 {
					taken.Add(1)
				}
			}
		})
	}
	all.Wait()
	if taken.Load() != 500 {
		t.Errorf("%d taken of 500", taken.Load())
	}
}

func TestNetworks(t *testing.T) {
	for key, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "2001:db8:1:2::/64": "2001:db8:1::/48",
		"2001:db8:1:ffff::/64": "2001:db8:1::/48", "operator": "operator",
	} {
		if network := NetworkOf(key); network != want {
			t.Errorf("%s: %s, want %s", key, network, want)
		}
	}
}

func TestGuard(t *testing.T) {
	g := suite.Must(New(Limits{Logins: Rate{Burst: 2, Every: time.Hour}}, nil))(t)
	for n := range 3 {
		if err := g.Logins.Allow("a", 1); (err != nil) != (n == 2) {
			t.Errorf("login %d: %v", n, err)
		}
	}
	if g.Registrations.Allow("a", 1) != nil || g.Guesses.burst != float64(DefaultLimits().Guesses.Burst) {
		t.Error("the rates are not the given ones or else the defaults")
	}
	for want, l := range map[string]Limits{
		"failed logins": {Guesses: Rate{Burst: -1, Every: 1}},
		"texts":         {Texts: Rate{Burst: 1, Every: -1}},
	} {
		if _, err := New(l, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	huge := Limits{Texts: Rate{Burst: math.MaxInt, Every: 1}}
	if g, err := New(huge, nil); err != nil || g.Texts.Allow("a", 1<<40) != nil {
		t.Errorf("huge limits: %v", err)
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Take counts an action and returns the wait until it is allowed, 0 if it is.
func (l *Limiter) Take(key string) time.Duration { return l.TakeN(key, 1) }

func (l *Limiter) TakeN(key string, n int) time.Duration { return l.take(key, n, l.burst*l.every) }

// Wait returns what [Limiter.Take] would, without counting anything.
func (l *Limiter) Wait(key string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pass(l.clock())
	_, owes := l.account(key)
	return max(0, time.Duration(owes+l.every-l.burst*l.every))
}

// Len is the number of accounts that owe something.
func (l *Limiter) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.byKey)
}
