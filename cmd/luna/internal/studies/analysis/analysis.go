// Package analysis measures how well the prices of finished games of Turing Trade predict what the
// targets are, as section 5 of Farfel and Conitzer does: calibration (figure 7), sharpness (figure
// 8) and the Brier score with its parts, after a number of seconds and at the end.
//
// Games that were annulled are left out, and, as in the paper, games without bets. A game that
// ended before one of these times counts there with its last price. Prices are those of the curve:
// in the market of the paper the ask price of a human security. A price of 100 is in the last bin,
// from 90 to 100; in all other bins the upper limit belongs to the next one.
package analysis

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/luna-rating/luna/luna/trade"
)

// times are the times since the start, besides the end: every half minute of a game of two minutes.
var times = []time.Duration{30 * time.Second, 60 * time.Second, 90 * time.Second, 120 * time.Second}

// Analysis takes in games, one after another. It keeps their prices at the times, but not the games
// themselves.
type Analysis struct {
	forecasts [][]forecast // at the times and, last, at the end
	ended     []int        // games that ended before a time
	leftOut   LeftOut
	games     int
	synthetic int
}

// forecast is a price as a probability, and what the target was.
type forecast struct {
	price float64 // in points
	human bool
}

// LeftOut counts games that were read but not analysed.
type LeftOut struct {
	Annulled int `json:"annulled"`     // games that were annulled
	NoBets   int `json:"without_bets"` // games without bets
}

// New returns an analysis without games.
func New() *Analysis {
	n := len(times)
	return &Analysis{forecasts: make([][]forecast, n+1), ended: make([]int, n+1)}
}

// Add takes in a game that has ended.
func (a *Analysis) Add(p *trade.Played) {
	end, ok := p.Ended()
	switch {
	case !ok || end.Reason == trade.Annulled:
		a.leftOut.Annulled++
		return
	case p.Bets() == 0:
		a.leftOut.NoBets++
		return
	}
	a.games++
	if p.Settings().Synthetic {
		a.synthetic++
	}
	human := end.Nature == trade.Human
	for i, at := range times {
		a.forecasts[i] = append(a.forecasts[i], forecast{p.PriceAt(at), human})
		if end.Time < at {
			a.ended[i]++
		}
	}
	a.forecasts[len(times)] = append(a.forecasts[len(times)], forecast{p.Price(), human})
}

// Result is what an analysis finds.
type Result struct {
	// Games is the number of games analysed.
	Games   int     `json:"games"`
	LeftOut LeftOut `json:"left_out"` // games that were read, but not analysed
	// Synthetic is the number of them that were simulated.
	Synthetic int      `json:"synthetic_games,omitempty"`
	At        Moments  `json:"at"`
	Brier     *float64 `json:"brier"` // Brier score at the end; null without games
}

// Moments are in the order of their times. The JSON form is an object with the times as names.
type Moments []*Moment

// Result returns the result for the games so far.
func (a *Analysis) Result() *Result {
	r := &Result{Games: a.games, LeftOut: a.leftOut, Synthetic: a.synthetic}
	for i, list := range a.forecasts {
		m := momentOf(list)
		m.Name = "end" // before which no game has ended
		if i < len(times) {
			m.Name = strconv.FormatFloat(times[i].Seconds(), 'f', -1, 64)
			m.Ended = a.ended[i]
		}
		r.At = append(r.At, m)
	}
	if last := r.At[len(r.At)-1]; a.games > 0 {
		r.Brier = &last.Score.Brier
	}
	return r
}

// MarshalJSON implements [json.Marshaler].
func (list Moments) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, m := range list {
		value, err := json.Marshal(m)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendQuote(text, m.Name)
		text = append(append(text, ':'), value...)
	}
	return append(text, '}'), nil
}
