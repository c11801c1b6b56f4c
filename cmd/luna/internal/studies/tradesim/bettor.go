package tradesim

import (
	"math/rand/v2"
	"time"

	"github.com/luna-rating/luna/luna/trade"
	"github.com/luna-rating/luna/luna/trade/bettors"
)

// mind holds the signals of a bettor.
type mind struct {
	signals []float64 // by number of the answer, from 0
	sum     float64   // of those of answers that were read
	read    int
}

// belief takes in the answers that the bettor has read, in their order.
func (m *mind) belief(s *bettors.State) float64 {
	for m.read < len(s.Exchanges) && s.Exchanges[m.read].Seen >= 0 {
		m.sum += m.signals[m.read]
		m.read++
	}
	return bettors.Sigmoid(s.LogOdds(s.Price) + m.sum - s.Told)
}

// seatOf makes the bettor of a seat.
func seatOf(i int, s trade.Settings, m *mind, silent bool, rng *rand.Rand) bettors.Bettor {
	seat := bettors.Seat{Name: s.Bettors[i], Settings: s}
	first := milliseconds(1 + 7*rng.Float64())
	pause := milliseconds(2 + 6*rng.Float64())
	habits := bettors.Habits{Questions: shuffled(rng), First: first, Pause: pause}
	switch {
	case silent && i == 0:
		return &onlyOnce{seat: seat, at: first}
	case silent:
		return bettors.NewByBelief(seat, bettors.Habits{},
			func(s *bettors.State) float64 { return s.Probability(s.Price) })
	}
	return bettors.NewByBelief(seat, habits, m.belief)
}

func shuffled(rng *rand.Rand) []string {
	list := make([]string, len(questions))
	for i, k := range rng.Perm(len(questions)) {
		list[i] = questions[k]
	}
	return list
}

// onlyOnce bets on computer once and does nothing else.
type onlyOnce struct {
	seat bettors.Seat
	at   time.Duration
	done bool
}

// Next implements [bettors.Bettor].
func (b *onlyOnce) Next(now time.Duration, _ []trade.Message) ([]trade.Event, time.Duration) {
	switch {
	case b.done:
		return nil, bettors.Never
	case now < b.at:
		return nil, b.at
	}
	b.done = true
	e := trade.Event{Kind: trade.Bet, Time: now, Bettor: b.seat.Name, Side: trade.Computer}
	return []trade.Event{e}, bettors.Never
}

// milliseconds returns a number of seconds as a whole number of milliseconds.
func milliseconds(seconds float64) time.Duration {
	return time.Duration(seconds*1000) * time.Millisecond
}
