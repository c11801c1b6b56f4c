package pages

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/mail"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
)

// lobbyBody is the lobby as a player, or a visitor, sees it.
type lobbyBody struct {
	play.Lobby
	Waiting, OnlyBettors bool // nobody waits in the other role
	Starts               int  // seconds until a game starts, less than 0 if none will
	Problem              string
}

// refreshLobby is the number of seconds after which the lobby is reloaded if scripts are off.
const refreshLobby = 3

func (w *web) lobby(x *pages.Exchange) error {
	b, err := w.lobbyOf(x.Context(), player(x))
	if err != nil {
		return err
	}
	if b.Game != "" {
		return x.Redirect(gamePath(b.Game))
	}
	return x.Show(http.StatusOK, b.view())
}

func (w *web) lobbyOf(ctx context.Context, id accounts.ID) (lobbyBody, error) {
	if id == "" {
		return lobbyBody{}, nil
	}
	l, err := w.referee.Lobby(ctx, id)
	if err != nil {
		return lobbyBody{}, err
	}
	return lobbyBody{
		Lobby: l, Waiting: l.Role != "" && l.Game == "", Starts: starts(l.Start),
		OnlyBettors: l.Targets == 0,
	}, nil
}

// starts rounds a time until the start up to seconds.
func starts(d time.Duration) int {
	if d < 0 {
		return -1
	}
	return int((d + time.Second - 1) / time.Second)
}

func (b lobbyBody) view() pages.View {
	v := pages.View{
		Page: "trade-lobby", Title: "Turing Trade", Body: b,
		Styles: []string{"trade.css"}, Scripts: []string{"trade-lobby.js"},
	}
	if b.Waiting {
		v.Title, v.Waits, v.Refresh = "Waiting for a game", true, refreshLobby
	}
	return v
}

func (w *web) enter(x *pages.Exchange) error {
	role := play.Role(x.Value("role"))
	if role != play.AsBettor && role != play.AsTarget {
		return &pages.Refusal{Status: http.StatusBadRequest, Title: "No role was chosen",
			Text: "Go back and choose whether you want to bet or to be the target.",
			Link: home, LinkText: "Turing Trade"}
	}
	if x.Value("public") == "yes" {
		if err := w.referee.Agree(x.Context(), player(x)); err != nil {
			return err
		}
	}
	err := w.referee.Enter(x.Context(), player(x), role)
	if errors.Is(err, play.ErrConsent) {
		b, failed := w.lobbyOf(x.Context(), player(x))
		if failed != nil {
			return failed
		}
		b.Problem = "Please tick this box first: the logs of all games are public."
		v := b.view()
		v.Title = "Problem: Turing Trade"
		return x.ShowAgain(err, v)
	}
	if err != nil && !errors.Is(err, play.ErrPlaying) { // the lobby leads to the game
		return err
	}
	return x.Redirect(home)
}

// change makes a change for a player and leads to a page.
func change(do func(context.Context, accounts.ID) error, to string) pages.Page {
	return pages.Posted(func(x *pages.Exchange) error {
		if err := do(x.Context(), player(x)); err != nil {
			return err
		}
		return x.Redirect(to)
	})
}

// Letter tells a player who asked for it that somebody waits for a game, with a link below the base
// URL.
func Letter(base string) mail.Letter {
	return mail.Letter{Subject: "Luna: somebody waits for a game of Turing Trade", Text: `Hello,

somebody waits for a game of Turing Trade:

` + base + home + `

You asked for one such letter. To get another one, ask for it on that page.
`}
}
