package demo

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// recorder collects finished games. It is safe for concurrent use.
type recorder struct {
	cast    *cast
	options Options

	mu      sync.Mutex
	games   []played
	half    map[game.GameID]seen // reported by one of two players
	both    map[game.GameID]bool // reported by both
	ratings *ratings
	machine []guessed // of opponents with a rating
	played  int       // games of the machine
	sum     float64   // of the ratings revealed to it
	at300   float64   // Spearman after 300 games of anybody
}

// enough is the number of games after which the order of ratings is first measured.
const enough = 300

func newRecorder(c *cast, o Options) *recorder {
	return &recorder{
		cast: c, options: o, half: make(map[game.GameID]seen), both: make(map[game.GameID]bool),
		ratings: newRatings(c.all()), at300: math.NaN(),
	}
}

// seen is a game that has ended, as one of its players sees it.
type seen struct {
	by   *member
	view game.View
}

// add records a game that has ended as one of its players sees it. It counts once both have
// reported it, so that games with players from elsewhere never count.
func (r *recorder) add(by *member, v game.View) {
	r.mu.Lock()
	defer r.mu.Unlock()
	first, ok := r.half[v.ID]
	switch {
	case r.both[v.ID], ok && first.by == by, v.Guess == nil, v.OpGuess == nil:
		return
	case !ok:
		r.half[v.ID] = seen{by, v}
		return
	}
	delete(r.half, v.ID)
	r.both[v.ID] = true
	if by == r.cast.machine {
		r.count(seen{by, v}, first.by)
	} else {
		r.count(first, by)
	}
}

// count counts a game. S is the machine's view if it played, otherwise that of either player.
func (r *recorder) count(s seen, opponent *member) {
	r.games = append(r.games, newPlayed(len(r.games)+1, s.by, opponent, s.view))
	r.ratings.add(s.by, opponent, *s.view.Guess, *s.view.OpGuess)
	if len(r.games) == enough {
		r.at300 = r.ratings.spearman()
	}
	if s.by == r.cast.machine {
		r.addMachine(opponent, s.view)
	}
	if r.options.progress != nil {
		r.options.progress(r.progress())
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
	r.machine = append(r.machine, guessed{
		Number: len(r.machine) + 1, Game: v.ID, Opponent: b.name, Kind: b.kind, Ability: b.ability,
		Rating: *v.OpSmartsRating, Guess: *v.Guess, Mean: mean,
		responses: game.ResponseTexts(v.OpResponses),
	})
}

func (r *recorder) progress() progress {
	last := r.machine[max(0, len(r.machine)-50):]
	return progress{
		Games: len(r.games), Machine: r.played, Of: r.options.Games, Spearman: r.ratings.spearman(),
		Error:    meanOf(last, guessed.Error),
		Constant: meanOf(last, guessed.MeanError),
	}
}

// result summarizes all recorded games.
func (r *recorder) result(ctx context.Context, took time.Duration) (*result, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.machine {
		g, err := r.cast.untaught.Guess(ctx, r.machine[i].responses)
		if err != nil {
			return nil, fmt.Errorf("guess without having learned: %w", err)
		}
		r.machine[i].Untaught = g.Rating
	}
	return &result{
		Seed: r.options.Seed, Questions: r.cast.set, Seconds: took.Seconds(),
		Players: r.ratings.players(), Guesses: r.machine, Games: r.games, MachineGames: r.played,
		Spearman: r.ratings.spearman(), SpearmanAt300: r.at300,
	}, nil
}
