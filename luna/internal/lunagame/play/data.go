package play

import (
	"context"
	"errors"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/wire"
)

// data returns everything about a player in the Luna Game as the player may see it, and what they
// did alone. Games have the form of the interface for programs.
func (r *Referee) data(ctx context.Context, id accounts.ID) []accounts.Part {
	player := game.PlayerID(id)
	profile := func(yield func(any, error) bool) {
		p, err := r.Archive.Player(ctx, player, -1)
		if !errors.Is(err, game.ErrUnknownPlayer) {
			yield(wire.Profile{Player: p}, err)
		}
	}
	games := func(yield func(any, error) bool) {
		for page, next := (archive.Page{Limit: archive.MaxPage}), ""; ; page.Before = next {
			views, after, err := r.EachGame(ctx, player, page)
			if err != nil {
				yield(nil, err)
				return
			}
			for v, err := range views {
				if !yield(wire.Game{View: v}, err) || err != nil {
					return
				}
			}
			if next = after; next == "" {
				return
			}
		}
	}
	return append(r.Archive.AloneData(ctx, id), accounts.Part{Name: "lunaProfile", Values: profile},
		accounts.Part{Name: "lunaGames", Values: games})
}
