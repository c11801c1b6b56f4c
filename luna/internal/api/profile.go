package api

import (
	"context"
	"net/http"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/store"
	"github.com/luna-rating/luna/luna/wire"
)

func (a *API) profile(c *call) (any, error) {
	p, err := a.desk.Referee.Player(c.player())
	if err != nil {
		return nil, err
	}
	// Before the first game the tournament does not know the player.
	p.Joined, p.Machine = c.account.Joined, c.account.Kind == store.Machine
	guest := c.account.Kind == store.Guest
	return wire.Profile{Player: p, Username: c.account.Username, Guest: guest, Look: c.account.Look()}, nil
}

func (a *API) setInitial(c *call) (any, error) {
	return a.setLook(c, "initial", a.desk.Referee.SetInitial, func(a store.Account) string { return a.Initial })
}

func (a *API) setColor(c *call) (any, error) {
	return a.setLook(c, "color", a.desk.Referee.SetColor, func(a store.Account) string { return a.Color })
}

// setLook sets a part of how the player appears to others and answers as it then is.
func (a *API) setLook(c *call, name string, set func(context.Context, game.PlayerID, string) error, get func(store.Account) string) (any, error) {
	text, err := c.fields.text(name)
	if err != nil {
		return nil, err
	}
	if err := set(c.ctx, c.player(), text); err != nil {
		return nil, err
	}
	account, err := a.desk.Referee.Account(c.ctx, c.player())
	return get(account), err
}

func (a *API) consent(c *call) (any, error) { return c.account.Consent, nil }

func (a *API) setConsent(c *call) (any, error) {
	if c.fields["consent"] == nil {
		return nil, failf(http.StatusBadRequest, "consent: is missing, expected true or false")
	}
	consent, err := c.fields.flag("consent")
	if err != nil {
		return nil, err
	}
	return consent, a.desk.Referee.SetConsent(c.ctx, c.player(), consent)
}

// mailTo is where a player is told that it is her turn, and whether she has confirmed that it is she who reads there.
type mailTo struct {
	Email     string `json:"email"`
	Confirmed bool   `json:"confirmed"`
}

func (a *API) email(c *call) (any, error) {
	return mailTo{c.account.Email, c.account.EmailConfirmed}, nil
}

func (a *API) setEmail(c *call) (any, error) {
	if c.fields["email"] == nil {
		return nil, failf(http.StatusBadRequest, `email: is missing, expected an address, or "" for none`)
	}
	email, err := c.fields.text("email")
	if err != nil {
		return nil, err
	}
	account, err := a.desk.SetEmail(c.ctx, c.player(), email)
	return mailTo{account.Email, account.EmailConfirmed}, err
}

func (a *API) health(*call) (any, error) {
	_, err := a.desk.Referee.Notices("")
	return struct {
		Status string `json:"status"`
	}{"ok"}, err
}
