package tradesim

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/luna/trade"
	"github.com/luna-rating/luna/luna/trade/bettors"
)

// run is a simulated game, and what its bettors knew at the end.
type run struct {
	*trade.Played
	human  bool
	own    []float64 // beliefs by own signals, of those who have any
	pooled float64   // the belief given all signals that were seen
}

// outcome is 1 for a human.
func (r *run) outcome() float64 { return indicator(r.human) }

// names are the names of the bettors.
var names = []string{"Bettor 1", "Bettor 2", "Bettor 3"}

// maxAnswers bounds the number of answers in a game.
const maxAnswers = 200

// play plays the i-th game. The target, its answers and the signals depend on seed and number
// alone, so that populations can be compared game by game.
func (p Population) play(seed uint64, i int) (*run, error) {
	rng := numbers.Stream(seed, "luna/trade/game", i)
	r := &run{human: rng.IntN(2) == 0}
	settings := p.settings
	settings.Game = fmt.Sprintf("synthetic-%06d", i+1)
	settings.Synthetic = true
	settings.Bettors = names[:len(p.traders)]
	minds := make([]*mind, len(p.traders))
	silent := rng.Float64() < p.silent
	seats := make([]bettors.Bettor, len(p.traders))
	common := numbers.Stream(seed, "luna/trade/signals/common", i)
	shared := make([]float64, maxAnswers)
	for k := range shared {
		shared[k] = common.NormFloat64()
	}
	for b, t := range p.traders {
		own := numbers.Stream(seed, fmt.Sprint("luna/trade/signals/", b), i)
		mean := t.quality * t.quality / 2
		if !r.human {
			mean = -mean
		}
		minds[b] = &mind{trust: t.trust, signals: make([]float64, maxAnswers)}
		for k := range minds[b].signals {
			z := math.Sqrt(p.shared)*shared[k] + math.Sqrt(1-p.shared)*own.NormFloat64()
			minds[b].signals[k] = t.quality*z + mean
		}
		habits := numbers.Stream(seed, fmt.Sprint("luna/trade/habits/", b), i)
		seats[b] = p.seatOf(b, settings, minds[b], silent, habits, habits.Uint64())
	}
	target := &typist{rng: numbers.Stream(seed, "luna/trade/target", i)}
	var err error
	if r.Played, err = Play(settings, natureOf(r.human), seats, target); err != nil {
		return nil, err
	}
	for b, t := range p.traders {
		if t.kind == informed && t.quality > 0 {
			r.own = append(r.own, bettors.Sigmoid(minds[b].sum))
			r.pooled += minds[b].sum
		}
	}
	r.pooled = bettors.Sigmoid(r.pooled)
	return r, nil
}

func natureOf(human bool) trade.Side {
	if human {
		return trade.Human
	}
	return trade.Computer
}

// Target is a simulated target.
type Target interface {
	// Answer returns the answer to a question, and how long the target takes to give it.
	Answer(question string) (text string, after time.Duration, err error)
}

// typist answers after a time that is lognormal with a median of five seconds.
type typist struct{ rng *rand.Rand }

func (t *typist) Answer(string) (string, time.Duration, error) {
	return replies[t.rng.IntN(len(replies))], typing(t.rng), nil
}

// typing returns how long an answer takes, in whole milliseconds.
func typing(rng *rand.Rand) time.Duration {
	d := milliseconds(5 * math.Exp(0.4*rng.NormFloat64()))
	return min(max(d, time.Second), time.Minute)
}

// reaction is the time that bettors take to react to what they see.
const reaction = 300 * time.Millisecond

// Play plays a game until its end. Bettors react to messages within 0.3 s. Actions that the rules
// refuse are dropped.
func Play(s trade.Settings, nature trade.Side, seats []bettors.Bettor, target Target) (*trade.Played, error) {
	g, err := trade.New(s)
	if err != nil {
		return nil, err
	}
	start := g.Settings()
	t := &table{game: g, seats: seats, target: target, seen: make([][]trade.Message, len(seats)),
		wake: make([]time.Duration, len(seats)), answerAt: bettors.Never,
		log: trade.Log{{Kind: trade.Start, Settings: &start}}}
	for {
		now := t.next()
		reason, at, due := g.Due(now)
		if due {
			end := trade.Event{Kind: trade.End, Time: max(at, t.now), Reason: reason, Nature: nature}
			if err := t.apply(end); err != nil {
				return nil, err
			}
			return &trade.Played{Game: g, Log: t.log}, nil
		}
		t.now = now
		if err := t.step(); err != nil {
			return nil, err
		}
	}
}

// table is a game with its players.
type table struct {
	game     *trade.Game
	log      trade.Log
	now      time.Duration
	seats    []bettors.Bettor
	wake     []time.Duration
	seen     [][]trade.Message // what bettors have reacted to, or soon will
	target   Target
	answer   string
	answerAt time.Duration
	answered int // questions that the target has taken
}

// next returns when something can happen next.
func (t *table) next() time.Duration {
	at := min(t.game.Duration(), t.answerAt)
	for _, wake := range t.wake {
		at = min(at, wake)
	}
	if release, ok := t.game.NextRelease(); ok {
		at = min(at, release)
	}
	return max(at, t.now)
}

// step carries out everything that happens now.
func (t *table) step() error {
	if t.now >= t.answerAt {
		t.answerAt = bettors.Never
		e := trade.Event{Kind: trade.Answer, Time: t.now, Text: t.answer}
		if err := t.apply(e); err != nil {
			return err
		}
	}
	for i, b := range t.seats {
		if t.now < t.wake[i] {
			continue
		}
		t.look(i)
		do, wake := b.Next(t.now, t.seen[i])
		if wake <= t.now {
			wake = t.now + time.Millisecond
		}
		t.wake[i] = wake
		for _, e := range do {
			if err := t.apply(e); err != nil && !errors.Is(err, trade.ErrRule) {
				return err
			}
		}
	}
	for i := range t.seats {
		if t.look(i) {
			t.wake[i] = min(t.wake[i], t.now+reaction)
		}
	}
	return t.ask()
}

// look reads what is new for a bettor and reports whether there is something.
func (t *table) look(bettor int) bool {
	more := t.game.Look(trade.Viewer(bettor), len(t.seen[bettor]), t.now)
	t.seen[bettor] = append(t.seen[bettor], more...)
	return len(more) > 0
}

// ask gives the target the current question.
func (t *table) ask() error {
	x, ok := t.game.Current()
	if n := t.game.Asked(); ok && n > t.answered && n < maxAnswers {
		t.answered = n
		text, after, err := t.target.Answer(x.Question)
		if err != nil {
			return err
		}
		t.answer, t.answerAt = text, t.now+max(after, time.Millisecond)
	}
	return nil
}

func (t *table) apply(e trade.Event) error {
	if err := t.game.Apply(e); err != nil {
		return err
	}
	t.log = append(t.log, e)
	return nil
}
