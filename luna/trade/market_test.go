package trade_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/trade"
)

// trades returns how many random bets a property is tested with.
func trades(t testing.TB) int {
	t.Helper()
	if !suite.Full(t) {
		return 50_000
	}
	return 1_000_000
}

// book is a slow and obvious account of bets: it keeps each trade and counts them all again.
type book struct {
	start int
	bets  []bookEntry
	human map[int]int // securities of each bettor
	bot   map[int]int
	cash  map[int]int
}

type bookEntry struct {
	who int
	on  trade.Side
}

func newBook(start int) *book {
	return &book{start: start, human: map[int]int{}, bot: map[int]int{}, cash: map[int]int{}}
}

// ask is what a human security costs: each bet on a human has raised the price by 1, each on a
// computer lowered it.
func (b *book) ask() int {
	a := b.start
	for _, e := range b.bets {
		if e.on == trade.Human {
			a++
		} else {
			a--
		}
	}
	return a
}

// bet reports whether the bet was possible.
func (b *book) bet(who int, on trade.Side) bool {
	a := b.ask()
	switch {
	case on == trade.Human && a == 100, on == trade.Computer && a == 1:
		return false
	case on == trade.Human && b.bot[who] > 0: // sells a computer security
		b.bot[who]--
		b.cash[who] += 100 - a
	case on == trade.Human:
		b.human[who]++
		b.cash[who] -= a
	case b.human[who] > 0: // sells a human security
		b.human[who]--
		b.cash[who] += a - 1
	default:
		b.bot[who]++
		b.cash[who] -= 101 - a
	}
	b.bets = append(b.bets, bookEntry{who, on})
	return true
}

func randomSide(r *rand.Rand) trade.Side {
	if r.IntN(2) == 0 {
		return trade.Human
	}
	return trade.Computer
}

// TestUnitMarketByTheBook compares random bets with the slow account. Streaks take the price to its
// limits.
func TestUnitMarketByTheBook(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for done := 0; done < trades(t); {
		start := 1 + r.IntN(100)
		m := suite.Must(trade.NewUnit(start))(t)
		slow := newBook(start)
		holdings := make([]trade.Holding, 3)
		bias := r.Float64()
		for range 1 + r.IntN(250) {
			who, on := r.IntN(3), trade.Computer
			if r.Float64() < bias {
				on = trade.Human
			}
			done++
			before := holdings[who]
			err := holdings[who].Bet(m, on)
			if possible := slow.bet(who, on); possible != (err == nil) {
				t.Fatalf("start %d, bet on %s at %v: %v, want possible %v", start, on, m.Price(), err,
					possible)
			}
			if err != nil && (!errors.Is(err, trade.ErrLimit) || holdings[who] != before) {
				t.Fatalf("the refused bet (%v) changed %v into %v", err, before, holdings[who])
			}
			if m.Price() != float64(slow.ask()) || m.Price() < 1 || m.Price() > 100 {
				t.Fatalf("price %v, want %d", m.Price(), slow.ask())
			}
			h := holdings[who]
			kind := trade.Side("")
			switch {
			case slow.human[who] > 0:
				kind = trade.Human
			case slow.bot[who] > 0:
				kind = trade.Computer
			}
			if h.Cash != float64(slow.cash[who]) || h.Held != slow.human[who]+slow.bot[who] ||
				h.Kind != kind {
				t.Fatalf("bettor has %+v, want %d points, %d human, %d computer", h,
					slow.cash[who], slow.human[who], slow.bot[who])
			}
		}
		checkMaker(t, m, holdings, 0)
	}
}

// checkMaker checks that what bettors gain is what the market maker loses, within its bound, and
// that the price depends on the securities alone.
func checkMaker(t *testing.T, m trade.Market, holdings []trade.Holding, tolerance float64) {
	t.Helper()
	for _, nature := range []trade.Side{trade.Human, trade.Computer} {
		// The maker's own account: it has taken the cash and pays the securities.
		taken, owed := 0.0, 0.0
		gained := 0.0
		for _, h := range holdings {
			taken -= h.Cash
			if h.Kind == nature {
				owed += 100 * float64(h.Held)
			}
			gained += h.Paid(nature).Points
		}
		if loss := owed - taken; loss > m.MaxLoss(nature)+tolerance ||
			math.Abs(loss-gained) > tolerance {
			t.Fatalf("%s: the maker loses %v, at most %v; bettors gain %v", nature, loss,
				m.MaxLoss(nature), gained)
		}
	}
}

