package referee

import (
	"context"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
)

// weighed returns the step of a guess, with its weight and the network that the request came from.
// Machines' guesses count for nothing, so they have neither.
func (r *Referee) weighed(ctx context.Context, e game.Event) step {
	origin, weighed := r.networks.Of(ctx)
	return func(t *game.Tournament, now time.Time) ([]game.Event, error) {
		e.Time = now
		if p, err := t.Player(e.Player); err != nil || p.Machine || !weighed {
			return []game.Event{e}, nil
		}
		received, err := t.Received(e.Player)
		if err != nil {
			return nil, err
		}
		e.Origin = origin
		if w := fair.Weight(received, origin); w < 1 {
			e.Weight = &w
		}
		return []game.Event{e}, nil
	}
}
