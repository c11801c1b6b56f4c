package mail

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

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
