package play

import (
	"context"
	"errors"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// guestSilence is how long a game that only waits for guests stays active after its last activity.
// Guests who have closed their browser do not come back.
const guestSilence = 6 * time.Hour

// giveUpEvery is the time between two searches for such games.
const giveUpEvery = 10 * time.Minute

// release lets people whose opponents are silent play others; see [game.Pairing.Release].
func (r *Referee) release(ctx context.Context) error {
	return r.journal.Do(ctx, nil, func(t *game.Tournament, now time.Time) ([]game.Event, error) {
		events, err := r.pairing.rules.Release(t, now, newGame)
		return r.blaming(t, events, err)
	})
}

// giveUp ends the games that have waited for guests for too long.
func (r *Referee) giveUp(ctx context.Context) error {
	now := r.steady.Reached()
	if now.Sub(r.gaveUp) < giveUpEvery {
		return nil
	}
	r.gaveUp = now
	var silent []game.Silence
	err := r.journal.Do(ctx, func(t *game.Tournament) error {
		silent = t.Silent(now, guestSilence)
		return nil
	})
	var steps []step
	for _, s := range silent {
		only, problem := r.onlyGuests(ctx, s.Players)
		if err = errors.Join(err, problem); !only {
			continue
		}
		steps = append(steps, func(t *game.Tournament, at time.Time) ([]game.Event, error) {
			if g, err := t.Game(s.Game); err != nil || now.Sub(g.Updated) < guestSilence {
				return nil, err
			}
			events, err := t.GiveUp(s.Game, newGame(), at)
			return r.blaming(t, events, err)
		})
	}
	if err != nil || len(steps) == 0 {
		return err
	}
	return r.journal.Do(ctx, nil, steps...)
}

// sweepEvery is the time between two searches for texts that were kept for research and whose
// authors no longer agree to that.
const sweepEvery = time.Hour

// sweep removes the texts of games without a result for which there is no reason any more.
func (r *Referee) sweep(ctx context.Context) error {
	now := r.steady.Reached()
	all := now.Sub(r.swept) >= sweepEvery
	err := r.Archive.Sweep(ctx, now, all)
	if all && err == nil {
		r.swept = now
	}
	return err
}

// onlyGuests reports whether players are guests, or have no account any more.
func (r *Referee) onlyGuests(ctx context.Context, players []game.PlayerID) (bool, error) {
	for _, p := range players {
		a, err := r.accounts.Get(ctx, accounts.ID(p))
		switch {
		case errors.Is(err, accounts.ErrUnknown):
		case err != nil || a.Kind != accounts.Guest:
			return false, err
		}
	}
	return true, nil
}

// gone ends the games of players whose accounts were deleted or suspended.
func (r *Referee) gone(ctx context.Context, ids ...accounts.ID) error {
	for _, id := range ids {
		_, err := r.accounts.Get(ctx, id)
		deleted := errors.Is(err, accounts.ErrUnknown)
		if err != nil && !deleted {
			return err
		}
		err = r.journal.Do(ctx, nil, func(t *game.Tournament, now time.Time) ([]game.Event, error) {
			return t.Gone(game.PlayerID(id), deleted, newGame, now)
		})
		if err != nil && !errors.Is(err, game.ErrUnknownPlayer) {
			return err
		}
	}
	return nil
}

// endGone does so for players whom other programs have deleted or suspended.
func (r *Referee) endGone(ctx context.Context) error {
	ids, err := r.Archive.Involved(ctx)
	if err != nil {
		return err
	}
	gone, err := r.accounts.Gone(ctx, ids)
	return errors.Join(err, r.gone(ctx, gone...))
}

// endWanted ends the games of the networks that the operator has named.
func (r *Referee) endWanted(ctx context.Context) error {
	wanted, err := r.Archive.WantedEnds(ctx)
	for _, origin := range wanted {
		err := r.journal.Do(ctx, nil, func(t *game.Tournament, now time.Time) ([]game.Event, error) {
			return t.EndAll(origin, now), nil
		})
		if err == nil {
			err = r.Archive.Ended(ctx, origin)
		}
		if err != nil {
			return err
		}
	}
	return err
}
