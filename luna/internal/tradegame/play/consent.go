package play

import (
	"context"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
)

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
