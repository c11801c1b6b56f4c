package auth

import (
	"fmt"
	"time"
)

// Limits are how often things may be done. Where a Rate is zero that of [DefaultLimits] stands.
type Limits struct {
	Registrations Rate // of accounts, from an address
	Logins        Rate // tries to log in, from an address
	Guesses       Rate // logins that fail, of a name from an address, whether there is such an account or not
	Names         Rate // tries to log in by a name, from wherever
	Refusals      Rate // requests that bear no valid token, from an address
	Players       Rate // requests of a player
	Addresses     Rate // requests from an address
	Texts         Rate // KiB of texts to be kept, from an address
}

// DefaultLimits leave room for a class room or a laboratory behind one address. All texts stay in memory and on disk: 64 MiB at once, and
// 32 KiB/s or two new games a second after that, are what one address may add.
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

// Guard are the limiters of a server that all its ways in share, one for each of [Limits]: Registrations, Logins, Guesses, Names, Refusals, Players,
// Addresses and Texts. The keys of addresses are those of [AddressKey].
type Guard struct {
	Registrations, Logins, Guesses, Names, Refusals, Players, Addresses, Texts *Limiter
}

// NewGuard returns limiters to limits. Now tells the time; nil is the clock. The error names the rate that cannot be.
func NewGuard(l Limits, now func() time.Time) (*Guard, error) {
	g := &Guard{}
	for _, x := range []struct {
		name      string
		at        **Limiter
		rate, def Rate
	}{
		{"registrations", &g.Registrations, l.Registrations, DefaultLimits.Registrations},
		{"logins", &g.Logins, l.Logins, DefaultLimits.Logins},
		{"guesses at passwords", &g.Guesses, l.Guesses, DefaultLimits.Guesses},
		{"logins by a name", &g.Names, l.Names, DefaultLimits.Names},
		{"refusals", &g.Refusals, l.Refusals, DefaultLimits.Refusals},
		{"requests of a player", &g.Players, l.Players, DefaultLimits.Players},
		{"requests from an address", &g.Addresses, l.Addresses, DefaultLimits.Addresses},
		{"texts", &g.Texts, l.Texts, DefaultLimits.Texts},
	} {
		if x.rate == (Rate{}) {
			x.rate = x.def
		}
		var err error
		if *x.at, err = NewLimiter(x.rate, now); err != nil {
			return nil, fmt.Errorf("%s: %w", x.name, err)
		}
	}
	return g, nil
}
