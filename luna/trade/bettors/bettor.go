// Package bettors implements machine bettors for Turing Trade: one that bets at random, and one
// that trades by a belief. They see what [trade.Game.Look] shows a bettor, and nothing else.
//
// A new bettor is a [Bettor].
package bettors

import (
	"math"
	"time"

	"github.com/luna-rating/luna/luna/trade"
)

// Bettor decides what to do in a game, from what it may see. A bettor plays only one game.
type Bettor interface {
	// Next returns what the bettor does when it has seen messages by the given time, and when to
	// call Next again if there are no new messages before. Times are since the start of the game.
	// The messages are all of the bettor's since the start of the game, as [trade.Game.Look]
	// returns them, so that a new bettor can take over a game. Times do not decrease from call to
	// call. An action may be refused; the bettor notices this because it does not see an effect.
	Next(now time.Duration, seen []trade.Message) (do []trade.Event, wake time.Duration)
}

// Never is the time at which to call Next again for a bettor that only waits for messages.
const Never = time.Duration(math.MaxInt64)

// Seat is what a bettor knows of its game from the start.
type Seat struct {
	Name     string         // of the bettor
	Settings trade.Settings // of the game
}

// event returns an action of the bettor at a time.
func (s Seat) event(kind trade.Kind, now time.Duration) trade.Event {
	return trade.Event{Kind: kind, Time: now, Bettor: s.Name}
}

// Probability returns the probability, implied by a price, that the target is a human: the middle
// between ask and bid, half a point below the price.
func (Seat) Probability(price float64) float64 {
	return min(max((price-0.5)/trade.Payout, 1e-4), 1-1e-4)
}
