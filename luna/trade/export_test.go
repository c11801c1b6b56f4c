package trade

// What tests from outside look at.
type (
	Market = market
	Unit   = unit
	LMSR   = lmsr
)

const (
	MaxCharacters = maxCharacters
	MaxEvents     = maxEvents
	MaxQueue      = maxQueue
	DefaultDelay  = defaultDelay
)

var (
	NewUnit   = newUnit
	LMSRMaker = newLMSR
	ErrLimit  = errLimit
)

// Bet is [Holding.bet].
func (h *Holding) Bet(m market, on Side) error { return h.bet(m, on) }

// Other is [Side.other].
func (s Side) Other() Side { return s.other() }
