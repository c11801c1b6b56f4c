package player

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
)

// fetchActiveEvery is how often to fetch all active games, not only the known ones, since another
// program may play with the same token.
const fetchActiveEvery = 15 * time.Minute

// action is the result of a goroutine that acted in a game.
type action struct {
	id    game.GameID
	view  game.View
	guess *Guess // nil unless it guessed
	err   error
}

// play is the main loop. Only its goroutine accesses the player's fields.
func (p *Player) play(ctx context.Context) error {
	defer p.leave(ctx)
	defer p.wait()
	fetchedAll := time.Now()
	next := time.NewTimer(0)
	defer next.Stop()
	for !p.stopped() {
		found := false
		select {
		case <-ctx.Done():
			return ctx.Err()
		case a := <-p.actions:
			if err := p.acted(a); err != nil {
				return err
			}
			found = true
		case <-next.C:
			if p.incomplete || time.Since(fetchedAll) > fetchActiveEvery {
				fetchedAll = time.Now()
				p.incomplete = true
			}
			var err error
			if found, err = p.poll(ctx); err != nil {
				return err
			}
			next.Reset(p.o.Pace.Next(found))
		}
		p.learn(ctx, false)
		if err := p.enter(ctx); err != nil {
			return err
		}
		if p.act(ctx); found {
			next.Reset(p.o.Pace.Next(true))
		}
	}
	return nil
}

// stopped reports whether the wanted number of games is finished and no action is running.
func (p *Player) stopped() bool { return p.stopping() && p.running == 0 }

// stopping reports whether the wanted number of games is finished.
func (p *Player) stopping() bool { return p.o.Games > 0 && p.finished >= p.o.Games }

// poll fetches the games that wait for an opponent, and reports whether anything is new.
func (p *Player) poll(ctx context.Context) (found bool, err error) {
	if p.incomplete {
		return p.pollAll(ctx)
	}
	for _, id := range slices.Sorted(maps.Keys(p.games)) {
		if g := p.games[id]; g.acting || g.view.Turn != game.Waiting {
			continue
		}
		v, err := p.o.Client.Game(ctx, id)
		switch {
		case ctx.Err() != nil:
			return found, ctx.Err()
		case rejected(err):
			return found, err
		case gone(err):
			delete(p.games, id)
			found = true
		case err != nil:
			p.log.Warn("cannot see a game", "game", id, "error", err)
			return found, nil // the others would fail too
		case p.update(v):
			found = true
		}
	}
	if err := p.follow(ctx); err != nil || !p.incomplete {
		return found, err
	}
	_, err = p.pollAll(ctx)
	return found, err
}

// follow fetches the games to which the server has moved the player.
func (p *Player) follow(ctx context.Context) error {
	moved := p.moved
	p.moved = nil
	for _, id := range moved {
		v, err := p.o.Client.Game(ctx, id)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case rejected(err):
			return err
		case err != nil:
			p.incomplete = true // a look at all games finds it
		case v.Active && p.games[id] == nil:
			p.games[id] = &activeGame{view: v, guess: submittedGuess(v)}
			p.log.Info("moved", "game", id)
		}
	}
	return nil
}

// pollAll fetches all active games and reports whether their number has changed.
func (p *Player) pollAll(ctx context.Context) (found bool, err error) {
	before := len(p.games)
	err = p.fetchActive(ctx)
	if err != nil && !rejected(err) && ctx.Err() == nil {
		p.log.Warn("cannot see the games", "error", err)
		err = nil
	}
	return len(p.games) != before, errors.Join(ctx.Err(), err)
}

// gone reports whether the server has no such game.
func gone(err error) bool {
	e, ok := errors.AsType[*client.Error](err)
	return ok && e.Status == http.StatusNotFound
}

// act starts a goroutine for each game in which it is the player's turn.
func (p *Player) act(ctx context.Context) {
	for id, g := range p.games {
		if p.stopping() || g.acting || g.view.Turn != game.ToAct || time.Now().Before(g.notUntil) {
			continue
		}
		g.acting = true
		p.running++
		view := g.view
		go func() {
			a := p.submit(ctx, view)
			a.id = id
			p.actions <- a
		}()
	}
}

// wait waits for running actions when the player ends, so that games they finish are remembered.
func (p *Player) wait() {
	for p.running > 0 {
		if a := <-p.actions; a.err == nil {
			p.acted(a)
		} else {
			p.running--
		}
	}
}

// acted handles the result of an action.
func (p *Player) acted(a action) error {
	p.running--
	g := p.games[a.id]
	if g == nil {
		return nil // a poll has found that it ended
	}
	g.acting = false
	if a.err == nil {
		g.failures = 0
		if a.guess != nil {
			g.guess = *a.guess
		}
		p.update(a.view)
		return nil
	}
	if rejected(a.err) {
		return a.err
	}
	g.failures++
	g.notUntil = time.Now().Add(p.retryDelay(g.failures))
	if _, refused := errors.AsType[*client.Error](a.err); refused {
		g.view.Turn = game.Waiting // so that the game is fetched before the next attempt
	}
	if !errors.Is(a.err, context.Canceled) {
		retry := time.Until(g.notUntil).Round(time.Second)
		p.log.Warn("cannot act in a game", "game", a.id, "error", a.err, "again", retry)
	}
	return nil
}

// retryDelay returns how long to wait after a number of consecutive failures.
func (p *Player) retryDelay(failures int) time.Duration {
	const maxDelay = 5 * time.Minute
	pace := client.Pace{Interval: p.o.Pace.Interval, Longest: maxDelay}
	return min(maxDelay, pace.Next(true)<<min(failures-1, 10))
}

// submit submits what a game waits for.
func (p *Player) submit(ctx context.Context, v game.View) action {
	switch {
	case len(v.Questions) == 0:
		view, err := p.o.Client.Interview(ctx, v.ID, p.texts)
		return action{view: view, err: err}
	case len(v.Responses) == 0:
		view, err := p.respond(ctx, v)
		return action{view: view, err: err}
	case v.Guess == nil:
		guess, err := p.guess(ctx, v)
		if err != nil {
			return action{err: err}
		}
		view, err := p.o.Client.Guess(ctx, v.ID, guess.Rating)
		return action{view: view, guess: &guess, err: err}
	}
	err := fmt.Errorf("it is the player's turn in phase %d, but nothing is left to submit", v.Phase)
	return action{err: err}
}

func (p *Player) respond(ctx context.Context, v game.View) (game.View, error) {
	questions := game.QuestionTexts(v.OpQuestions)
	responses, err := p.o.Responder.Respond(ctx, questions)
	if err != nil {
		return game.View{}, err
	}
	if len(responses) != len(questions) {
		return game.View{}, fmt.Errorf("the responder gave %d responses, expected %d",
			len(responses), len(questions))
	}
	responses = slices.Clone(responses)
	for i, r := range responses {
		responses[i] = sanitize(r)
	}
	return p.o.Client.Respond(ctx, v.ID, responses)
}

// guess asks the guesser, or guesses the middle of the scale if the game has other questions.
func (p *Player) guess(ctx context.Context, v game.View) (Guess, error) {
	if !p.asked(v) {
		return Middle.Guess(ctx, nil)
	}
	guess, err := p.o.Guesser.Guess(ctx, game.ResponseTexts(v.OpResponses))
	if err == nil {
		err = game.CheckGuess(guess.Rating)
	}
	return guess, err
}
