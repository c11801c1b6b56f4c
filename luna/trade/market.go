package trade

import (
	"errors"
	"fmt"
	"math"
)

// Payout is what a security of the right kind pays, in points.
const Payout = 100

// errLimit is for a bet that would move the price beyond its limits.
var errLimit = errors.New("the price is at its limit")

// Prices are the prices of a market maker, which buys and sells any number of securities, one at a
// time.
type Prices interface {
	// Price is the price that the curve of a game shows, in points: the belief that the target is a
	// human.
	Price() float64
	// Ask is the price at which a security of a kind can be bought.
	Ask(kind Side) float64
	// Bid is the price at which a security of a kind can be sold.
	Bid(kind Side) float64
	// MaxLoss is the most that the market maker can lose, counted from its start, if the target has
	// the given nature.
	MaxLoss(nature Side) float64
}

// market is a market maker whose prices move with bets.
type market interface {
	Prices
	// Move changes the prices after a bet on a side: a security of that kind was bought, or one of
	// the other kind sold. It returns [errLimit], and changes nothing, if the bet is impossible.
	Move(on Side) error
}

// unit is the market of the paper. A human security is sold for a whole number of points, the ask
// price a, and bought for a - 1. A computer security is sold for 101 - a and bought for 100 - a.
// Each bet moves a by 1, from 1 to 100. Its maximum loss from the price a is (100-a)(101-a)/2 if
// the target is a human and a(a-1)/2 if it is a computer.
type unit struct{ start, ask int }

// newUnit returns the market that starts at an ask price from 1 to 100.
func newUnit(start int) (*unit, error) {
	if start < 1 || start > Payout {
		return nil, fmt.Errorf("the start price is %d, a whole number from 1 to %d is needed",
			start, Payout)
	}
	return &unit{start, start}, nil
}

// Price implements [Prices]: the ask price of a human security.
func (m *unit) Price() float64 { return float64(m.ask) }

// Ask implements [Prices].
func (m *unit) Ask(kind Side) float64 {
	if kind == Human {
		return float64(m.ask)
	}
	return float64(Payout + 1 - m.ask)
}

// Bid implements [Prices].
func (m *unit) Bid(kind Side) float64 { return m.Ask(kind) - 1 }

// Move implements [Market].
func (m *unit) Move(on Side) error {
	next := m.ask + 1
	if on == Computer {
		next = m.ask - 1
	}
	if next < 1 || next > Payout {
		return fmt.Errorf("%w, %d", errLimit, m.ask)
	}
	m.ask = next
	return nil
}

// MaxLoss implements [Prices].
func (m *unit) MaxLoss(nature Side) float64 {
	a := m.start
	if nature == Human {
		return float64((Payout - a) * (Payout + 1 - a) / 2)
	}
	return float64(a * (a - 1) / 2)
}

// lmsr is the logarithmic market scoring rule: Hanson, R., “Logarithmic market scoring rules for
// modular combinatorial information aggregation”, Journal of Prediction Markets 1, 2007. With d
// human securities more than computer ones sold, the price of a human security is
// 100/(1+exp(-d/b)), b being the liquidity, and a bet costs what it changes the cost function
// 100·b·ln(e^(h/b) + e^(c/b)). Its maximum loss from the price p is -100·b·ln(p/100) if the target
// is a human and -100·b·ln(1-p/100) otherwise.
type lmsr struct{ start, liquidity, sold float64 }

// DefaultLiquidity is the liquidity at which a bet near 50 moves the price of an [lmsr] by one
// point, as in [unit].
const DefaultLiquidity = 25

// maxLiquidity bounds the liquidity in settings from files.
const maxLiquidity = 1e6

// lmsrReach is how close a price may come to 0 and 100: any closer, and bets would cost nothing.
const lmsrReach = 0.01

// NewLMSR returns the market that starts at a price from 0.01 to 99.99 and has a liquidity above 0.
func NewLMSR(start, liquidity float64) (Prices, error) { return newLMSR(start, liquidity) }

func newLMSR(start, liquidity float64) (*lmsr, error) {
	if !(start >= lmsrReach && start <= Payout-lmsrReach) {
		return nil, fmt.Errorf("the start price is %v, %v to %v is needed", start, lmsrReach,
			Payout-lmsrReach)
	}
	if !(liquidity > 0 && liquidity <= maxLiquidity) {
		return nil, fmt.Errorf("the liquidity is %v, above 0 and at most %v is needed",
			liquidity, maxLiquidity)
	}
	p := start / Payout
	return &lmsr{start, liquidity, liquidity * math.Log(p/(1-p))}, nil
}

// Price implements [Prices].
func (m *lmsr) Price() float64 { return Payout / (1 + math.Exp(-m.sold/m.liquidity)) }

// cost returns the cost of the first human securities, up to a constant.
func (m *lmsr) cost(sold float64) float64 {
	x := sold / m.liquidity
	// ln(1 + e^x) without overflow
	return Payout * m.liquidity * (math.Max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))))
}

// Ask implements [Prices].
func (m *lmsr) Ask(kind Side) float64 {
	if kind == Human {
		return m.cost(m.sold+1) - m.cost(m.sold)
	}
	return Payout - m.Bid(Human)
}

// Bid implements [Prices].
func (m *lmsr) Bid(kind Side) float64 {
	if kind == Human {
		return m.cost(m.sold) - m.cost(m.sold-1)
	}
	return Payout - m.Ask(Human)
}

// Move implements [Market].
func (m *lmsr) Move(on Side) error {
	next := *m
	if next.sold++; on == Computer {
		next.sold -= 2
	}
	if p := next.Price(); p < lmsrReach || p > Payout-lmsrReach {
		return fmt.Errorf("%w, %.2f", errLimit, m.Price())
	}
	*m = next
	return nil
}

// MaxLoss implements [Prices].
func (m *lmsr) MaxLoss(nature Side) float64 {
	p := m.start / Payout
	if nature == Computer {
		p = 1 - p
	}
	return -Payout * m.liquidity * math.Log(p)
}
