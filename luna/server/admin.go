package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// Player is the account of a player, as the operator sees it. Texts and results are not in it.
type Player struct {
	ID             string    `json:"id"`
	Name           string    `json:"name"`
	Kind           string    `json:"kind"` // person, guest or machine
	Joined         time.Time `json:"joined"`
	Consents       bool      `json:"consents"` // to the publication of their games
	Email          string    `json:"email"`    // "" for none
	EmailConfirmed bool      `json:"emailConfirmed"`
}

// PlayerSearch selects players. The zero value selects all.
type PlayerSearch struct {
	Kind  string // person, guest or machine; "" is any
	Name  string // part of the name, in any case
	Limit int    // 0 is no limit
}

// Players lists the players of a database file, the youngest account first.
func Players(ctx context.Context, db string, s PlayerSearch) ([]Player, error) {
	list := []Player{}
	err := withFile(ctx, db, func(f *file) error {
		found, err := f.accounts.Find(ctx,
			accounts.Search{Kind: accounts.Kind(s.Kind), Name: s.Name, Limit: s.Limit})
		for _, a := range found {
			list = append(list, playerOf(a))
		}
		return err
	})
	return list, err
}

// FindPlayer returns the player of a name or an ID.
func FindPlayer(ctx context.Context, db, name string) (p Player, err error) {
	err = withPlayer(ctx, db, name, func(_ *file, a accounts.Account) error {
		p = playerOf(a)
		return nil
	})
	return p, err
}

// withPlayer opens an existing database and finds a player in it.
func withPlayer(
	ctx context.Context, db, name string, do func(*file, accounts.Account) error,
) error {
	return withFile(ctx, db, func(f *file) error {
		a, err := f.accounts.Resolve(ctx, name)
		if errors.Is(err, accounts.ErrUnknown) {
			return fmt.Errorf("there is no player %q", name)
		}
		if err != nil {
			return err
		}
		return do(f, a)
	})
}

func playerOf(a accounts.Account) Player {
	return Player{
		ID: string(a.ID), Name: a.Username, Kind: string(a.Kind), Joined: a.Joined.UTC(),
		Consents: a.Consent, Email: a.Email, EmailConfirmed: a.EmailConfirmed,
	}
}
