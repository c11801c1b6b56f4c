package mail

import (
	"context"
	"fmt"
	"net/url"

	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// compose writes the letter of a job. It returns false if the letter is of no use any more.
func (p *Post) compose(ctx context.Context, j job) (letter, bool, error) {
	a, err := p.book.Get(ctx, j.player)
	if err != nil {
		return letter{}, false, err
	}
	if j.compose == nil {
		if a.Email != j.confirm || a.EmailConfirmed {
			return letter{}, false, nil
		}
		return p.confirmation(j)
	}
	if a.Email == "" || !a.EmailConfirmed {
		return letter{}, false, nil
	}
	l, ok, err := j.compose()
	if !ok || err != nil {
		return letter{}, false, err
	}
	end, err := p.link(auth.Unsubscribe, endPath, j, a.Email)
	if err != nil {
		return letter{}, false, err
	}
	text := l.Text + "\n-- \nTo stop these messages: " + end + "\n"
	return letter{to: a.Email, subject: l.Subject, text: text, unsubscribe: end}, true, nil
}

// confirmation repeats nothing that the player chose, not even the name, since it may go to a
// stranger.
func (p *Post) confirmation(j job) (letter, bool, error) {
	link, err := p.link(auth.ConfirmEmail, confirmPath, j, j.confirm)
	if err != nil {
		return letter{}, false, err
	}
	return letter{
		to:      j.confirm,
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

func (p *Post) link(purpose auth.Purpose, path string, j job, address string) (string, error) {
	life := confirmLife
	if purpose == auth.Unsubscribe {
		life = endLife
	}
	token, err := p.o.Tokens.Link(purpose, auth.Link{Account: string(j.player), Value: address},
		life)
	return p.o.Base + path + "?token=" + url.QueryEscape(token), err
}
