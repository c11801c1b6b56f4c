// Package player plays Luna Games over the wire. It asks a fixed set of five questions, lets a
// [Responder] answer the questions of its opponents, and lets a [Guesser] guess their Smarts
// Ratings from the responses. What each game reveals is added to its [Memory], from which the
// guesser learns.
package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
)

// Options are the settings of a [Player]. Client, Questions, Responder and Guesser are required.
type Options struct {
	Client    *client.Client
	Questions QuestionSet
	Responder Responder
	Guesser   Guesser
	// Memory keeps what games revealed; nil means a memory without a file.
	Memory *Memory
	// Games is the number of games to finish before [Player.Run] returns; 0 means no limit. One or
	// two more may be finished if an opponent who seemed to have left comes back.
	Games int
	// AtOnce is the number of games to play at a time, from 1 to [game.MaxActive]; 0 means 1, like
	// the machines of Silver (2016), 6.2.2.
	AtOnce int
	// Pace is how often to check whether opponents have acted.
	Pace client.Pace
	// Finished, if not nil, is called for each game that ends while the player runs. Calls do not
	// overlap.
	Finished func(Result)
	// Log receives reports of what happens, without texts of players; nil discards them.
	Log *slog.Logger
}

// Result is the outcome of a game for the player: the last View of it, in phase 6.
type Result struct {
	View  game.View
	Guess Guess // as submitted; without its interval if it was made before this run
}

// Player is a machine that plays games.
type Player struct {
	o       Options
	log     *slog.Logger
	texts   []string
	learned int // number of examples that the guesser has learned from

	games        map[game.GameID]*activeGame
	finished     int
	actions      chan action
	running      int           // number of goroutines that act in a game
	incomplete   bool          // there may be games that are missing in games
	moved        []game.GameID // games that take the place of withdrawn ones, not fetched yet
	noEntryUntil time.Time
	failures     int // consecutive failures to enter a game
}

// New returns a player, or an error for invalid options.
func New(o Options) (*Player, error) {
	if o.Client == nil || o.Responder == nil || o.Guesser == nil {
		return nil, errors.New("a player needs a client, a responder and a guesser")
	}
	if err := o.Questions.Check(); err != nil {
		return nil, fmt.Errorf("question set %s: %w", o.Questions.Name, err)
	}
	o.AtOnce = cmp.Or(o.AtOnce, 1)
	if o.AtOnce < 1 || o.AtOnce > game.MaxActive {
		return nil, fmt.Errorf("found %d games at once, expected a number from 1 to %d", o.AtOnce,
			game.MaxActive)
	}
	if o.Games < 0 {
		return nil, fmt.Errorf("found %d games to finish, expected at least 0", o.Games)
	}
	o.Memory = cmp.Or(o.Memory, NewMemory())
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return &Player{
		o: o, log: o.Log, texts: o.Questions.Texts(),
		games: make(map[game.GameID]*activeGame), actions: make(chan action),
	}, nil
}

// Run plays until Options.Games are finished (it returns nil), the context ends, or the server no
// longer accepts the player (it returns their error). It first catches up: it learns from games
// that ended since the last run and continues those that have not. Other failures are logged and
// retried later. Run must be called at most once.
func (p *Player) Run(ctx context.Context) error {
	if err := p.start(ctx); err != nil {
		return err
	}
	p.learn(ctx, true)
	err := p.play(ctx)
	p.learn(ctx, true)
	return cmp.Or(err, ctx.Err())
}

// learn makes the guesser learn from the memory, if that is due or if all examples must be learned
// from. After a failure the same examples are not tried again.
func (p *Player) learn(ctx context.Context, all bool) {
	examples := p.o.Memory.Examples()
	n := len(examples)
	if !LearnDue(p.learned, n) && !(all && n > p.learned) || ctx.Err() != nil {
		return
	}
	p.learned = n
	err := p.o.Guesser.Learn(ctx, examples)
	switch {
	case err == nil:
		p.log.Info("learned", "examples", n)
	case ctx.Err() == nil:
		p.log.Error("cannot learn", "examples", n, "error", err)
	}
}

// start catches up, until it succeeds or the server does not accept the player.
func (p *Player) start(ctx context.Context) error {
	for {
		err := p.catchUp(ctx)
		if err == nil || ctx.Err() != nil || rejected(err) {
			return errors.Join(ctx.Err(), err)
		}
		p.log.Warn("cannot see the games", "error", err)
		if err := parallel.Sleep(ctx, p.o.Pace.Next(false)); err != nil {
			return err
		}
	}
}

// rejected reports whether the server does not accept the player.
func rejected(err error) bool {
	e, ok := errors.AsType[*client.Error](err)
	return ok && (e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden)
}
