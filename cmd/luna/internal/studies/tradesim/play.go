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

// names are the names of the bettors.
var names = []string{"Bettor 1", "Bettor 2", "Bettor 3"}

// maxAnswers bounds the number of answers in a game.
const maxAnswers = 200

// quality is the quality of the bettors' signals.
const quality = 0.4

// play plays the i-th game. The target, its answers and the signals depend on seed and number
// alone, so that the games of shy and other bettors can be compared.
func (o Options) play(i int) (*trade.Played, error) {
	rng := numbers.Stream(o.Seed, "luna/trade/game", i)
	nature, mean := trade.Computer, -quality*quality/2
	if rng.IntN(2) == 0 {
		nature, mean = trade.Human, -mean
	}
	settings := trade.Settings{Game: fmt.Sprintf("synthetic-%06d", i+1), Synthetic: true, Bettors: names}
	silent := o.Shy && rng.Float64() < 0.4
	seats := make([]bettors.Bettor, len(names))
	for b := range seats {
		own := numbers.Stream(o.Seed, fmt.Sprint("luna/trade/signals/", b), i)
		m := &mind{signals: make([]float64, maxAnswers)}
		for k := range m.signals {
			m.signals[k] = quality*own.NormFloat64() + mean
		}
		habits := numbers.Stream(o.Seed, fmt.Sprint("luna/trade/habits/", b), i)
		habits.Uint64() // so that the games of a seed stay the same
		seats[b] = seatOf(b, settings, m, silent, habits)
	}
	target := &typist{rng: numbers.Stream(o.Seed, "luna/trade/target", i)}
	return playOut(settings, nature, seats, target)
}

// typist is a target that answers after a time that is lognormal with a median of five seconds.
type typist struct{ rng *rand.Rand }

// answer returns an answer, and how long the target takes to give it, in whole milliseconds.
func (t *typist) answer() (text string, after time.Duration) {
	text = replies[t.rng.IntN(len(replies))]
	after = milliseconds(5 * math.Exp(0.4*t.rng.NormFloat64()))
	return text, min(max(after, time.Second), time.Minute)
}

// reaction is the time that bettors take to react to what they see.
const reaction = 300 * time.Millisecond

// playOut plays a game until its end. Bettors react to messages within 0.3 s. Actions that the
// rules refuse are dropped.
func playOut(s trade.Settings, nature trade.Side, seats []bettors.Bettor, target *typist) (*trade.Played, error) {
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
	target   *typist
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
	t.ask()
	return nil
}

// look reads what is new for a bettor and reports whether there is something.
func (t *table) look(bettor int) bool {
	more := t.game.Look(trade.Viewer(bettor), len(t.seen[bettor]), t.now)
	t.seen[bettor] = append(t.seen[bettor], more...)
	return len(more) > 0
}

// ask gives the target the current question.
func (t *table) ask() {
	if _, open := t.game.Current(); open && t.game.Asked() > t.answered && t.game.Asked() < maxAnswers {
		t.answered = t.game.Asked()
		var after time.Duration
		t.answer, after = t.target.answer()
		t.answerAt = t.now + after
	}
}

func (t *table) apply(e trade.Event) error {
	if err := t.game.Apply(e); err != nil {
		return err
	}
	t.log = append(t.log, e)
	return nil
}
