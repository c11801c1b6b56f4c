package play

import (
	"context"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// looks caches, for one answer, how players appear to others.
type looks struct {
	ctx      context.Context
	accounts *accounts.Service
	known    map[game.PlayerID]game.Look
}

func (r *Referee) newLooks(ctx context.Context) *looks {
	return &looks{ctx, r.accounts, make(map[game.PlayerID]game.Look)}
}

// of returns the look of a player.
func (l *looks) of(player game.PlayerID) game.Look {
	if _, ok := l.known[player]; !ok {
		l.get(accounts.ID(player))
	}
	return l.known[player]
}

// prepare gets the looks of the players of games together, which is faster than one by one.
func (l *looks) prepare(games []game.Game) {
	unknown := make(map[game.PlayerID]struct{})
	for _, g := range games {
		for _, s := range g.Seats {
			if _, ok := l.known[s.Player]; !ok && s.Player != "" {
				unknown[s.Player] = struct{}{}
			}
		}
	}
	ids := make([]accounts.ID, 0, len(unknown))
	for id := range unknown {
		ids = append(ids, accounts.ID(id))
	}
	l.get(ids...)
}

// get reads looks. A look that cannot be read, such as that of a deleted account, is left empty: it
// is not worth a failure.
func (l *looks) get(ids ...accounts.ID) {
	found, _ := l.accounts.Looks(l.ctx, ids)
	for _, id := range ids {
		l.known[game.PlayerID(id)] = game.Look(found[id])
	}
}
