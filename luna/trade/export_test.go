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

// Bet is [Holding.bet].
func (h *Holding) Bet(p *Prices, on Side) error { return h.bet(p, on) }

// Other is [Side.other].
func (s Side) Other() Side { return s.other() }
