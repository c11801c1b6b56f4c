package trade

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// The defaults of [Settings], those of the paper.
const (
	DefaultStartPrice = 50
	DefaultSeconds    = 120
	defaultDelay      = 5
	DefaultMaxBettors = 3
)

// UnitMarket is the name of the paper's market. A human security is sold for a whole number of
// points, the ask price a, and bought for a - 1. A computer security is sold for 101 - a and bought
// for 100 - a. Each bet moves a by 1, from 1 to 100.
const UnitMarket = "unit"

// Settings are the settings of a game. Zero values stand for the defaults. Names of bettors are any
// text without control characters, of up to 200 characters; code that shows them must escape them.
type Settings struct {
	Game       string   `json:"game,omitempty"`        // identifies the game
	Bettors    []string `json:"bettors,omitempty"`     // names, in the order of their turns
	StartPrice float64  `json:"start_price,omitempty"` // of a human security
	Seconds    float64  `json:"seconds,omitempty"`     // how long the game may last
	// Delay is the number of seconds after which bettors see the answers to others' questions; less
	// than 0 means no delay.
	Delay      float64 `json:"delay,omitempty"`
	MaxBettors int     `json:"max_bettors,omitempty"` // maximum number of Bettors
	Market     string  `json:"market,omitempty"`      // [UnitMarket]
	// Synthetic marks a game that was simulated.
	Synthetic bool `json:"synthetic,omitempty"`
}

// withDefaults returns the settings with zero values replaced.
func (s Settings) withDefaults() Settings {
	s.Bettors = slices.Clone(s.Bettors)
	s.StartPrice = cmp.Or(s.StartPrice, DefaultStartPrice)
	s.Seconds = cmp.Or(s.Seconds, DefaultSeconds)
	s.Delay = cmp.Or(s.Delay, defaultDelay)
	s.MaxBettors = cmp.Or(s.MaxBettors, DefaultMaxBettors)
	s.Market = cmp.Or(s.Market, UnitMarket)
	return s
}

// The limits of settings.
const (
	maxSeats = 10_000
	maxName  = 200 // characters
)

// check checks settings without zero values.
func (s Settings) check() error {
	switch {
	case s.MaxBettors < 1 || s.MaxBettors > maxSeats:
		return fmt.Errorf("max_bettors is %d, 1 to %d is needed", s.MaxBettors, maxSeats)
	case len(s.Bettors) < 1 || len(s.Bettors) > s.MaxBettors:
		return fmt.Errorf("found %d bettors, 1 to %d are needed", len(s.Bettors), s.MaxBettors)
	}
	seen := make(map[string]bool)
	for _, name := range s.Bettors {
		switch {
		case strings.TrimSpace(name) == "":
			return fmt.Errorf("a bettor has no name")
		case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
			return fmt.Errorf("the name %q has characters that cannot be read", name)
		case utf8.RuneCountInString(name) > maxName:
			return fmt.Errorf("a name has %d characters, at most %d are allowed",
				utf8.RuneCountInString(name), maxName)
		case name == Target:
			return fmt.Errorf("a bettor is called %q, which is the name of the target", Target)
		case seen[name]:
			return fmt.Errorf("two bettors are called %q", name)
		}
		seen[name] = true
	}
	switch d, err := fromSeconds("seconds", s.Seconds); {
	case err != nil:
		return err
	case d == 0:
		return fmt.Errorf("seconds is %v, a microsecond or more is needed", s.Seconds)
	}
	if math.IsNaN(s.Delay) || s.Delay > maxTime {
		return fmt.Errorf("delay is %v, at most %d seconds is needed", s.Delay, maxTime)
	}
	return nil
}

// prices returns the prices at the start.
func (s Settings) prices() (prices, error) {
	if s.Market != UnitMarket {
		return 0, fmt.Errorf("market is %q, %s is needed", s.Market, UnitMarket)
	}
	start := int(s.StartPrice)
	if float64(start) != s.StartPrice {
		return 0, fmt.Errorf("start_price is %v, a whole number is needed", s.StartPrice)
	}
	return newPrices(start)
}

// duration and delay return the times of checked settings.
func (s Settings) duration() time.Duration {
	d, _ := fromSeconds("seconds", s.Seconds)
	return d
}

func (s Settings) delay() time.Duration {
	d, _ := fromSeconds("delay", max(0, s.Delay))
	return d
}
