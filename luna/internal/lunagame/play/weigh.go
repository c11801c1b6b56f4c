package play

import (
	"context"
	"errors"
	"sort"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
)

// Ratings says how much people's guesses weigh.
type Ratings string

// PublicRatings weigh guesses by [fair.Weight]. With ThesisRatings, for people who trust each
// other, all weigh the same, and the first one is a rating (2.5.2).
const (
	PublicRatings Ratings = "public"
	ThesisRatings Ratings = "thesis"
)

// Trusting reports whether players are trusted, as with [ThesisRatings]: all guesses weigh the
// same, nobody is found dishonest, and networks are not told apart.
func (r *Referee) Trusting() bool { return r.ratings == ThesisRatings }

// origin returns the network that a guess is made from, and whether the guess is weighed.
func (r *Referee) origin(ctx context.Context) (origin uint64, weighed bool) {
	if r.Trusting() {
		return 0, false
	}
	return r.networks.Of(ctx)
}

// weighed returns the step of a guess, with its weight and the network that the request came from.
// Machines' guesses count for nothing, so they have neither.
func (r *Referee) weighed(ctx context.Context, e game.Event) step {
	origin, weighed := r.origin(ctx)
	return func(t *game.Tournament, now time.Time) ([]game.Event, error) {
		e.Time = now
		if p, err := t.Player(e.Player); err != nil || p.Machine || !weighed {
			return []game.Event{e}, nil
		}
		g, err := t.Game(e.Game)
		if err != nil {
			return []game.Event{e}, nil // the rules say what is wrong
		}
		w, err := r.weight(t, e.Player, opponent(&g, e.Player).Player, origin)
		if err != nil {
			return nil, err
		}
		if e.Origin = origin; w < 1 {
			e.Weight = &w
		}
		return []game.Event{e}, nil
	}
}

// weight returns how much a guess of a person, made from a network, about a player weighs.
func (r *Referee) weight(t *game.Tournament, giver, receiver game.PlayerID, origin uint64) (float64, error) {
	by, err := t.Received(giver)
	if err != nil {
		return 0, err
	}
	about, err := t.Received(receiver)
	if err != nil && !errors.Is(err, game.ErrUnknownPlayer) { // nobody has joined the game
		return 0, err
	}
	return fair.Weight(by, about, origin, r.known.Has(giver)), nil
}

// opponent returns the seat of a player's opponent.
func opponent(g *game.Game, player game.PlayerID) *game.Seat {
	if g.Seats[0].Player == player {
		return &g.Seats[1]
	}
	return &g.Seats[0]
}

// meet records, when a game has ended with a result, that its players have met.
func (r *Referee) meet(t *game.Tournament, id game.GameID) {
	g, err := t.Game(id)
	if r.known == nil || err != nil || g.Status != game.Finished {
		return
	}
	a, b := g.Seats[0], g.Seats[1]
	if !a.Machine && !b.Machine && (a.Origin == 0 || a.Origin != b.Origin) {
		r.known.Met(a.Player, b.Player)
	}
}

// know sets which players are known.
func (r *Referee) know(ctx context.Context, known fair.Known) error {
	return r.journal.Do(ctx, func(*game.Tournament) error {
		r.known = known
		return nil
	})
}

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
