// Package bettors implements machine bettors for Turing Trade: one that bets at random, and one
// that trades by a belief. They see what [trade.Game.Look] shows a bettor, and nothing else.
//
// A new bettor is a [Bettor].
package bettors

import (
	"cmp"
	"math"
	"time"

	"github.com/luna-rating/luna/luna/trade"
)

// Exchange is a question and its answer, as far as a bettor has seen them.
type Exchange struct {
	Bettor   string        // who asked
	Answer   string        // "" before it is seen
	Answered time.Duration // when the target answered; less than 0 before
	Seen     time.Duration // when the bettor saw the answer; less than 0 before
}

// State is what a bettor has seen of its game.
type State struct {
	Seat
	Price     float64       // of a human security, in points
	Holding   trade.Holding // the bettor's own
	Exchanges []Exchange    // in the order of their numbers
	Waiting   int           // own questions that wait for their turn
	// Told is what the bettor has told the market: by how much its own bets have changed the log
	// odds of the price, in total. See [LogOdds].
	Told  float64
	Ended bool // the game has ended

	read int
	mine bool // the next price is that after an own bet
}

// newState returns the state of a bettor at the start of a game.
func newState(s Seat) *State {
	return &State{Seat: s, Price: cmp.Or(s.Settings.StartPrice, trade.DefaultStartPrice)}
}

// see takes in the new messages among all of the bettor's messages.
func (s *State) see(seen []trade.Message) {
	for ; s.read < len(seen); s.read++ {
		s.take(seen[s.read])
	}
}

func (s *State) take(m trade.Message) {
	switch m.Kind {
	case trade.Asked:
		if m.Bettor == s.Name && s.Waiting > 0 {
			s.Waiting--
		}
		s.Exchanges = append(s.Exchanges, Exchange{Bettor: m.Bettor, Answered: -1, Seen: -1})
	case trade.Queued:
		s.Waiting++
	case trade.Signal, trade.Answered:
		x := s.exchange(m.Number)
		if x == nil {
			return
		}
		if x.Answered < 0 {
			x.Answered = m.Time
		}
		if m.Kind == trade.Answered {
			x.Answer, x.Seen = m.Text, m.Time
		}
	case trade.Held:
		s.Holding, s.mine = *m.Holding, true
	case trade.Priced:
		if s.mine {
			s.Told += s.LogOdds(m.Price) - s.LogOdds(s.Price)
			s.mine = false
		}
		s.Price = m.Price
	case trade.HasEnded:
		s.Ended = true
	}
}

func (s *State) exchange(number int) *Exchange {
	if number < 1 || number > len(s.Exchanges) {
		return nil
	}
	return &s.Exchanges[number-1]
}

// LogOdds returns ln(p/(1-p)), where p is the [Seat.Probability] of a price.
func (s *State) LogOdds(price float64) float64 {
	p := s.Probability(price)
	return math.Log(p / (1 - p))
}

// asks returns the ask prices of human and computer securities at the price now.
func (s *State) asks() (human, computer float64) { return s.Price, trade.Payout + 1 - s.Price }

// side returns the bet that gains points if the belief, the probability that the target is a human,
// is right: human if a human security costs less than it is worth, 100 times the belief, and
// computer if a computer security does. It returns "" if neither does, that is, if the price meets
// the belief.
func (s *State) side(belief float64) trade.Side {
	human, computer := s.asks()
	switch {
	case trade.Payout*belief > human:
		return trade.Human
	case trade.Payout*(1-belief) > computer:
		return trade.Computer
	}
	return ""
}

// Sigmoid returns the probability that has the given log odds.
func Sigmoid(logOdds float64) float64 { return 1 / (1 + math.Exp(-logOdds)) }

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
