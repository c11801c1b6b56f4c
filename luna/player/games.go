package player

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
)

// playing is an active game.
type playing struct {
	view     game.View
	acting   bool  // a goroutine acts in it
	guess    Guess // with its interval, from when it is submitted
	failures int   // in a row
	notUntil time.Time
	looks    int // in a row that found nothing new
}

// deserted is how many looks in a row find nothing new before a game does not count any more among those at once: its opponent has left, or is slow.
const deserted = 30

// open tells whether nobody has joined the game, as far as its player can see.
func (g *playing) open() bool { return g.view.Phase < 2 && g.view.Turn == game.Waiting }

// lively tells whether somebody plays the game.
func (g *playing) lively() bool { return !g.open() && g.looks < deserted }

// lookAtAll fetches all games of the player: it remembers those that ended and takes up those that have not.
func (p *Player) lookAtAll(ctx context.Context) error {
	views, err := p.o.Client.Games(ctx)
	if err != nil {
		return err
	}
	slices.SortStableFunc(views, func(a, b game.View) int { return cmp.Compare(a.Updated.UnixMilli(), b.Updated.UnixMilli()) })
	p.lost = false
	for _, v := range views {
		switch _, known := p.games[v.ID]; {
		case known:
			p.update(v)
		case v.Active:
			p.games[v.ID] = &playing{view: v, guess: unknown(v)}
		default:
			p.remember(v, unknown(v))
		}
	}
	p.log.Info("looked at all games", "all", len(views), "active", len(p.games), "remembered", len(p.o.Memory.Examples()))
	return nil
}

// unknown is the guess of a game as far as the server tells it.
func unknown(v game.View) Guess {
	if v.Guess == nil {
		return Certain(math.NaN())
	}
	return Certain(*v.Guess)
}

// update takes in a newer view of a game, and tells whether it differs from the last one.
func (p *Player) update(v game.View) (changed bool) {
	g := p.games[v.ID]
	changed = v.Phase != g.view.Phase || v.Turn != g.view.Turn || v.Active != g.view.Active
	g.view = v
	if g.looks++; changed {
		g.looks = 0
	}
	switch {
	case v.Turn == game.Complete:
		delete(p.games, v.ID)
		if math.IsNaN(g.guess.Rating) {
			g.guess = unknown(v)
		}
		p.remember(v, g.guess)
		p.finished++
		p.log.Info("finished", "game", v.ID, "guess", g.guess.Rating, "rating", revealed(v))
		if p.o.Finished != nil {
			p.o.Finished(Result{View: v, Guess: g.guess})
		}
	case !v.Active:
		delete(p.games, v.ID)
		p.log.Info("ended without a result", "game", v.ID)
	}
	return changed
}

// revealed is the opponent's rating, or nil.
func revealed(v game.View) any {
	if v.OpSmartsRating == nil {
		return nil
	}
	return *v.OpSmartsRating
}

// remember keeps a finished game to learn from, where it is one of these questions against an opponent with a rating.
func (p *Player) remember(v game.View, guess Guess) {
	if v.Turn != game.Complete || v.OpSmartsRating == nil || !p.asked(v) {
		return
	}
	isNew, err := p.o.Memory.Add(Record{Example: Example{Game: v.ID, Responses: game.ResponseTexts(v.OpResponses), Rating: *v.OpSmartsRating}, Guess: guess, Time: v.Updated})
	if err != nil {
		// The next look at all games finds it again.
		p.log.Error("cannot remember a game", "game", v.ID, "error", err)
		return
	}
	if isNew && p.learner != nil {
		p.learner.learn(p.o.Memory.Examples())
	}
}

// asked tells whether the questions of a game are those of the set, which they are not after the set was changed.
func (p *Player) asked(v game.View) bool {
	return slices.EqualFunc(v.Questions, p.texts, func(q game.Question, text string) bool { return q.Text == text })
}

// enter enters games until there are enough, or as many as the server allows.
func (p *Player) enter(ctx context.Context) error {
	for p.wanted() && time.Now().After(p.pause) {
		v, err := p.o.Client.NewGame(ctx, p.texts)
		switch {
		case err == nil:
			p.failures, p.quiet = 0, 0
			p.games[v.ID] = &playing{view: v, guess: unknown(v)}
			p.log.Info("entered", "game", v.ID, "phase", v.Phase)
			continue
		case ctx.Err() != nil:
			return ctx.Err()
		case final(err):
			return err
		case errors.Is(err, client.ErrTooManyGames), errors.Is(err, client.ErrUnclear):
			p.lost = true
		}
		p.failures++
		p.pause = time.Now().Add(p.after(p.failures))
		p.log.Warn("cannot enter a game", "error", err)
	}
	return nil
}

// patience is how many looks in a row find nothing new before the player enters a game beside one that nobody has joined.
const patience = 3

// wanted tells whether the player should be in one more game. Another one that nobody has joined is of no use, as a rule. But
// two who waited for one another, each in a game of her own, would wait for ever: a player is not brought into the open game of whom she
// plays with, opens one herself, and nobody else may be there when they have finished. So she enters again after a while, ever more rarely.
func (p *Player) wanted() bool {
	open, lively := 0, 0
	for _, g := range p.games {
		switch {
		case g.open():
			open++
		case g.lively():
			lively++
		}
	}
	return len(p.games) < game.MaxActive && lively < p.o.AtOnce && (p.o.Games == 0 || p.finished+lively < p.o.Games) &&
		(open == 0 || p.quiet >= patience<<open)
}

// leave takes the player's open games back when she ends, so that nobody joins them in vain.
func (p *Player) leave(ctx context.Context) {
	for _, id := range slices.Sorted(maps.Keys(p.games)) {
		if g := p.games[id]; g.open() {
			if _, err := p.o.Client.Deactivate(ctx, id); err != nil {
				p.log.Warn("cannot leave a game that nobody has joined", "game", id, "error", err)
			}
		}
	}
}
