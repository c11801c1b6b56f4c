package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	lunaplay "github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Network is what a network has of the Luna Games being played.
type Network struct {
	Network string     `json:"network"`          // a keyed hash that stands for its address
	Games   int        `json:"games"`            // active games
	Open    int        `json:"open"`             // of these, games that nobody has joined
	Share   float64    `json:"share"`            // Games as a part of all active games
	Since   *time.Time `json:"since"`            // when the first of these games was opened, nil for none
	Guests  int        `json:"guests,omitempty"` // of the Players; not in lists
	// Players are those who last entered a game, or guessed, from there; not in lists.
	Players []Player `json:"players,omitempty"`
}

// Networks lists the networks with most active games in a database file, up to a limit.
func Networks(ctx context.Context, db string, limit int) ([]Network, error) {
	list := []Network{}
	err := withGames(ctx, db, func(_ *file, a *archive.Archive) (err error) {
		list, err = networks(ctx, a, limit)
		return err
	})
	return list, err
}

func networks(ctx context.Context, a *archive.Archive, limit int) ([]Network, error) {
	c, err := a.Counts(ctx)
	if err != nil {
		return nil, err
	}
	list := []Network{}
	busiest, err := a.Busiest(ctx, limit)
	for _, n := range busiest {
		list = append(list, Network{Network: lunaplay.Network(n.Origin), Games: n.Games, Open: n.Open,
			Share: float64(n.Games) / float64(c.Open+c.Playing), Since: &n.Since})
	}
	return list, err
}

// FindNetwork returns the network that a name stands for: what [Network].Network has, an address,
// or a player who was last seen there.
func FindNetwork(ctx context.Context, db, name string) (n Network, err error) {
	err = withNetwork(ctx, db, name, func(f *file, a *archive.Archive, origin uint64) error {
		n.Network = lunaplay.Network(origin)
		list, err := networks(ctx, a, -1)
		if err != nil {
			return err
		}
		for _, x := range list {
			if x.Network == n.Network {
				n = x
			}
		}
		ids, err := a.PlayersFrom(ctx, origin)
		if err != nil {
			return err
		}
		for _, id := range ids {
			account, err := f.accounts.Get(ctx, accounts.ID(id))
			switch {
			case errors.Is(err, accounts.ErrUnknown): // deleted
				continue
			case err != nil:
				return err
			case account.Kind == accounts.Guest:
				n.Guests++
			}
			n.Players = append(n.Players, playerOf(account))
		}
		return nil
	})
	return n, err
}

// SuspendNetwork suspends all players of a network, as [Suspend] does, and returns their number.
func SuspendNetwork(ctx context.Context, db, name, reason string) (players int, err error) {
	err = withNetwork(ctx, db, name, func(f *file, a *archive.Archive, origin uint64) error {
		ids, err := a.PlayersFrom(ctx, origin)
		for _, id := range ids {
			if err != nil {
				break
			}
			if _, err = f.accounts.Suspend(ctx, accounts.ID(id), reason); err == nil {
				players++
			} else if errors.Is(err, accounts.ErrUnknown) {
				err = nil
			}
		}
		return err
	})
	return players, err
}

// EndGames requests that all active Luna Games of a network be ended. The server of the file does
// so within seconds, or when it starts. The network loses the games in which the opponent has
// guessed.
func EndGames(ctx context.Context, db, name string) error {
	return withNetwork(ctx, db, name, func(_ *file, a *archive.Archive, origin uint64) error {
		return a.WantEnds(ctx, origin)
	})
}

// withNetwork opens an existing database and finds a network in it.
func withNetwork(ctx context.Context, db, name string, do func(*file, *archive.Archive, uint64) error) error {
	return withGames(ctx, db, func(f *file, a *archive.Archive) error {
		origin, err := f.origin(ctx, a, name)
		if err != nil {
			return err
		}
		return do(f, a, origin)
	})
}

// origin returns the network that a name stands for.
func (f *file) origin(ctx context.Context, a *archive.Archive, name string) (uint64, error) {
	if origin, err := strconv.ParseUint(name, 16, 64); err == nil && lunaplay.Network(origin) == name {
		return origin, nil
	}
	if address, err := netip.ParseAddr(name); err == nil {
		key, err := f.store.KeyFor(ctx, store.OriginKey)
		return fair.Networks{Key: key}.Hash(address), err
	}
	account, err := f.accounts.Resolve(ctx, name)
	if err != nil && !errors.Is(err, accounts.ErrUnknown) {
		return 0, err
	}
	id := cmp.Or(string(account.ID), name) // a deleted player is still known by their ID
	origin, err := a.OriginOf(ctx, game.PlayerID(id))
	if err == nil && origin == 0 {
		err = fmt.Errorf("no network is known of %q: expected a player who has entered a Luna Game, and "+
			"from elsewhere than the server's own computer", name)
	}
	return origin, err
}
