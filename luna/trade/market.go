package trade

import (
	"errors"
	"fmt"
)

// Payout is what a security of the right kind pays, in points.
const Payout = 100

// errLimit is for a bet that would move the price beyond its limits.
var errLimit = errors.New("the price is at its limit")

// Prices are the prices of a market maker, which buys and sells any number of securities, one at a
// time. A human security is sold for a whole number of points, the ask price a, and bought for
// a - 1. A computer security is sold for 101 - a and bought for 100 - a. Each bet moves a by 1, from
// 1 to 100. From the price a, the market maker loses at most (100-a)(101-a)/2 if the target is a
// human and a(a-1)/2 if it is a computer.
type Prices struct{ ask int }

// newPrices returns the prices that start at an ask price from 1 to 100.
func newPrices(start int) (*Prices, error) {
	if start < 1 || start > Payout {
		return nil, fmt.Errorf("the start price is %d, a whole number from 1 to %d is needed",
			start, Payout)
	}
	return &Prices{start}, nil
}

// Price is the price that the curve of a game shows, the ask price of a human security: the belief
// that the target is a human.
func (p Prices) Price() float64 { return float64(p.ask) }

// Ask is the price at which a security of a kind can be bought.
func (p Prices) Ask(kind Side) float64 {
	if kind == Human {
		return float64(p.ask)
	}
	return float64(Payout + 1 - p.ask)
}

// Bid is the price at which a security of a kind can be sold.
func (p Prices) Bid(kind Side) float64 { return p.Ask(kind) - 1 }

// move changes the prices after a bet on a side: a security of that kind was bought, or one of the
// other kind sold. It returns [errLimit], and changes nothing, if the bet is impossible.
func (p *Prices) move(on Side) error {
	next := p.ask + 1
	if on == Computer {
		next = p.ask - 1
	}
	if next < 1 || next > Payout {
		return fmt.Errorf("%w, %d", errLimit, p.ask)
	}
	p.ask = next
	return nil
}
