package game

import (
	"math"
	"time"
	"unicode/utf8"
)

// Damping says that the guesses of a player count less or, with the weight 1, that they count fully
// again, for a Reason and since a Time.
type Damping struct {
	Weight float64 // factor for the weights of all their guesses, from 0 to 1
	Reason string
	Time   time.Time
}

// maxReason is the maximum length of a reason in bytes.
const maxReason = 500

// damping returns the factor for the weights of a player's guesses.
func (t *Tournament) damping(id PlayerID) float64 {
	if weight, ok := t.damped[id]; ok {
		return weight
	}
	return 1
}

func checkDamped(e Event) error {
	if e.Weight == nil {
		return invalid("weight", -1, "is missing")
	}
	if err := checkWeight(e.Weight); err != nil {
		return err
	}
	if !utf8.ValidString(e.Reason) || len(e.Reason) > maxReason || blank(e.Reason) {
		return invalid("reason", -1, "found %q, expected up to %d bytes of UTF-8", e.Reason,
			maxReason)
	}
	return nil
}

func checkWeight(w *float64) error {
	if w != nil && !(*w >= 0 && *w <= 1) {
		return invalid("weight", -1, "found %v, expected a number from 0 to 1", *w)
	}
	return nil
}

// damp makes the guesses of a player count less, or fully again, and computes the ratings of all
// players about whom the player guessed. They may lose their rating. Games that have ended keep
// their outcomes.
func (t *Tournament) damp(p *player, e Event) {
	t.touchPlayer(p)
	p.Damping = &Damping{Weight: *e.Weight, Reason: e.Reason, Time: e.Time}
	t.damped = with(t.damped, p.ID, *e.Weight)
	ratings := p.rated
	p.rated = nil
	if ratings == nil {
		ratings = make(map[PlayerID]rerated)
	}
	for _, made := range p.Guesses {
		other := t.opponent(p, made)
		if _, ok := ratings[other.ID]; !ok {
			ratings[other.ID] = t.rerated(other.received, e.Rules)
		}
	}
	for id, x := range ratings {
		other := t.players[id]
		if x.err == nil {
			t.touchPlayer(other)
			other.rerate(x.rating, e.Time, t.events)
		}
	}
}

// opponent returns the player whom a guess is about. The game of the guess must be held.
func (t *Tournament) opponent(p *player, made PastGuess) *player {
	g := t.games[made.Game]
	return t.players[g.Seats[1-g.seatOf(p.ID)].Player]
}

// rerate sets a rating that may have changed without a new guess.
func (p *player) rerate(rating *float64, at time.Time, event int) {
	before := p.Rating
	p.Rating = rating
	if rating != nil && (before == nil || math.Abs(*before-*rating) > tieTolerance) {
		p.History = append(p.History, PastRating{Rating: *rating, Time: at, Event: event})
	}
}
