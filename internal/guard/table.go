package guard

import (
	"cmp"
	"fmt"
	"math"
	"time"
)

// Limits are the maximum rates of actions. A zero Rate or factor means the value in
// [DefaultLimits]; the table says what each is for.
type Limits struct {
	Registrations, Logins, Guesses, Names, Refusals, Players, Addresses, Texts, Reports, Exports,
	Practice Rate

	// Networks is how many times as much a network, such as an IPv6 /48, may do as an address; All
	// is how many times as much all addresses may do together.
	Networks, All int
}

// Guard holds the limiters of a site, one for each of [Limits]; pages and endpoints share them.
// Addresses are counted by their [httpx.AddressKey].
type Guard struct {
	Registrations, Logins, Refusals, Addresses, Texts, Reports, Exports, Practice *Tiers
	Guesses, Names, Players                                                       *Limiter
}

// The defaults of [Limits]' Networks and All.
const ofNetwork, ofAll = 4, 16

// bound says how often something may be done.
type bound struct {
	rate     *Rate
	tiers    **Tiers   // by address, network and in all
	limiter  **Limiter // or by another key
	standard Rate
	what     string // in errors; of tiers, "from this address" and the like is added
	flag     string // --limit-…, "" for none
	usage    string
}

// table is what is bounded by what. It leaves room for a classroom or a laboratory behind one
// address. Texts are kept on disk: one address may add 64 MiB at once, and after that 32 KiB/s, or
// two new games per second.
func table(l *Limits, g *Guard) []bound {
	return []bound{
		{&l.Registrations, &g.Registrations, nil, Rate{500, 10 * time.Second},
			"registrations", "registrations", "registrations from an address"},
		{&l.Logins, &g.Logins, nil, Rate{100, time.Second},
			"logins", "logins", "login attempts from an address"},
		{&l.Guesses, nil, &g.Guesses, Rate{10, time.Minute},
			"failed logins of this username from this address", "guesses",
			"failed logins of a user name from an address"}, // whether the name exists or not
		{&l.Names, nil, &g.Names, Rate{100, 10 * time.Second},
			"logins of this username", "names", "login attempts for a user name"}, // from new places
		{&l.Refusals, &g.Refusals, nil, Rate{100, time.Second},
			"requests without a valid token", "refusals", "requests without a valid token from an address"},
		{&l.Players, nil, &g.Players, Rate{400, time.Second / 100},
			"requests", "player", "requests of a player"},
		{&l.Addresses, &g.Addresses, nil, Rate{4000, time.Second / 2000},
			"requests", "address", "requests from an address"},
		{&l.Texts, &g.Texts, nil, Rate{64 << 10, time.Second / 32},
			"texts", "texts", "KiB of texts from an address"},
		{&l.Reports, &g.Reports, nil, Rate{10, 5 * time.Minute}, "reports", "", ""},
		{&l.Exports, &g.Exports, nil, Rate{100, time.Second}, "requests for the export", "", ""},
		{&l.Practice, &g.Practice, nil, Rate{30, 10 * time.Second}, "practice games", "", ""},
	}
}

// DefaultLimits returns the limits that zero values stand for.
func DefaultLimits() Limits {
	l := Limits{Networks: ofNetwork, All: ofAll}
	for _, b := range table(&l, &Guard{}) {
		*b.rate = b.standard
	}
	return l
}

// Flags adds a flag --limit-… for each rate that one sets.
func (l *Limits) Flags(add func(rate *Rate, name, usage string)) {
	for _, b := range table(l, &Guard{}) {
		if b.flag != "" {
			add(b.rate, "limit-"+b.flag, "`BURST/TIME` for "+b.usage)
		}
	}
}

// New returns the limiters. Now returns the time; nil is [time.Now]. The error names the limit
// that is invalid.
func New(l Limits, now func() time.Time) (*Guard, error) {
	g, c := &Guard{}, newClock(now)
	networks, all := cmp.Or(l.Networks, ofNetwork), cmp.Or(l.All, ofAll)
	for _, b := range table(&l, g) {
		rate := cmp.Or(*b.rate, b.standard)
		if rate.Burst < 1 || rate.Every <= 0 {
			return nil, fmt.Errorf("%s: found a limit of %d/%v, expected a burst of at least 1 and a time above 0",
				b.what, rate.Burst, rate.Every)
		}
		if b.limiter != nil {
			*b.limiter = newLimiter(b.what, rate, 1, c)
		} else {
			*b.tiers = newTiers(b.what, rate, networks, newPool(rate, all, c))
		}
	}
	g.Logins.all.size = math.Inf(1) // or else strangers could keep everybody from logging in
	return g, nil
}

// NewTiers returns tiers of a rate for each address, four times as much for a network, and another
// rate in all. Both must be valid.
func NewTiers(what string, each, all Rate, now func() time.Time) *Tiers {
	return newTiers(what, each, ofNetwork, newPool(all, 1, newClock(now)))
}

func newTiers(what string, each Rate, networks int, all *pool) *Tiers {
	return &Tiers{what, newLimiter(what+" from this address", each, 1, all.clock),
		newLimiter(what+" from this network", each, networks, all.clock), all}
}
