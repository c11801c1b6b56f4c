package bettors

import (
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/trade"
)

// Predictor predicts whether the target is a human from the answers to a script of questions.
type Predictor interface {
	// Predict returns the probability that the target is a human. The answers, at least one, are to
	// the first questions of the script, in its order.
	Predict(answers []string) (float64, error)
}

// Script is a bettor who asks the questions of a script, predicts after each answer, and trades
// until the price meets the prediction.
type Script struct {
	bettor    *byBelief
	script    []string
	predictor Predictor
	known     []string // answers that the belief is from
	now       float64  // the belief
	err       error
}

// NewScript returns a bettor who asks a script. Before the first answer it does not bet. The script
// replaces the questions in the habits.
func NewScript(s Seat, script []string, h Habits, p Predictor) *Script {
	b := &Script{script: script, predictor: p}
	h.Questions = script
	b.bettor = newByBelief(s, h, b.belief)
	return b
}

// Next implements [Bettor].
func (b *Script) Next(now time.Duration, seen []trade.Message) ([]trade.Event, time.Duration) {
	return b.bettor.Next(now, seen)
}

// State returns what the bettor has seen. It must not be changed.
func (b *Script) State() *State { return b.bettor.State }

// Err returns the first error of the predictor. The bettor stops betting after it.
func (b *Script) Err() error { return b.err }

// Belief returns the last prediction; 1/2 before the first.
func (b *Script) Belief() float64 {
	if len(b.known) == 0 {
		return 0.5
	}
	return b.now
}

// belief returns the prediction from the answers so far, or the price if there are none.
func (b *Script) belief(s *State) float64 {
	answers := Answers(s.Exchanges, s.Name, b.script)
	if len(answers) == 0 || b.err != nil {
		return s.Probability(s.Price)
	}
	if !slices.Equal(answers, b.known) {
		p, err := b.predictor.Predict(answers)
		if err != nil {
			b.err = err
			return s.Probability(s.Price)
		}
		b.known, b.now = answers, p
	}
	return b.now
}

// Answers returns the answers to the first questions of a script that a bettor asked, up to the
// first question whose answer was not seen.
func Answers(exchanges []Exchange, bettor string, script []string) []string {
	var list []string
	for _, x := range exchanges {
		if len(list) < len(script) && x.Bettor == bettor && x.Question == script[len(list)] &&
			x.Seen >= 0 {
			list = append(list, x.Answer)
		}
	}
	return list
}
