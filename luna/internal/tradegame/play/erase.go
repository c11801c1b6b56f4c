package play

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

// Observer returns an observer of accounts that makes players leave their games when they are
// suspended or deleted, and removes texts at the request of their authors.
func (r *Referee) Observer() accounts.Observer {
	gone := func(id accounts.ID) { r.run(func() { r.leave(r.ctx, id) }) }
	return accounts.Observer{
		Data: r.Data,
		Changed: func(a accounts.Account) {
			if a.Suspended != "" {
				gone(a.ID)
			}
		},
		Deleted: func(id accounts.ID) {
			gone(id)
			r.run(func() { r.forget(id) })
		},
		Erase: func(ctx context.Context, id accounts.ID) error {
			r.leave(ctx, id)
			games, err := r.EraseTexts(ctx, id)
			for _, game := range games {
				if err == nil {
					err = r.reread(ctx, game)
				}
				if err == nil {
					err = r.forgetEcho(ctx, game)
				}
			}
			return err
		},
	}
}

// leave makes a player leave the lobby and their game.
func (r *Referee) leave(ctx context.Context, player accounts.ID) {
	_ = r.Withdraw(ctx, player) // fails if a game with the player starts, which they then leave
	r.mu.Lock()
	game := r.playing[player]
	r.mu.Unlock()
	if game == "" {
		return
	}
	err := r.Do(ctx, player, game, Action{Kind: trade.Leave, Key: "account"})
	if err != nil && !errors.Is(err, trade.ErrRule) {
		r.o.Log.Error("a player who is gone could not leave a game", "error", err)
	}
}

// Tick makes players leave whom another program has deleted or suspended.
func (r *Referee) Tick(ctx context.Context) error {
	r.mu.Lock()
	ids := slices.Collect(maps.Keys(r.playing))
	for _, w := range r.waiting {
		ids = append(ids, w.player)
	}
	r.mu.Unlock()
	gone, err := r.o.Accounts.Gone(ctx, ids)
	for _, id := range gone {
		r.leave(ctx, id)
	}
	return err
}

// errBusy is for a game in which something else happens in the same write.
var errBusy = errors.New("the game is being written")

// reread rebuilds a live game from the log after texts were removed there.
func (r *Referee) reread(ctx context.Context, game string) error {
	for {
		err := r.journal.Do(ctx, func(h *archive.Live) error {
			if g := r.liveGame(game); g != nil && h.Games[game] != nil {
				g.replace(h.Games[game])
			}
			return nil
		}, func(h *archive.Live, _ time.Time) ([]archive.Record, error) {
			t := h.Games[game]
			if t == nil {
				return nil, nil
			}
			if h.Changed[game] != nil {
				return nil, errBusy
			}
			again, err := r.Game(ctx, game)
			if err == nil {
				again.New = false
				again.Continue(t)
				h.Games[game] = again
			}
			return nil, err
		})
		if !errors.Is(err, errBusy) {
			return err
		}
	}
}

// forgetEcho makes the target that repeats replies forget those that were removed from a finished
// game.
func (r *Referee) forgetEcho(ctx context.Context, game string) error {
	t, err := r.Game(ctx, game)
	if err == nil && t.Public {
		r.echo.put(t)
	}
	return err
}

// Agree records that a player agrees that the logs of their games are published.
func (r *Referee) Agree(ctx context.Context, player accounts.ID) error {
	return r.Archive.Agree(ctx, player, r.clock())
}

// Disagree records that a player no longer agrees. It takes the games that they played out of the
// archive and the logs, and the player off the leaderboards and out of the lobby.
func (r *Referee) Disagree(ctx context.Context, player accounts.ID) error {
	_ = r.Withdraw(ctx, player) // fails if a game with the player starts, which is not published then
	return r.Archive.Disagree(ctx, player, r.clock())
}

// forget stores whether the games of a deleted player may be published.
func (r *Referee) forget(player accounts.ID) {
	err := r.Forget(r.ctx, player, r.clock())
	if err != nil && r.ctx.Err() == nil {
		r.o.Log.Error("the consent of a deleted player could not be kept", "error", err)
	}
}

// tellHidden tells the operator which games the archive lacks.
func (r *Referee) tellHidden(ctx context.Context) error {
	hidden, err := r.Hidden(ctx)
	if hidden > 0 {
		r.o.Log.Info("finished games of Turing Trade are not shown until all of their players agree "+
			"to that, as these are asked before their next game", "games", hidden)
	}
	return err
}

// Leaders returns the leaderboards: see [archive.Archive.Leaders].
func (r *Referee) Leaders(ctx context.Context) (bettors, targets []archive.Leader, err error) {
	return r.Archive.Leaders(ctx, r.o.Accounts)
}
