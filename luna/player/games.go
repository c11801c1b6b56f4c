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

// activeGame is a game that is being played.
type activeGame struct {
	view      game.View
	acting    bool      // a goroutine acts in it
	guess     Guess     // with its interval, once submitted
	failures  int       // consecutive failures to act
	notUntil  time.Time // earliest time of the next attempt
	idlePolls int       // consecutive polls that found nothing new
}

// abandonedAfter is the number of consecutive polls without news after which a game no longer
// counts as one of those played at a time: its opponent has left or is slow.
const abandonedAfter = 30

// open reports whether nobody has joined the game, as far as the player can see.
func (g *activeGame) open() bool { return g.view.Phase < 2 && g.view.Turn == game.Waiting }

// lively reports whether the opponent plays.
func (g *activeGame) lively() bool { return !g.open() && g.idlePolls < abandonedAfter }

// maxCaughtUp is the number of past games that a player looks at when it starts. Older games that
// are missing from the memory stay missing.
const maxCaughtUp = 1000

// catchUp fetches the games that the player entered last, remembers those that ended and continues
// the others.
func (p *Player) catchUp(ctx context.Context) error {
	var views []game.View
	for v, err := range p.o.Client.EachGame(ctx) {
		if err != nil {
			return err
		}
		if views = append(views, v); len(views) == maxCaughtUp {
			break
		}
	}
	p.include(views)
	return nil
}

// fetchActive fetches all active games of the player and continues them.
func (p *Player) fetchActive(ctx context.Context) error {
	views, err := p.o.Client.ActiveGames(ctx)
	if err != nil {
		return err
	}
	p.include(views)
	return nil
}

// include looks at games: it remembers those that ended and continues the others.
func (p *Player) include(views []game.View) {
	slices.SortStableFunc(views, func(a, b game.View) int {
		return cmp.Compare(a.Updated.UnixMilli(), b.Updated.UnixMilli())
	})
	for _, v := range views {
		switch _, known := p.games[v.ID]; {
		case known:
			p.update(v)
		case v.Active:
			p.games[v.ID] = &activeGame{view: v, guess: submittedGuess(v)}
		default:
			p.remember(v, submittedGuess(v))
		}
	}
	p.incomplete = false
	remembered := len(p.o.Memory.Examples())
	p.log.Info("looked at the games",
		"seen", len(views), "active", len(p.games), "remembered", remembered)
}

// submittedGuess returns the guess of a game that the server has, NaN if none.
func submittedGuess(v game.View) Guess {
	if v.Guess == nil {
		return PointGuess(math.NaN())
	}
	return PointGuess(*v.Guess)
}

// update stores a newer view of a game and reports whether it differs from the last one.
func (p *Player) update(v game.View) (changed bool) {
	g := p.games[v.ID]
	wasOpen := g.open()
	changed = v.Phase != g.view.Phase || v.Turn != g.view.Turn || v.Active != g.view.Active
	g.view = v
	if g.idlePolls++; changed {
		g.idlePolls = 0
	}
	switch {
	case v.Turn == game.Complete:
		delete(p.games, v.ID)
		if math.IsNaN(g.guess.Rating) {
			g.guess = submittedGuess(v)
		}
		p.remember(v, g.guess)
		p.finished++
		p.log.Info("finished", "game", v.ID, "guess", g.guess.Rating, "rating", revealed(v))
		if p.o.Finished != nil {
			p.o.Finished(Result{View: v, Guess: g.guess})
		}
	case !v.Active:
		delete(p.games, v.ID)
		// The server withdraws a game that nobody has joined when it finds the player an opponent,
		// with whom there is another game then. Servers before version 0.2 do not say which.
		if v.Moved != "" {
			p.moved = append(p.moved, v.Moved)
		} else {
			p.incomplete = p.incomplete || wasOpen
		}
		p.log.Info("ended without a result", "game", v.ID)
	}
	return changed
}

// revealed returns the opponent's rating for the log, or nil.
func revealed(v game.View) any {
	if v.OpSmartsRating == nil {
		return nil
	}
	return *v.OpSmartsRating
}

// remember adds a finished game to the memory if it has the questions of the set and a rated
// opponent. A game in which the player was moved goes by the identifier of the one that was
// finished.
func (p *Player) remember(v game.View, guess Guess) {
	if v.Turn != game.Complete || v.OpSmartsRating == nil || !p.asked(v) {
		return
	}
	_, err := p.o.Memory.Add(Record{
		Example: Example{
			Game: cmp.Or(v.Moved, v.ID), Responses: game.ResponseTexts(v.OpResponses), Rating: *v.OpSmartsRating,
		},
		Guess: guess,
		Time:  v.Updated,
	})
	if err != nil {
		// The next start finds it again.
		p.log.Error("cannot remember a game", "game", v.ID, "error", err)
	}
}

// asked reports whether the questions of a game are those of the set. They are not if the set has
// changed since.
func (p *Player) asked(v game.View) bool {
	return slices.Equal(game.QuestionTexts(v.Questions), p.texts)
}

// enter enters games until there are as many as wanted or as the server allows.
func (p *Player) enter(ctx context.Context) error {
	for !p.incomplete && p.wanted() && time.Now().After(p.noEntryUntil) {
		v, err := p.o.Client.NewGame(ctx, p.texts)
		switch {
		case err == nil:
			p.failures = 0
			p.games[v.ID] = &activeGame{view: v, guess: submittedGuess(v)}
			p.log.Info("entered", "game", v.ID, "phase", v.Phase)
			continue
		case ctx.Err() != nil:
			return ctx.Err()
		case rejected(err):
			return err
		case errors.Is(err, game.ErrTooManyGames), errors.Is(err, client.ErrUnclear):
			p.incomplete = true
		}
		p.failures++
		p.noEntryUntil = time.Now().Add(p.retryDelay(p.failures))
		p.log.Warn("cannot enter a game", "error", err)
	}
	return nil
}

// wanted reports whether the player should enter one more game. While nobody has joined its last
// one, it should not: the new game would be another open one, and the server pairs players who
// wait.
func (p *Player) wanted() bool {
	lively := 0
	for _, g := range p.games {
		switch {
		case g.open():
			return false
		case g.lively():
			lively++
		}
	}
	hasRoom := len(p.games) < game.MaxActive && lively < p.o.AtOnce
	return hasRoom && (p.o.Games == 0 || p.finished+lively < p.o.Games)
}

// leave deactivates the player's open games when it ends, even if it is interrupted, so that nobody
// joins one in vain.
func (p *Player) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTimeout)
	defer cancel()
	for _, id := range slices.Sorted(maps.Keys(p.games)) {
		if !p.games[id].open() {
			continue
		}
		v, err := p.o.Client.Game(ctx, id)
		if g := (activeGame{view: v}); err == nil && v.Active && g.open() {
			_, err = p.o.Client.Deactivate(ctx, id)
		}
		if err != nil {
			p.log.Warn("cannot leave a game that nobody has joined", "game", id, "error", err)
			return // the others would fail, too
		}
	}
}

const leaveTimeout = 3 * time.Second
