package player

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/luna-rating/luna/internal/pause"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
)

// Options say how a machine plays. Client, Questions, Responder and Guesser are needed.
type Options struct {
	Client    *client.Client
	Questions QuestionSet
	Responder Responder
	Guesser   Guesser
	// Memory keeps what games revealed; nil means one that ends with the program.
	Memory *Memory
	// Games is how many games to finish before [Player.Run] ends; 0 means to go on. It can be a game or two more, where an opponent who
	// seemed to have left comes back.
	Games int
	// AtOnce is in how many games to be at a time, from 1 to [game.MaxActive]; 0 means 4.
	AtOnce int
	// Pace is how often to look whether opponents have acted.
	Pace client.Pace
	// Finished, if not nil, is told of each game that ends while the player runs, one at a time.
	Finished func(Result)
	// Log is told what happens; nil means nobody. Texts of players are not in it.
	Log *slog.Logger
}

// Result is how a game ended for the player: the last View of it, in phase 6.
type Result struct {
	View  game.View
	Guess Guess // as submitted; its interval where the guesser told one in this run
}

// Player plays.
type Player struct {
	o       Options
	log     *slog.Logger
	texts   []string
	learner *learner

	games    map[game.GameID]*playing
	finished int
	results  chan done
	running  int  // goroutines that act in a game
	lost     bool // whether there may be games that the player does not know
	pause    time.Time
	failures int // to enter a game, in a row
	quiet    int // looks in a row that found nothing new
}

// New checks the options.
func New(o Options) (*Player, error) {
	if o.Client == nil || o.Responder == nil || o.Guesser == nil {
		return nil, errors.New("a player needs a client, a responder and a guesser")
	}
	if err := o.Questions.Check(); err != nil {
		return nil, fmt.Errorf("question set %s: %w", o.Questions.Name, err)
	}
	if o.AtOnce == 0 {
		o.AtOnce = 4
	}
	if o.AtOnce < 1 || o.AtOnce > game.MaxActive {
		return nil, fmt.Errorf("found %d games at once, expected a number from 1 to %d", o.AtOnce, game.MaxActive)
	}
	if o.Games < 0 {
		return nil, fmt.Errorf("found %d games to finish, expected at least 0", o.Games)
	}
	if o.Memory == nil {
		o.Memory = NewMemory()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Player{o: o, log: o.Log, texts: o.Questions.Texts(), games: make(map[game.GameID]*playing), results: make(chan done)}, nil
}

// Run plays until Options.Games are finished, or the context ends, or the server does not accept the player any more; it returns nil, the context's error or
// that of the server. First it catches up: it learns from games that ended while it was away, and goes on with those that have not. All else
// that fails is logged and tried again later. Call it once.
func (p *Player) Run(ctx context.Context) error {
	if err := p.catchUp(ctx); err != nil {
		return err
	}
	p.learner = startLearner(ctx, p.o.Guesser, p.log, p.o.Memory.Examples())
	err := p.play(ctx)
	if stopped := p.learner.stop(p.o.Memory.Examples()); err == nil {
		err = stopped
	}
	return err
}

// catchUp looks at all games until that succeeds.
func (p *Player) catchUp(ctx context.Context) error {
	for {
		err := p.lookAtAll(ctx)
		if err == nil || ctx.Err() != nil || final(err) {
			return errors.Join(ctx.Err(), err)
		}
		p.log.Warn("cannot see the games", "error", err)
		if err := pause.For(ctx, p.o.Pace.Next(false)); err != nil {
			return err
		}
	}
}

// final tells whether the server does not accept the player.
func final(err error) bool {
	e, ok := errors.AsType[*client.Error](err)
	return ok && (e.Status == 401 || e.Status == 403)
}
