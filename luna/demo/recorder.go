package demo

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// recorder notes finished games as they come. It is safe for concurrent use.
type recorder struct {
	cast    *cast
	options Options

	mu      sync.Mutex
	games   []Played
	seen    map[game.GameID]bool
	ratings *ratings
	machine []Guessed // of opponents with a rating
	played  int       // games of the machine
	sum     float64   // of the ratings revealed to it
	at300   float64   // Spearman after 300 games of anybody
}

// enough is after how many games of anybody the order of ratings is looked at.
const enough = 300

func newRecorder(c *cast, o Options) *recorder {
	return &recorder{cast: c, options: o, seen: make(map[game.GameID]bool), ratings: newRatings(c.all()), at300: math.NaN()}
}

// add notes a game that has ended, as one of its two players sees it. A game noted before changes nothing.
func (r *recorder) add(a, b *member, v game.View) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen[v.ID] {
		return
	}
	r.seen[v.ID] = true
	r.games = append(r.games, newPlayed(len(r.games)+1, a, b, v))
	r.ratings.add(a, b, *v.Guess, *v.OpGuess)
	if len(r.games) == enough {
		r.at300 = r.ratings.spearman()
	}
	if a == r.cast.machine {
		r.addMachine(b, v)
	}
	if r.options.Progress != nil {
		r.options.Progress(r.progress())
	}
}

func (r *recorder) addMachine(b *member, v game.View) {
	r.played++
	if v.OpSmartsRating == nil {
		return
	}
	mean := middle
	if n := len(r.machine); n > 0 {
		mean = r.sum / float64(n)
	}
	r.sum += *v.OpSmartsRating
	r.machine = append(r.machine, Guessed{
		Number: len(r.machine) + 1, Game: v.ID, Opponent: b.name, Kind: b.kind, Ability: b.ability,
		Rating: *v.OpSmartsRating, Guess: *v.Guess, Mean: mean, responses: responsesOf(v),
	})
}

func (r *recorder) progress() Progress {
	last := r.machine[max(0, len(r.machine)-50):]
	return Progress{
		Games: len(r.games), Machine: r.played, Of: r.options.Games, Spearman: r.ratings.spearman(),
		Error:    meanOf(last, Guessed.Error),
		Constant: meanOf(last, Guessed.MeanError),
	}
}

// result is what all games noted come to.
func (r *recorder) result(ctx context.Context, took time.Duration) (*Result, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.machine {
		g, err := r.cast.untaught.Guess(ctx, r.machine[i].responses)
		if err != nil {
			return nil, fmt.Errorf("guess without having learned: %w", err)
		}
		r.machine[i].Untaught = g.Rating
	}
	return &Result{
		Seed: r.options.Seed, Questions: r.cast.set, Seconds: took.Seconds(),
		Players: r.ratings.players(), Guesses: r.machine, Games: r.games, MachineGames: r.played,
		Spearman: r.ratings.spearman(), SpearmanAt300: r.at300,
	}, nil
}
