package mail

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// try makes an attempt to send a letter. An attempt also counts as done if the letter is of no use
// any more.
func (p *Post) try(ctx context.Context, j *job) error {
	first := j.tries == 0
	j.tries++
	l, ok, err := p.compose(ctx, j)
	if err != nil || !ok {
		return permanent(err)
	}
	if first {
		if err := p.limits.letter(l.to); err != nil {
			p.o.Log.Info("a letter is not sent", "player", j.player, "reason", err)
			return nil
		}
	}
	_, err = p.transport.send(ctx, l)
	return p.note(ctx, err)
}

// compose writes the letter of a job. It returns false if the letter is of no use any more.
func (p *Post) compose(ctx context.Context, j *job) (letter, bool, error) {
	a, err := p.book.Get(ctx, j.player)
	if errors.Is(err, accounts.ErrUnknown) || err == nil && a.Suspended != "" {
		return letter{}, false, nil
	}
	if err != nil {
		return letter{}, false, err
	}
	switch {
	case j.kind == confirm && a.Email == j.text && !a.EmailConfirmed:
		return p.confirmation(j)
	case j.kind == reset && a.Email == j.text && a.EmailConfirmed &&
		time.Since(j.asked) < accounts.ResetLife:
		return p.resetting(a)
	case j.kind == notice && a.Email != "" && a.EmailConfirmed:
		return p.notice(j, a)
	}
	return letter{}, false, nil
}

func (p *Post) notice(j *job, a accounts.Account) (letter, bool, error) {
	l, ok, err := j.compose()
	if !ok || err != nil {
		return letter{}, false, err
	}
	end, err := p.link(auth.Unsubscribe, endPath, a.ID, a.Email, endLife)
	if err != nil {
		return letter{}, false, err
	}
	text := l.Text + "\n-- \nTo stop these messages: " + end + "\n"
	return letter{to: a.Email, subject: l.Subject, text: text, unsubscribe: end}, true, nil
}

// confirmation repeats nothing that the player chose, not even the name, since it may go to a
// stranger.
func (p *Post) confirmation(j *job) (letter, bool, error) {
	link, err := p.link(auth.ConfirmEmail, confirmPath, j.player, j.text, confirmLife)
	if err != nil {
		return letter{}, false, err
	}
	return letter{
		to:      j.text,
		subject: "Luna: please confirm your address",
		text: fmt.Sprintf(`Hello,

somebody who plays the Luna Game at
%s
asked to be notified at this address when it is their turn. If it was you, please confirm the
address within three days by opening this link:

%s

If it was not you, ignore this message. We will not write again.
`, p.o.Base, link),
	}, true, nil
}

// resetting includes the name, since one address may belong to several accounts and names are
// forgotten, too.
func (p *Post) resetting(a accounts.Account) (letter, bool, error) {
	token, err := p.book.ResetToken(a, accounts.ResetLife)
	if err != nil {
		return letter{}, false, err
	}
	return letter{
		to:      a.Email,
		subject: "Luna: choose a new password",
		text: fmt.Sprintf(`Hello,

somebody asked for a new password of the account

%s

at %s
To choose one, open this link within an hour. It works once:

%s

If it was not you, ignore this message: your password stays as it is.
`, a.Username, p.o.Base, p.o.Base+resetPath+"?token="+url.QueryEscape(token)),
	}, true, nil
}

func (p *Post) link(
	purpose auth.Purpose, path string, player accounts.ID, address string, life time.Duration,
) (string, error) {
	token, err := p.o.Tokens.Link(purpose, auth.Link{Account: string(player), Value: address}, life)
	return p.o.Base + path + "?token=" + url.QueryEscape(token), err
}

// sayAgain is how often the log repeats that failures continue.
const sayAgain = time.Hour

// health records whether letters are accepted now, and when the log last said that they are not.
type health struct {
	mu      sync.Mutex
	failing bool
	said    time.Time
}

// note counts the failure of an attempt, and logs the first one at once, later ones now and then,
// and the first letter that is accepted again. It returns the failure.
func (p *Post) note(ctx context.Context, err error) error {
	h := &p.health
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case ctx.Err() != nil: // the end of the server
	case err == nil && h.failing:
		h.failing = false
		p.o.Log.Info("the mail server accepts letters again", "failures", p.Failures.Load())
	case err != nil:
		p.Failures.Add(1)
		if !h.failing || time.Since(h.said) >= sayAgain {
			h.said = time.Now()
			p.o.Log.Warn("the mail server fails; 'luna admin mail --test ADDRESS' tries it", "error",
				describe(err), "failures", p.Failures.Load(), "waiting", p.Waiting())
		}
		h.failing = true
	}
	return err
}

// Check connects to the mail server, so that a wrong address shows in the log before a player
// notices.
func (p *Post) Check(ctx context.Context) { _ = p.note(ctx, p.transport.connect(ctx)) }

// Test sends a letter to an address through a mail server, given as in [Options], and returns the
// server's answer.
func Test(ctx context.Context, server, from, to string) (answer string, err error) {
	t, err := newTransport(server, from)
	if err != nil {
		return "", err
	}
	return t.send(ctx, letter{to: to, subject: "Luna: a test of the mail server",
		text: "This letter was sent by 'luna admin mail --test'. Letters arrive.\n"})
}

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
