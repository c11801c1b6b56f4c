package accounts

import (
	"context"
	"errors"
	"fmt"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/store"
)

// Authenticate returns the account that a token is of and counts a request of it. The address is [auth.AddressKey] of where the request
// came from. The error wraps [ErrToken], is a [LimitError], or is the store's.
func (d *Desk) Authenticate(ctx context.Context, address, token string) (store.Account, error) {
	a, err := d.known(ctx, token)
	if errors.Is(err, ErrToken) {
		if limit := take(d.Guard.Refusals, address, "requests without a valid token from this address"); limit != nil {
			return store.Account{}, limit
		}
	}
	if err != nil {
		return store.Account{}, err
	}
	return a, take(d.Guard.Players, string(a.ID), "requests")
}

func (d *Desk) known(ctx context.Context, token string) (store.Account, error) {
	if token == "" {
		return store.Account{}, ErrToken
	}
	s, err := d.Tokens.ParseSession(token)
	switch {
	case errors.Is(err, auth.ErrExpired):
		return store.Account{}, fmt.Errorf("%w (the one sent has expired)", ErrToken)
	case err != nil:
		return store.Account{}, fmt.Errorf("%w (the one sent is not valid)", ErrToken)
	}
	a, err := d.Referee.Account(ctx, game.PlayerID(s.Account))
	switch {
	case errors.Is(err, store.ErrUnknownAccount):
		return store.Account{}, fmt.Errorf("%w (the account is no more)", ErrToken)
	case err != nil:
		return store.Account{}, err
	case a.Generation != s.Generation:
		return store.Account{}, fmt.Errorf("%w (the one sent was revoked)", ErrToken)
	}
	return a, nil
}

// OpenedGame is how many bytes a game counts besides its texts, for what is kept of it.
const OpenedGame = 16 << 10

// Keep counts texts of so many bytes that are to be kept, in a log that only grows, and comes from an address. The error is a [LimitError].
func (d *Desk) Keep(address string, bytes int) error {
	if wait := d.Guard.Texts.TakeN(address, 1+bytes>>10); wait > 0 {
		return &LimitError{"texts from this address", wait}
	}
	return nil
}

// Told counts an answer of so many bytes: a long one is as much work as several requests.
func (d *Desk) Told(player game.PlayerID, bytes int) {
	if n := bytes >> 18; n > 0 {
		d.Guard.Players.Charge(string(player), n)
	}
}
