// Package analysis measures how well the prices of finished games of Turing Trade predict what the
// targets are, as section 5 of Farfel and Conitzer does: calibration (figure 7), sharpness (figure
// 8) and the Brier score with its parts, after a number of seconds and at the end. It also finds
// the answers that moved prices most (section 4).
//
// Games that were annulled are left out, and, as in the paper, games without bets. A game that
// ended before one of these times counts there with its last price. Prices are those of the curve:
// in the market of the paper the ask price of a human security. A price of 100 is in the last bin,
// from 90 to 100; in all other bins the upper limit belongs to the next one.
package analysis

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/luna-rating/luna/luna/trade"
)

// Options are the settings of an analysis. Zero values stand for the defaults.
type Options struct {
	Within  time.Duration // how long an answer can move the price; 10 s
	Answers int           // the number of answers to list; 10
}

// The defaults of [Options].
const (
	DefaultWithin  = 10 * time.Second
	DefaultAnswers = 10
)

// times are the times since the start, besides the end: every half minute of a game of two minutes.
var times = []time.Duration{30 * time.Second, 60 * time.Second, 90 * time.Second, 120 * time.Second}

// Analysis takes in games, one after another. It keeps their prices at the times and the answers
// that moved prices most, but not the games themselves.
type Analysis struct {
	options   Options
	forecasts [][]forecast // at the times and, last, at the end
	ended     []int        // games that ended before a time
	shifts    []Shift
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
func New(o Options) *Analysis {
	if o.Within <= 0 {
		o.Within = DefaultWithin
	}
	if o.Answers <= 0 {
		o.Answers = DefaultAnswers
	}
	n := len(times)
	return &Analysis{options: o, forecasts: make([][]forecast, n+1), ended: make([]int, n+1)}
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
	a.shifts = append(a.shifts, shiftsOf(p, a.options.Within)...)
	if len(a.shifts) > 10*a.options.Answers {
		a.rank()
	}
}

// rank keeps the largest shifts; those of earlier games come first among equals.
func (a *Analysis) rank() {
	slices.SortStableFunc(a.shifts, func(x, y Shift) int { return cmp.Compare(y.size(), x.size()) })
	a.shifts = a.shifts[:min(len(a.shifts), a.options.Answers)]
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
	// Within is how long answers could move the price, in seconds.
	Within float64 `json:"answers_within"`
	Shifts []Shift `json:"answers"` // the largest first
}

// Moments are in the order of their times. The JSON form is an object with the times as names.
type Moments []*Moment

// Result returns the result for the games so far.
func (a *Analysis) Result() *Result {
	a.rank()
	r := &Result{Games: a.games, LeftOut: a.leftOut, Synthetic: a.synthetic,
		Within: a.options.Within.Seconds(), Shifts: append([]Shift{}, a.shifts...)}
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

// Shift is the change of the price after an answer: from the moment of the answer until the next
// one, the end of the game, or a number of seconds later, whichever came first.
type Shift struct {
	Game     string     `json:"game"`
	Number   int        `json:"number"` // of the question in the game, from 1
	Question string     `json:"question"`
	Answer   string     `json:"answer"`
	Nature   trade.Side `json:"nature"` // of the target
	Time     float64    `json:"t"`      // of the answer, in seconds
	Until    float64    `json:"until"`
	Before   float64    `json:"before"` // prices in points
	After    float64    `json:"after"`
	Change   float64    `json:"change"` // After - Before
}

func (s Shift) size() float64 { return math.Abs(s.Change) }

// shiftsOf returns the shifts after the answers of a game.
func shiftsOf(p *trade.Played, within time.Duration) []Shift {
	end, _ := p.Ended()
	var list []Shift
	for i, x := range p.Exchanges() {
		if x.Answered < 0 {
			continue
		}
		before := p.PriceAt(x.Answered)
		after, until := p.PriceAfter(i, within)
		if before == after {
			continue
		}
		list = append(list, Shift{
			Game: p.Settings().Game, Number: i + 1, Question: x.Question, Answer: x.Answer,
			Nature: end.Nature, Time: x.Answered.Seconds(), Until: until.Seconds(),
			Before: before, After: after, Change: after - before,
		})
	}
	return list
}
