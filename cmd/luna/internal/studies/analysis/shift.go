package analysis

import (
	"math"
	"time"

	"github.com/luna-rating/luna/luna/trade"
)

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
