package trade

import (
	"errors"
	"fmt"
)

// Payout is what a security of the right kind pays, in points.
const Payout = 100

// errLimit is for a bet that would move the price beyond its limits.
var errLimit = errors.New("the price is at its limit")

// prices are the prices of a market maker in a [UnitMarket], who buys and sells any number of
// securities, one at a time: the ask price of a human security. From the price a, the market maker
// loses at most (100-a)(101-a)/2 if the target is a human and a(a-1)/2 if it is a computer.
type prices int

// newPrices returns the prices that start at an ask price from 1 to 100.
func newPrices(start int) (prices, error) {
	if start < 1 || start > Payout {
		return 0, fmt.Errorf("the start price is %d, a whole number from 1 to %d is needed",
			start, Payout)
	}
	return prices(start), nil
}

// ask is the price at which a security of a kind can be bought.
func (p prices) ask(kind Side) float64 {
	if kind == Human {
		return float64(p)
	}
	return float64(Payout + 1 - p)
}

// bid is the price at which a security of a kind can be sold.
func (p prices) bid(kind Side) float64 { return p.ask(kind) - 1 }

// move changes the prices after a bet on a side: a security of that kind was bought, or one of the
// other kind sold. It returns [errLimit], and changes nothing, if the bet is impossible.
func (p *prices) move(on Side) error {
	next := *p + 1
	if on == Computer {
		next = *p - 1
	}
	if next < 1 || next > Payout {
		return fmt.Errorf("%w, %d", errLimit, *p)
	}
	*p = next
	return nil
}

// Holding is what a bettor has: points, and securities of one kind. The zero value is an empty
// holding.
type Holding struct {
	Cash float64 `json:"cash"` // points; negative for a debt
	Held int     `json:"held"` // number of securities
	Kind Side    `json:"kind"` // kind of the securities; "" if there are none
}

// bet carries out a bet on a side at prices: it sells a security of the other kind if the bettor
// holds one, and buys one of that side otherwise. If the prices are at their limit, nothing
// changes.
func (h *Holding) bet(p *prices, on Side) error {
	after := *h
	if h.Kind == on.other() {
		after.Cash += p.bid(h.Kind)
		after.Held--
	} else {
		after.Cash -= p.ask(on)
		after.Held++
		after.Kind = on
	}
	if after.Held == 0 {
		after.Kind = ""
	}
	if err := p.move(on); err != nil {
		return err
	}
	*h = after
	return nil
}

// Result is what a bettor has at the end.
type Result struct {
	Holding
	Payout float64 `json:"payout"` // payout of the securities
	Points float64 `json:"points"` // sum of cash and payout
}

// Paid returns the result once the nature of the target is known.
func (h Holding) Paid(nature Side) Result {
	r := Result{Holding: h}
	if h.Kind == nature {
		r.Payout = Payout * float64(h.Held)
	}
	r.Points = r.Cash + r.Payout
	return r
}
