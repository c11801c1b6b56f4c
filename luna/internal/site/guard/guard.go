package guard

import (
	"cmp"
	"fmt"
	"math"
	"net/netip"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
)

// Limits are the maximum rates of actions. A zero Rate or factor means the value in
// [DefaultLimits].
type Limits struct {
	Registrations Rate // of accounts, per address
	Logins        Rate // login attempts, per address
	Guesses       Rate // failed logins per name and address, whether the account exists or not
	Names         Rate // login attempts per name, from addresses where nobody has logged in to it
	Refusals      Rate // requests without a valid token, per address
	Players       Rate // requests per player
	Addresses     Rate // requests per address
	Texts         Rate // KiB of stored texts, per address
	Practice      Rate // games that visitors begin to practise, per address

	// Networks is how many times as much a network, such as an IPv6 /48, may do as an address; All
	// is how many times as much all addresses may do together.
	Networks, All int
}

// DefaultLimits leave room for a classroom or a laboratory behind one address. Texts are kept on
// disk: one address may add 64 MiB at once, and after that 32 KiB/s, or two new games per second.
var DefaultLimits = Limits{
	Registrations: Rate{Burst: 500, Every: 10 * time.Second},
	Logins:        Rate{Burst: 100, Every: time.Second},
	Guesses:       Rate{Burst: 10, Every: time.Minute},
	Names:         Rate{Burst: 100, Every: 10 * time.Second},
	Refusals:      Rate{Burst: 100, Every: time.Second},
	Players:       Rate{Burst: 400, Every: time.Second / 100},
	Addresses:     Rate{Burst: 4000, Every: time.Second / 2000},
	Texts:         Rate{Burst: 64 << 10, Every: time.Second / 32},
	Practice:      Rate{Burst: 30, Every: 10 * time.Second},
	Networks:      4,
	All:           16,
}

// Guard holds the limiters of a site, one for each of [Limits]; pages and endpoints share them.
// Addresses are counted by their [AddressKey].
type Guard struct {
	Registrations, Logins, Refusals, Addresses, Texts, Practice *Tiers
	Guesses, Names, Players                                     *Limiter
}

// New returns the limiters. Now returns the time; nil is [time.Now]. The error names the rate
// that is invalid.
func New(l Limits, now func() time.Time) (*Guard, error) {
	g, d := &Guard{}, DefaultLimits
	l.Networks, l.All = cmp.Or(l.Networks, d.Networks), cmp.Or(l.All, d.All)
	if l.Networks < 1 || l.All < 1 {
		return nil, fmt.Errorf("limits of %d times as much for networks and %d for all: "+
			"expected at least 1", l.Networks, l.All)
	}
	for _, x := range []struct {
		limiter        **Limiter
		rate, standard Rate
		name, what     string
	}{
		{&g.Guesses, l.Guesses, d.Guesses, "guesses at passwords",
			"failed logins of this username from this address"},
		{&g.Names, l.Names, d.Names, "logins by a name", "logins of this username"},
		{&g.Players, l.Players, d.Players, "requests of a player", "requests"},
	} {
		limiter, err := NewLimiter(x.what, cmp.Or(x.rate, x.standard), now)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.name, err)
		}
		*x.limiter = limiter
	}
	for _, x := range []struct {
		tiers          **Tiers
		rate, standard Rate
		name           string
	}{
		{&g.Registrations, l.Registrations, d.Registrations, "registrations"},
		{&g.Logins, l.Logins, d.Logins, "logins"},
		{&g.Refusals, l.Refusals, d.Refusals, "requests without a valid token"},
		{&g.Addresses, l.Addresses, d.Addresses, "requests"},
		{&g.Texts, l.Texts, d.Texts, "texts"},
		{&g.Practice, l.Practice, d.Practice, "practice games"},
	} {
		tiers, err := newTiers(x.name, cmp.Or(x.rate, x.standard), l, now)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.name, err)
		}
		*x.tiers = tiers
	}
	g.Logins.all = nil // or else strangers could keep everybody from logging in
	return g, nil
}

func newTiers(what string, r Rate, l Limits, now func() time.Time) (*Tiers, error) {
	address, err := NewLimiter(what+" from this address", r, now)
	if err != nil {
		return nil, err
	}
	network, err := NewLimiter(what+" from this network", r.times(l.Networks), now)
	if err != nil {
		return nil, err
	}
	all, err := NewLimiter(what+" of all players together", r.times(l.All), now)
	return &Tiers{address, network, all}, err
}

// Tiers limits the actions of each address, of each network, in which one owner may have 65,536
// addresses of IPv6, and of all together, so that neither many addresses nor many networks add up
// without bound.
type Tiers struct {
	address, network *Limiter
	all              *Limiter // nil is unlimited
}

// Allow counts n actions of an address, given by its [AddressKey]. The error is a [LimitError].
func (t *Tiers) Allow(address string, n int) error {
	if err := t.address.Allow(address, n); err != nil {
		return err
	}
	if network := NetworkOf(address); network != address {
		if err := t.network.Allow(network, n); err != nil {
			return err
		}
	}
	if t.all == nil {
		return nil
	}
	return t.all.Allow("", n)
}

// times returns a rate that is n times as high.
func (r Rate) times(n int) Rate {
	burst := math.MaxInt
	if r.Burst <= math.MaxInt/n {
		burst = r.Burst * n
	}
	return Rate{Burst: burst, Every: max(1, r.Every/time.Duration(n))}
}

// LimitError reports that something was done too often.
type LimitError struct {
	What string        // such as "logins"
	Wait time.Duration // time until it may be tried again
}

// Error returns one line for the player who must wait.
func (e *LimitError) Error() string {
	return fmt.Sprintf("too many %s: try again in %d s", e.What, e.Seconds())
}

// Seconds returns the wait in whole seconds, at least 1.
func (e *LimitError) Seconds() int { return max(1, int(math.Ceil(e.Wait.Seconds()))) }

// NetworkOf returns the [httpx.NetworkKey] of the addresses that an [httpx.AddressKey] stands for.
// It returns other texts unchanged.
func NetworkOf(address string) string {
	p, err := netip.ParsePrefix(address)
	if err != nil || !p.Addr().Is6() {
		return address
	}
	return httpx.NetworkKey(p.Addr())
}
