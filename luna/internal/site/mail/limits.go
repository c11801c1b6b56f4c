package mail

import (
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// limits bounds the letters that somebody can make a site send to others. Mailboxes are identified
// by [accounts.Mailbox]. What is sent in all is shared among those who ask for it: networks for
// requests, mailboxes for letters.
type limits struct {
	letters                       *guard.Tiers   // all letters, by mailbox
	confirms, resets              *guard.Tiers   // requests to confirm an address, links for passwords
	confirmMailbox, confirmPlayer *guard.Limiter // an address may be a stranger's
	resetMailbox                  *guard.Limiter
}

const day = 24 * time.Hour

func newLimits(clock func() time.Time) *limits {
	reserve := guard.Rate{Burst: 50, Every: 30 * time.Second} // and 50 for everybody
	return &limits{
		letters: guard.NewTiers("letters", guard.Rate{Burst: 30, Every: day / 30},
			guard.Rate{Burst: 250, Every: 5 * time.Second}, clock),
		confirms: guard.NewTiers("addresses given", guard.Rate{Burst: 30, Every: 10 * time.Minute}, reserve, clock),
		resets: guard.NewTiers("requests to reset a password", guard.Rate{Burst: 20, Every: 5 * time.Minute},
			reserve, clock),
		confirmMailbox: guard.NewLimiter("requests to confirm this address", guard.Rate{Burst: 3, Every: day / 3}, clock),
		confirmPlayer:  guard.NewLimiter("addresses of this player", guard.Rate{Burst: 5, Every: 4 * time.Hour}, clock),
		resetMailbox:   guard.NewLimiter("links to this address", guard.Rate{Burst: 5, Every: day / 5}, clock),
	}
}

// confirm counts a request to confirm the email of an account, given from an address.
func (l *limits) confirm(a accounts.Account, address string) error {
	if err := l.confirmPlayer.Allow(string(a.ID), 1); err != nil {
		return err
	}
	if err := l.confirmMailbox.Allow(accounts.Mailbox(a.Email), 1); err != nil {
		return err
	}
	return l.confirms.Allow(guard.NetworkOf(address), 1)
}

// resetBy counts a request for links that came from an address.
func (l *limits) resetBy(address string) error {
	return l.resets.AllowOwn(guard.NetworkOf(address), 1)
}

// resetTo counts a link that is to be sent at the request of an address.
func (l *limits) resetTo(email, address string) error {
	if err := l.resetMailbox.Allow(accounts.Mailbox(email), 1); err != nil {
		return err
	}
	return l.resets.AllowShared(address, 1, false)
}

// letter counts a letter that is about to be sent.
func (l *limits) letter(email string) error { return l.letters.Allow(accounts.Mailbox(email), 1) }
