package game

import (
	"math"
	"time"
	"unicode/utf8"
)

// Aggregate computes a Smarts Rating from guesses. The rules use [Mean]; package aggregate provides
// others.
type Aggregate interface {
	// Name identifies the aggregate in settings and reports.
	Name() string
	// Rating returns the rating, from 0 to 100, of a player about whom human opponents made these
	// guesses, oldest first. At least one has a positive Weight; one of weight 0 has no effect, and
	// if all have the weight 1, the result is the same as without weights. The same guesses must
	// give the same rating. The slice must be neither modified nor kept.
	Rating(guesses []Received) float64
}

// Received is a Guess, from 0 to 100, that a human opponent made about a player.
type Received struct {
	By    PlayerID // who made the guess
	Guess float64
	// Left says that nobody made the guess, which is 0: it is the price of a game that the player
	// left. By then differs from all others.
	Left bool
	// Weight says how much the guess counts, from 0 to 1. In the state of a tournament it is the
	// weight that the guess was given when it was made. An [Aggregate] receives what remains of it
	// after guesses from the same network have been made to share a weight and the guesses of
	// damped players have been reduced.
	Weight float64
	// Origin stands for the network from which the guess was made, from 1 to [MaxOrigin]; 0 means
	// unknown, and differs from all others.
	Origin uint64
}

// Mean is the mean of all guesses (2.5), by weight: “The mean was chosen for simplicity, though
// more sophisticated statistics that are adaptive, such as Elo Ratings, could also be used in the
// future.”
type Mean struct{}

// Name returns "mean".
func (Mean) Name() string { return "mean" }

// Rating adds the guesses in order, so that the result is the same to the bit on every machine:
// products are rounded before they are added, and weights of 1 change nothing.
func (Mean) Rating(guesses []Received) float64 {
	return sumsOf(guesses).meanBy(Rules)
}

// sums are what the mean of guesses is computed from.
type sums struct{ sum, weight, lowest, highest float64 }

func sumsOf(guesses []Received) (s sums) {
	for _, g := range guesses {
		s = s.with(g)
	}
	return s
}

// with returns the sums with another guess, whose product with its weight is rounded before it is
// added.
func (s sums) with(g Received) sums {
	switch {
	case g.Weight == 0:
		return s
	case s.weight == 0:
		s.lowest, s.highest = g.Guess, g.Guess
	}
	return sums{s.sum + float64(g.Weight*g.Guess), s.weight + g.Weight, min(s.lowest, g.Guess),
		max(s.highest, g.Guess)}
}

// meanBy returns the mean, which is between the lowest and the highest guess, beyond which rounding
// may lead: the mean of equal guesses is exactly that guess. Earlier rules only kept to the scale.
func (s sums) meanBy(rules int) float64 {
	if rules == 0 {
		return min(s.sum/s.weight, MaxRating)
	}
	return min(max(s.sum/s.weight, s.lowest), s.highest)
}

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
		return invalid("reason", -1, "found %q, expected up to %d bytes of UTF-8", e.Reason, maxReason)
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
