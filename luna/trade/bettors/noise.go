package bettors

import (
	"math/rand/v2"
	"time"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/luna/trade"
)

// NoiseHabits are the habits of a bettor who bets at random. Zero values stand for defaults.
type NoiseHabits struct {
	Questions []string      // questions from which it picks at random; it asks none if empty
	Wait      time.Duration // the mean time between two actions; 0 means two seconds
	Ask       float64       // the probability that it asks instead of betting, if it has questions
}

// noise is a bettor who asks and bets at random times, on random sides, whatever the target says.
type noise struct {
	*State
	habits NoiseHabits
	rng    *rand.Rand
	next   time.Duration
}

// NewNoise returns a bettor who bets at random.
func NewNoise(s Seat, h NoiseHabits, seed uint64) Bettor {
	if h.Wait <= 0 {
		h.Wait = 2 * time.Second
	}
	n := &noise{State: newState(s), habits: h, rng: numbers.Stream(seed, "luna/trade/noise", 0)}
	n.next = n.wait()
	return n
}

// Next implements [Bettor].
func (n *noise) Next(now time.Duration, seen []trade.Message) ([]trade.Event, time.Duration) {
	n.see(seen)
	if n.Ended {
		return nil, Never
	}
	if now < n.next {
		return nil, n.next
	}
	n.next = now + n.wait()
	if len(n.habits.Questions) > 0 && n.Waiting == 0 && n.rng.Float64() < n.habits.Ask {
		e := n.event(trade.Question, now)
		e.Text = n.habits.Questions[n.rng.IntN(len(n.habits.Questions))]
		return []trade.Event{e}, n.next
	}
	e := n.event(trade.Bet, now)
	e.Side = trade.Computer
	if n.rng.Float64() < 0.5 {
		e.Side = trade.Human
	}
	// a bet at the limit of the prices would be refused
	if human, computer := n.asks(); e.Side == trade.Human && human >= trade.Payout ||
		e.Side == trade.Computer && computer >= trade.Payout {
		return nil, n.next
	}
	return []trade.Event{e}, n.next
}

// wait returns a random time, exponential with the habit's mean, at least a millisecond.
func (n *noise) wait() time.Duration {
	d := time.Duration(n.rng.ExpFloat64() * float64(n.habits.Wait))
	return max(d.Truncate(time.Millisecond), time.Millisecond)
}
