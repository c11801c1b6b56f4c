package trade

// What tests from outside look at.
const (
	MaxCharacters = maxCharacters
	MaxEvents     = maxEvents
	MaxQueue      = maxQueue
	DefaultDelay  = defaultDelay
)

var (
	NewPrices = newPrices
	ErrLimit  = errLimit
)

// Price is [Game.Price] at these prices.
func (p prices) Price() float64 { return p.ask(Human) }

// Bet is [Holding.bet].
func (h *Holding) Bet(p *prices, on Side) error { return h.bet(p, on) }

// Other is [Side.other].
func (s Side) Other() Side { return s.other() }
