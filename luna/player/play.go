package player

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
)

// lookAgain is how often to look at all games, not just at those that the player knows to be active: another program may play by the same token.
const lookAgain = 15 * time.Minute

// done is what a goroutine that acted in a game leaves.
type done struct {
	id    game.GameID
	view  game.View
	guess *Guess // where it guessed
	err   error
}

// play is the loop: only its goroutine touches the player's fields.
func (p *Player) play(ctx context.Context) error {
	defer p.wait()
	lookedAtAll := time.Now()
	next := time.NewTimer(0)
	defer next.Stop()
	for !p.enough() {
		found := false
		select {
		case <-ctx.Done():
			return ctx.Err()
		case d := <-p.results:
			if err := p.acted(d); err != nil {
				return err
			}
			found = true
		case <-next.C:
			if p.lost || time.Since(lookedAtAll) > lookAgain {
				lookedAtAll = time.Now()
				p.lost = true
			}
			var err error
			if found, err = p.look(ctx); err != nil {
				return err
			}
			if p.quiet++; found {
				p.quiet = 0
			}
			next.Reset(p.o.Pace.Next(found))
		}
		if err := p.enter(ctx); err != nil {
			return err
		}
		if p.act(ctx); found {
			next.Reset(p.o.Pace.Next(true))
		}
	}
	p.leave(ctx)
	return nil
}

// enough tells whether all games are finished that were to be.
func (p *Player) enough() bool { return p.last() && p.running == 0 }

// last tells whether nothing more is to be begun.
func (p *Player) last() bool { return p.o.Games > 0 && p.finished >= p.o.Games }

// look fetches the games that wait for an opponent.
func (p *Player) look(ctx context.Context) (found bool, err error) {
	if p.lost {
		before := len(p.games)
		err := p.lookAtAll(ctx)
		if err != nil && !final(err) && ctx.Err() == nil {
			p.log.Warn("cannot see the games", "error", err)
			err = nil
		}
		return len(p.games) != before, errors.Join(ctx.Err(), err)
	}
	for _, id := range slices.Sorted(maps.Keys(p.games)) {
		if g := p.games[id]; g.acting || g.view.Turn != game.Waiting {
			continue
		}
		v, err := p.o.Client.Game(ctx, id)
		switch {
		case ctx.Err() != nil:
			return found, ctx.Err()
		case final(err):
			return found, err
		case gone(err):
			delete(p.games, id)
			found = true
		case err != nil:
			p.log.Warn("cannot see a game", "game", id, "error", err)
			return found, nil // the others are no nearer
		case p.update(v):
			found = true
		}
	}
	return found, nil
}

// gone tells whether the server knows no such game.
func gone(err error) bool {
	e, ok := errors.AsType[*client.Error](err)
	return ok && e.Status == 404
}

// act has a goroutine act in each game in which it is the player's turn.
func (p *Player) act(ctx context.Context) {
	for id, g := range p.games {
		if p.last() || g.acting || g.view.Turn != game.ToAct || time.Now().Before(g.notUntil) {
			continue
		}
		g.acting = true
		p.running++
		view := g.view
		go func() {
			d := p.submit(ctx, view)
			d.id = id
			p.results <- d
		}()
	}
}

// wait receives what is under way when the player ends. What it finished on the server is remembered.
func (p *Player) wait() {
	for p.running > 0 {
		if d := <-p.results; d.err == nil {
			p.acted(d)
		} else {
			p.running--
		}
	}
}

// acted takes in what a goroutine did in a game.
func (p *Player) acted(d done) error {
	p.running--
	g := p.games[d.id]
	if g == nil {
		return nil // another look has found it at its end
	}
	g.acting = false
	if d.err == nil {
		g.failures = 0
		if d.guess != nil {
			g.guess = *d.guess
		}
		p.update(d.view)
		return nil
	}
	if final(d.err) {
		return d.err
	}
	g.failures++
	g.notUntil = time.Now().Add(p.after(g.failures))
	if _, refused := errors.AsType[*client.Error](d.err); refused {
		g.view.Turn = game.Waiting // so that the game is looked at before anything else is tried
	}
	if !errors.Is(d.err, context.Canceled) {
		p.log.Warn("cannot act in a game", "game", d.id, "error", d.err, "again", time.Until(g.notUntil).Round(time.Second))
	}
	return nil
}

// after is how long to leave something alone that has failed a number of times in a row.
func (p *Player) after(failures int) time.Duration {
	const longest = 5 * time.Minute
	pace := client.Pace{Interval: p.o.Pace.Interval, Longest: longest}
	return min(longest, pace.Next(true)<<min(failures-1, 10))
}

// submit does what a game waits for.
func (p *Player) submit(ctx context.Context, v game.View) done {
	switch {
	case len(v.Questions) == 0:
		view, err := p.o.Client.Interview(ctx, v.ID, p.texts)
		return done{view: view, err: err}
	case len(v.Responses) == 0:
		view, err := p.respond(ctx, v)
		return done{view: view, err: err}
	case v.Guess == nil:
		guess, err := p.guess(ctx, v)
		if err != nil {
			return done{err: err}
		}
		view, err := p.o.Client.Guess(ctx, v.ID, guess.Rating)
		return done{view: view, guess: &guess, err: err}
	}
	return done{err: fmt.Errorf("it is the player's turn in phase %d, but nothing is left to submit", v.Phase)}
}

func (p *Player) respond(ctx context.Context, v game.View) (game.View, error) {
	questions := game.QuestionTexts(v.OpQuestions)
	responses, err := p.o.Responder.Respond(ctx, questions)
	if err != nil {
		return game.View{}, err
	}
	if len(responses) != len(questions) {
		return game.View{}, fmt.Errorf("the responder gave %d responses, expected %d", len(responses), len(questions))
	}
	responses = slices.Clone(responses)
	for i, r := range responses {
		responses[i] = allowed(r)
	}
	return p.o.Client.Respond(ctx, v.ID, responses)
}

// guess asks the guesser, or says the middle where the game is one of other questions.
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
