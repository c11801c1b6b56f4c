package mail

import (
	"context"
	"fmt"
	"net/url"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// compose writes the letter of a job, if it is still of use.
func (p *Post) compose(ctx context.Context, j job) (letter, bool, error) {
	a, err := p.book.Account(ctx, j.player)
	switch {
	case err != nil:
		return letter{}, false, err
	case j.confirm != "" && (a.Email != j.confirm || a.EmailConfirmed):
		return letter{}, false, nil
	case j.confirm != "":
		return p.confirmation(j)
	case a.Email == "" || !a.EmailConfirmed:
		return letter{}, false, nil
	}
	v, err := p.book.Game(j.player, j.game)
	if err != nil || v.Turn != game.ToAct {
		return letter{}, false, err
	}
	return p.turn(j, a.Email, v)
}

// confirmation repeats nothing of what the player chose, her name neither: the letter may go to a stranger.
func (p *Post) confirmation(j job) (letter, bool, error) {
	link, err := p.link(auth.ConfirmEmail, confirmPath, j, j.confirm)
	if err != nil {
		return letter{}, false, err
	}
	return letter{
		to:      j.confirm,
		subject: "Luna: is this your address?",
		text: fmt.Sprintf(`Hello,

somebody who plays the Luna Game at
%s
wants to be told at this address when it is her or his turn. If that is you, please confirm it within three days:

%s

If it is not, do nothing, and you will not hear of it again.
`, p.o.Base, link),
	}, true, nil
}

var todo = map[game.Stage]string{
	game.Interviewing: "to ask your five questions",
	game.Responding:   "to answer five questions",
	game.Guessing:     "to read five answers and to guess",
}

func (p *Post) turn(j job, to string, v game.View) (letter, bool, error) {
	end, err := p.link(auth.Unsubscribe, endPath, j, to)
	if err != nil {
		return letter{}, false, err
	}
	return letter{
		to:          to,
		subject:     "Luna: it is your turn",
		unsubscribe: end,
		text: fmt.Sprintf(`Hello,

in one of your Luna Games it is your turn %s:

%s%s%s

A game in which nobody acts for three days expires.

-- 
No more mail: %s
`, todo[game.Stage(v.Phase/2)], p.o.Base, gamePath, url.PathEscape(string(v.ID)), end),
	}, true, nil
}

func (p *Post) link(purpose auth.Purpose, path string, j job, address string) (string, error) {
	life := confirmLife
	if purpose == auth.Unsubscribe {
		life = endLife
	}
	token, err := p.o.Tokens.Link(purpose, auth.Link{Account: string(j.player), Value: address}, life)
	return p.o.Base + path + "?token=" + url.QueryEscape(token), err
}
