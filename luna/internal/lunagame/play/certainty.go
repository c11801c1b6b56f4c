package play

import (
	"context"
	"sort"

	"github.com/luna-rating/luna/luna/game"
)

// maxErrors is the number of latest ratings whose standard errors are computed, each from all the
// guesses before.
const maxErrors = 100

// Certainty returns how sure a player's rating is. Errors has the standard errors of the newest of
// the past ratings, if the player has them here, by the number of the event.
func (r *Referee) Certainty(ctx context.Context, p game.Player) (c game.Certainty, errors map[int]float64, err error) {
	source := r.Archive.Source(ctx)
	received, err := source.Received(p)
	if err != nil || len(received) == 0 {
		return c, nil, err
	}
	damped, err := source.Damped()
	if err != nil {
		return c, nil, err
	}
	if c, err = game.CertaintyOf(r.aggregate, received, damped); err != nil || c.Error == nil {
		return c, nil, err
	}
	events, err := r.Archive.GuessEvents(ctx, p)
	if err != nil {
		return c, nil, err
	}
	errors = make(map[int]float64)
	for _, past := range p.History[max(0, len(p.History)-maxErrors):] {
		n := sort.SearchInts(events, past.Event+1)
		then, err := game.CertaintyOf(r.aggregate, received[:min(n, len(received))], damped)
		if err != nil {
			return c, nil, err
		}
		if then.Error != nil {
			errors[past.Event] = *then.Error
		}
	}
	return c, errors, nil
}
