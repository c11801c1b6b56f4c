package mail

import (
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// limits bounds the letters that somebody can make a site send to others. Mailboxes are identified
// by [accounts.Mailbox], networks by [guard.NetworkOf].
type limits struct {
	// All letters.
	mailbox, all *guard.Limiter
	// Requests to confirm an address, which may be a stranger's.
	confirmMailbox, confirmPlayer, confirmNetwork, confirmAll *guard.Limiter
	// Links to reset a password.
	resetMailbox, resetNetwork, resetAll *guard.Limiter
}

const day = 24 * time.Hour

// everywhere is the only key of limits that apply to all letters together.
const everywhere = ""

func newLimits(clock func() time.Time) (*limits, error) {
	l := &limits{}
	for _, x := range []struct {
		limiter **guard.Limiter
		what    string
		rate    guard.Rate
	}{
		{&l.mailbox, "letters to this address", guard.Rate{Burst: 30, Every: day / 30}},
		{&l.all, "letters", guard.Rate{Burst: 500, Every: 5 * time.Second}},
		{&l.confirmMailbox, "requests to confirm this address",
			guard.Rate{Burst: 3, Every: day / 3}},
		{&l.confirmPlayer, "addresses of this player", guard.Rate{Burst: 5, Every: 4 * time.Hour}},
		{&l.confirmNetwork, "addresses given from this network",
			guard.Rate{Burst: 30, Every: 10 * time.Minute}},
		{&l.confirmAll, "addresses to confirm", guard.Rate{Burst: 100, Every: 30 * time.Second}},
		{&l.resetMailbox, "links to this address", guard.Rate{Burst: 5, Every: day / 5}},
		{&l.resetNetwork, "requests to reset a password from this network",
			guard.Rate{Burst: 20, Every: 5 * time.Minute}},
		{&l.resetAll, "links to reset a password",
			guard.Rate{Burst: 100, Every: 30 * time.Second}},
	} {
		limiter, err := guard.NewLimiter(x.what, x.rate, clock)
		if err != nil {
			return nil, err
		}
		*x.limiter = limiter
	}
	return l, nil
}

// counted is a limiter and the key that it counts.
type counted struct {
	*guard.Limiter
	key string
}

// allow counts each key in turn until one is over its limit.
func allow(list ...counted) error {
	for _, c := range list {
		if err := c.Allow(c.key, 1); err != nil {
			return err
		}
	}
	return nil
}

// confirm counts a request to confirm the email of an account, given from an address.
func (l *limits) confirm(a accounts.Account, address string) error {
	return allow(
		counted{l.confirmPlayer, string(a.ID)},
		counted{l.confirmMailbox, accounts.Mailbox(a.Email)},
		counted{l.confirmNetwork, guard.NetworkOf(address)},
		counted{l.confirmAll, everywhere},
	)
}

// resetBy counts a request for links that came from an address.
func (l *limits) resetBy(address string) error {
	return allow(counted{l.resetNetwork, guard.NetworkOf(address)})
}

// resetTo counts a link that is to be sent.
func (l *limits) resetTo(email string) error {
	return allow(counted{l.resetMailbox, accounts.Mailbox(email)}, counted{l.resetAll, everywhere})
}

// letter counts a letter that is about to be sent.
func (l *limits) letter(email string) error {
	return allow(counted{l.mailbox, accounts.Mailbox(email)}, counted{l.all, everywhere})
}