// TestUnitMaxLossIsMet drives the price to its limits: the bound is attained, so no smaller one
// holds. The paper's rules give 1275 and 1225 from 50.
func TestUnitMaxLossIsMet(t *testing.T) {
	for start := 1; start <= 100; start++ {
		for _, nature := range []trade.Side{trade.Human, trade.Computer} {
			m := suite.Must(trade.NewUnit(start))(t)
			var h trade.Holding
			for h.Bet(m, nature) == nil {
			}
			if got := h.Paid(nature).Points; got != m.MaxLoss(nature) {
				t.Errorf("start %d, %s: loss %v, want %v", start, nature, got, m.MaxLoss(nature))
			}
		}
	}
	m, _ := trade.NewUnit(50)
	if m.MaxLoss(trade.Human) != 1275 || m.MaxLoss(trade.Computer) != 1225 {
		t.Errorf("from 50: %v and %v", m.MaxLoss(trade.Human), m.MaxLoss(trade.Computer))
	}
}

// TestBuyThenSell checks that a bet and the opposite one net nothing, whatever one holds.
func TestBuyThenSell(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range trades(t) / 10 {
		var m trade.Market
		tolerance := 0.0
		if r.IntN(2) == 0 {
			m, _ = trade.NewUnit(1 + r.IntN(100))
		} else {
			m, _ = trade.NewLMSR(1+98*r.Float64(), 1+50*r.Float64())
			tolerance = 1e-6
		}
		var h trade.Holding
		for range r.IntN(5) {
			_ = h.Bet(m, randomSide(r))
		}
		before, price, on := h, m.Price(), randomSide(r)
		if h.Bet(m, on) != nil {
			continue
		}
		if err := h.Bet(m, on.Other()); err != nil {
			t.Fatalf("back from %v: %v", m.Price(), err)
		}
		if math.Abs(h.Cash-before.Cash) > tolerance || h.Held != before.Held ||
			h.Kind != before.Kind || math.Abs(m.Price()-price) > tolerance {
			t.Fatalf("%+v at %v became %+v at %v", before, price, h, m.Price())
		}
	}
}

// TestLMSRByTheFormula compares random bets with Hanson's cost function, computed from the
// quantities of both securities; the package works with their difference.
func TestLMSRByTheFormula(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for done := 0; done < trades(t); {
		start, b := 1+98*r.Float64(), 2+60*r.Float64()
		m := suite.Must(trade.NewLMSR(start, b))(t)
		human, bot := b*math.Log(start/100), b*math.Log(1-start/100) // quantities sold
		cost := func() float64 { return 100 * b * math.Log(math.Exp(human/b)+math.Exp(bot/b)) }
		holdings := make([]trade.Holding, 3)
		bias := r.Float64()
		for range 1 + r.IntN(250) {
			who, on := r.IntN(3), trade.Computer
			if r.Float64() < bias {
				on = trade.Human
			}
			done++
			before, was := holdings[who], cost()
			if err := holdings[who].Bet(m, on); err != nil {
				if p := m.Price(); !errors.Is(err, trade.ErrLimit) || p > 2 && p < 98 && b > 30 {
					t.Fatalf("refused at %v: %v", p, err)
				}
				continue
			}
			switch {
			case on == trade.Human && before.Kind == trade.Computer:
				bot--
			case on == trade.Human:
				human++
			case before.Kind == trade.Human:
				human--
			default:
				bot++
			}
			if paid := before.Cash - holdings[who].Cash; math.Abs(paid-(cost()-was)) > 1e-6 {
				t.Fatalf("the bettor paid %v, want %v", paid, cost()-was)
			}
			h, c := math.Exp(human/b), math.Exp(bot/b)
			if want := 100 * h / (h + c); math.Abs(m.Price()-want) > 1e-6 {
				t.Fatalf("price %v, want %v", m.Price(), want)
			}
			if spread := m.Ask(trade.Human) - m.Bid(trade.Human); !(spread > 0) ||
				math.Abs(m.Ask(trade.Human)+m.Bid(trade.Computer)-100) > 1e-6 ||
				math.Abs(m.Ask(trade.Computer)+m.Bid(trade.Human)-100) > 1e-6 {
				t.Fatalf("spread %v at %v", spread, m.Price())
			}
		}
		checkMaker(t, m, holdings, 1e-6)
	}
}

// TestNewMarketRefuses has starts and liquidities that are no market.
func TestNewMarketRefuses(t *testing.T) {
	for _, start := range []int{-1, 0, 101} {
		if _, err := trade.NewUnit(start); err == nil {
			t.Errorf("a market starts at %d", start)
		}
	}
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range [][2]float64{{0, 25}, {100, 25}, {nan, 25}, {50, 0}, {50, -1}, {50, nan},
		{50, inf}, {inf, 25}} {
		if _, err := trade.NewLMSR(c[0], c[1]); err == nil {
			t.Errorf("a market starts at %v with the liquidity %v", c[0], c[1])
		}
	}
}
