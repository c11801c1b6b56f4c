package trade

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
