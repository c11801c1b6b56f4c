package play

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

// SetToss fixes what is left to chance in later games.
func (r *Referee) SetToss(human func() bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.o.Human = human
}

// SetDraw makes the draws in the lobby follow from a seed.
func (r *Referee) SetDraw(seed uint64) {
	r.chance = rand.New(rand.NewPCG(seed, 0)).IntN
}

// SetMaxWaiting sets how many players have room in the lobby.
func (r *Referee) SetMaxWaiting(n int) { r.maxWaiting = n }

// NewToss tosses as a referee does.
func NewToss() Toss { return Toss{newToss()} }

// Toss is the result of a toss.
type Toss struct{ t toss }

// Human reports whether the target is a person.
func (t Toss) Human() bool { return t.t.human }

// Replay makes a game again from a log in which a bettor bets many times, and returns its bets.
func Replay(bets int) (int, error) {
	t, err := archive.NewGame(archive.Record{Game: "g", Event: &trade.Event{Kind: trade.Start,
		Settings: &trade.Settings{Bettors: []string{"Bettor 1"}}}})
	for i := range bets {
		side := trade.Human
		if i%2 == 1 {
			side = trade.Computer
		}
		if err == nil {
			err = t.Apply(archive.Record{Game: "g", By: "Bettor 1", Key: fmt.Sprint(i), Event: &trade.Event{
				Kind: trade.Bet, Bettor: "Bettor 1", Side: side, Time: time.Duration(i) * time.Millisecond}})
		}
	}
	if err != nil {
		return 0, err
	}
	return t.State.Bets(), nil
}
