package play

import (
	"context"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/wire"
)

// data returns everything about a player in the Luna Game as the player may see it, in the form of
// the interface for programs.
func (r *Referee) data(ctx context.Context, id accounts.ID) []accounts.Part {
	player := game.PlayerID(id)
	p, err := r.Archive.Player(ctx, player, -1)
	games := func(yield func(any, error) bool) {
		for page := (archive.Page{Limit: archive.MaxPage}); ; {
			views, next, err := r.EachGame(ctx, player, page)
			if err != nil {
				yield(nil, err)
				return
			}
			for v, err := range views {
				if !yield(wire.Game{View: v}, err) || err != nil {
					return
				}
			}
			if page.Before = next; next == "" {
				return
			}
		}
	}
	list := []accounts.Part{{Name: "lunaGames", Values: games}}
	if err != game.ErrUnknownPlayer {
		list = append(list, accounts.One("lunaProfile", wire.Profile{Player: p}, err))
	}
	return list
}
