// Package trade implements the rules of Turing Trade, a Turing test that is a prediction market, as
// described in Farfel and Conitzer, “Turing Trade: A Hybrid of a Turing Test and a Prediction
// Market”. It only applies rules: it reads no clock, and the time comes with each event.
//
// # The rules and their sources
//
// A game has one target, a person or a program, and up to three bettors. “The bettors ask the
// target questions, and bet on whether the target is a human or a computer. The target answers
// questions from the bettors, and tries to seem as human as possible, whether or not it is really
// a human.”
//
// Questions (2.2). Any bettor may ask at any time. A question becomes the current one, which
// everybody sees, or waits in its bettor's queue, which nobody else sees. The target answers the
// current question once. The bettor who asked sees the answer at once, the others a signal without
// the text and, five seconds later, the text. The next question is the first one in the first queue
// that is not empty, from the bettor after the one whose question was answered; it does not wait
// for the five seconds.
//
// Bets (2.4). A market maker buys and sells securities that pay 100 points if the target is a
// human, or if it is a computer: see [UnitMarket]. A bet on one kind sells a security of the other
// kind if the bettor holds one, and otherwise buys one of that kind, so that a bettor holds one
// kind at a time.
//
// End (2.3). The game ends when the time is over, when all bettors who are still there are done, or
// when the target or all bettors have left. Then the nature of the target is revealed, and the
// securities pay.
//
// # What differs from the paper
//
// A bet that would move the price out of 1 to 100 is refused; the paper has prices from 0 to 100.
//
// # What the paper leaves open
//
// The price starts at 50. Points may become negative. The target's reward is the mean price of a
// human security over the time of the game, whatever the target is.
//
// A bettor who is done and bets or asks again is no longer done. When all are done, the game ends
// even if questions wait or one is open. Questions of a bettor who leaves are dropped, except the
// current one: the target may still answer it, and turns continue from that bettor. Bettors who
// leave are paid like others. When the target leaves, an open question remains unanswered.
//
// An event may still happen at the exact time when the game is over, but not later. The texts of
// the last answers are released after their five seconds even if the game has ended;
// [Game.PublicAt] says when all have been released. Events at the same time happen in their order,
// after the release of texts at that time.
//
// The target learns of questions, prices and the end, but not that a bettor is done or has left.
package trade

import (
	"fmt"
	"slices"
	"time"
	"unicode"
	"unicode/utf8"
)

// The limits of a game.
const (
	maxCharacters = 5000 // maximum length of a question or an answer, in Unicode code points
	maxQueue      = 100  // maximum number of waiting questions of a bettor
	// maxEvents bounds the memory that a game takes. A game that has reached it continues until
	// somebody leaves or it ends.
	maxEvents = 200_000
)

// Exchange is a question that is or was current, and its answer.
type Exchange struct {
	Bettor           int           // who asked, an index of Settings.Bettors
	Question, Answer string        //
	Asked            time.Duration // when it became current
	Answered         time.Duration // less than 0 if it was not answered
}

// Point is a price and the time from which it holds.
type Point struct {
	Time  time.Duration
	Price float64
}

// Game is a game of Turing Trade, in the state to which its events have led. Players must see
// nothing of it except what [Game.Look] returns: other methods reveal what some players must not
// know yet. Times are whole microseconds, as in logs.
type Game struct {
	settings Settings
	prices   prices
	now      time.Duration // of the last event, or of the last look
	bettors  []bettor
	gone     bool // the target has left
	asked    []Exchange
	open     bool // the last of asked is the current question
	curve    []Point
	bets     int
	events   int
	changed  time.Duration // of the last event
	end      *Event
	over     time.Duration // since when it had to end

	said    []addressed // all messages, in the order in which they were sent
	late    []addressed // texts that wait to be released
	streams map[Viewer]*stream
}

type bettor struct {
	Holding
	queue []string
	done  bool
	gone  bool
}

// New returns a game at its start. The error says which setting is wrong.
func New(s Settings) (*Game, error) {
	s = s.withDefaults()
	if err := s.check(); err != nil {
		return nil, err
	}
	p, err := s.prices()
	if err != nil {
		return nil, err
	}
	g := &Game{
		settings: s, prices: p, bettors: make([]bettor, len(s.Bettors)),
	}
	g.mark()
	return g, nil
}

// Settings returns the settings, with defaults for zero values.
func (g *Game) Settings() Settings {
	s := g.settings
	s.Bettors = slices.Clone(s.Bettors)
	return s
}

// Duration returns how long the game may last.
func (g *Game) Duration() time.Duration { return g.settings.duration() }

// Bettor returns the index of a bettor.
func (g *Game) Bettor(name string) (i int, ok bool) {
	i = slices.Index(g.settings.Bettors, name)
	return i, i >= 0
}

// Holding returns what a bettor has.
func (g *Game) Holding(bettor int) Holding { return g.bettors[bettor].Holding }

// Price returns the price that the curve shows, the ask price of a human security in points: the
// belief that the target is a human.
func (g *Game) Price() float64 { return g.prices.ask(Human) }

// Bets returns the number of bets.
func (g *Game) Bets() int { return g.bets }

// Curve returns the prices with the times from which they hold; the first one holds from the start.
func (g *Game) Curve() []Point { return slices.Clone(g.curve) }

// Exchanges returns the questions that have been current so far, and the answers.
func (g *Game) Exchanges() []Exchange { return slices.Clone(g.asked) }

// Asked returns the number of questions that have been current so far.
func (g *Game) Asked() int { return len(g.asked) }

// Current returns the current question.
func (g *Game) Current() (e Exchange, ok bool) {
	if !g.open {
		return Exchange{}, false
	}
	return g.asked[len(g.asked)-1], true
}

// Ended returns the event that ended the game.
func (g *Game) Ended() (e Event, ok bool) {
	if g.end == nil {
		return Event{}, false
	}
	return *g.end, true
}

// mark continues the curve.
func (g *Game) mark() { g.curve = append(g.curve, Point{g.now, g.Price()}) }

// checkText returns an error for a text that nobody can read, or that is too long.
func checkText(what, text string) error {
	if !utf8.ValidString(text) {
		return fmt.Errorf("the %s is not valid UTF-8", what)
	}
	if n := utf8.RuneCountInString(text); n > maxCharacters {
		return fmt.Errorf("the %s has %d characters, at most %d are allowed", what, n, maxCharacters)
	}
	for _, r := range text {
		if unicode.IsGraphic(r) && !unicode.IsSpace(r) {
			return nil
		}
	}
	return fmt.Errorf("the %s is empty", what)
}
