package demo

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/luna/game"
)

// simulate plays the games one after another, by the rules alone and without a server. The same
// options and guesser give the same result.
//
// The machine's opponent in each game is drawn at random from all others. Per game of the machine,
// Options.Others games are played, each between two of the others, drawn likewise.
func simulate(ctx context.Context, o Options) (*result, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	c, err := newCast(o)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	s := &simulation{tournament: game.New(nil), clock: time.Date(2016, 2, 18, 0, 0, 0, 0, time.UTC)}
	for _, m := range c.all() {
		if err := s.apply(game.Event{Kind: game.Registered, Player: game.PlayerID(m.name),
			Machine: m.kind != aPerson}); err != nil {
			return nil, err
		}
	}
	rec := newRecorder(c, o)
	others, rng := c.others(), numbers.Stream(o.Seed, "luna/demo/pairs", 0)
	for range o.Games {
		for range o.others {
			i := rng.IntN(len(others))
			k := (i + 1 + rng.IntN(len(others)-1)) % len(others)
			if err := s.play(ctx, rec, others[i], others[k]); err != nil {
				return nil, err
			}
		}
		if err := s.play(ctx, rec, c.machine, others[rng.IntN(len(others))]); err != nil {
			return nil, err
		}
	}
	r, err := rec.result(ctx, time.Since(began))
	if err != nil {
		return nil, err
	}
	return r, s.rate(r)
}

// simulation is a tournament with its own clock.
type simulation struct {
	tournament *game.Tournament
	clock      time.Time
	games      int
}

// rate sets the ratings that the tournament has.
func (s *simulation) rate(r *result) error {
	for i := range r.Players {
		p, err := s.tournament.Player(game.PlayerID(r.Players[i].Name))
		if err != nil {
			return err
		}
		r.Players[i].rate(p.Rating, p.Games)
	}
	return nil
}

// apply makes an event happen a second after the last one.
func (s *simulation) apply(e game.Event) error {
	s.clock = s.clock.Add(time.Second)
	e.Time = s.clock
	_, err := s.tournament.Apply(e)
	return err
}

// play plays a whole game of two players.
func (s *simulation) play(ctx context.Context, rec *recorder, a, b *member) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.games++
	id := game.GameID(strconv.Itoa(s.games))
	for _, m := range []*member{a, b} {
		e, err := s.tournament.Enter(game.PlayerID(m.name), id, m.mind.questions(), s.clock)
		if err == nil {
			err = s.apply(e)
		}
		if err != nil {
			return fmt.Errorf("%s enters game %s: %w", m.name, id, err)
		}
	}
	for _, act := range []func(context.Context, game.GameID, *member) error{s.respond, s.guess,
		s.learn} {
		for _, m := range []*member{a, b} {
			if err := act(ctx, id, m); err != nil {
				return fmt.Errorf("%s in game %s: %w", m.name, id, err)
			}
		}
	}
	for _, m := range []*member{a, b} {
		v, err := s.view(id, m)
		if err != nil {
			return err
		}
		rec.add(m, v)
	}
	return nil
}

func (s *simulation) view(id game.GameID, m *member) (game.View, error) {
	return s.tournament.View(id, game.PlayerID(m.name), nil)
}

func (s *simulation) respond(ctx context.Context, id game.GameID, m *member) error {
	v, err := s.view(id, m)
	if err != nil {
		return err
	}
	responses, err := m.mind.respond(ctx, game.QuestionTexts(v.OpQuestions))
	if err != nil {
		return err
	}
	return s.apply(game.Event{Kind: game.Responded, Player: game.PlayerID(m.name), Game: id,
		Responses: responses})
}

func (s *simulation) guess(ctx context.Context, id game.GameID, m *member) error {
	v, err := s.view(id, m)
	if err != nil {
		return err
	}
	guess, scores, err := m.mind.guess(ctx, game.ResponseTexts(v.OpResponses))
	if err != nil {
		return err
	}
	if scores != nil {
		e := game.Event{Kind: game.Scored, Player: game.PlayerID(m.name), Game: id}
		for i, score := range scores {
			e.Scores = append(e.Scores, game.Score{Number: i, Score: score})
		}
		if err := s.apply(e); err != nil {
			return err
		}
	}
	return s.apply(game.Event{Kind: game.Guessed, Player: game.PlayerID(m.name), Game: id,
		Guess: &guess})
}

func (s *simulation) learn(ctx context.Context, id game.GameID, m *member) error {
	v, err := s.view(id, m)
	if err != nil {
		return err
	}
	return m.mind.learn(ctx, v)
}
