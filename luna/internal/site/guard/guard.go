package guard

import (
	"cmp"
	"fmt"
	"time"
)

// Limits are the rates at which things may be done. A zero Rate is that of [DefaultLimits].
type Limits struct {
	Registrations Rate // of accounts, per address
	Logins        Rate // login attempts, per address
	Guesses       Rate // failed logins per name and address, whether the account exists or not
	Names         Rate // login attempts per name, from any address
	Refusals      Rate // requests without a valid token, per address
	Players       Rate // requests per player
	Addresses     Rate // requests per address
	Texts         Rate // KiB of stored texts, per address
}

// DefaultLimits leave room for a classroom or a laboratory behind one address. All texts stay in
// memory and on disk: one address may add 64 MiB at once, and 32 KiB/s or two new games per
// second after that.
var DefaultLimits = Limits{
	Registrations: Rate{Burst: 500, Every: 10 * time.Second},
	Logins:        Rate{Burst: 100, Every: time.Second},
	Guesses:       Rate{Burst: 10, Every: time.Minute},
	Names:         Rate{Burst: 100, Every: 10 * time.Second},
	Refusals:      Rate{Burst: 100, Every: time.Second},
	Players:       Rate{Burst: 400, Every: time.Second / 100},
	Addresses:     Rate{Burst: 4000, Every: time.Second / 2000},
	Texts:         Rate{Burst: 64 << 10, Every: time.Second / 32},
}

// Guard holds the limiters of a site, one for each of [Limits], which all its entrances share.
// Addresses are counted by their [AddressKey].
type Guard struct {
	Registrations, Logins, Guesses, Names, Refusals, Players, Addresses, Texts *Limiter
}

// New returns the limiters. Now returns the time; nil is [time.Now]. The error names the rate
// that is invalid.
func New(l Limits, now func() time.Time) (*Guard, error) {
	g, d := &Guard{}, DefaultLimits
	for _, x := range []struct {
		limiter        **Limiter
		rate, standard Rate
		name, what     string
	}{
		{&g.Registrations, l.Registrations, d.Registrations, "registrations",
			"registrations from this address"},
		{&g.Logins, l.Logins, d.Logins, "logins", "logins from this address"},
		{&g.Guesses, l.Guesses, d.Guesses, "guesses at passwords",
			"failed logins of this username from this address"},
		{&g.Names, l.Names, d.Names, "logins by a name", "logins of this username"},
		{&g.Refusals, l.Refusals, d.Refusals, "refusals",
			"requests without a valid token from this address"},
		{&g.Players, l.Players, d.Players, "requests of a player", "requests"},
		{&g.Addresses, l.Addresses, d.Addresses, "requests from an address",
			"requests from this address"},
		{&g.Texts, l.Texts, d.Texts, "texts", "texts from this address"},
	} {
		limiter, err := NewLimiter(x.what, cmp.Or(x.rate, x.standard), now)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.name, err)
		}
		*x.limiter = limiter
	}
	return g, nil
}
