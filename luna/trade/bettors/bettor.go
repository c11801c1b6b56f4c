package bettors

import (
	"math"
	"time"

	"github.com/luna-rating/luna/luna/trade"
)

// Bettor decides what to do in a game, from what it may see. A bettor plays one game.
type Bettor interface {
	// Next returns what the bettor does when it has seen messages by a time, and when to call it
	// again if there are no new messages before. Times are since the start of the game. The messages
	// are all of the bettor's since the start of the game, as [trade.Game.Look] returns them, so that
	// a new bettor can take over a game. Times do not decrease from call to call. What is done may be
	// refused, and the bettor learns of it by not seeing its effect.
	Next(now time.Duration, seen []trade.Message) (do []trade.Event, wake time.Duration)
}

// Never is when to call a bettor again that only waits for messages.
const Never = time.Duration(math.MaxInt64)

// Seat is what a bettor knows of its game from the start.
type Seat struct {
	Name     string         // of the bettor
	Settings trade.Settings // of the game
}

// event returns what the bettor does at a time.
func (s Seat) event(kind trade.Kind, now time.Duration) trade.Event {
	return trade.Event{Kind: kind, Time: now, Bettor: s.Name}
}

// Probability returns what a price says of the probability that the target is a human: in the market
// of the paper the middle between ask and bid, half a point below the price.
func (s Seat) Probability(price float64) float64 {
	if s.Settings.Market != trade.LMSRMarket {
		price -= 0.5
	}
	return min(max(price/trade.Payout, 1e-4), 1-1e-4)
}
