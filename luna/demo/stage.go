package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
)

// stage is a server on which the players of a demonstration are registered.
type stage struct {
	options Options
	cast    *cast
	memory  *player.Memory
	*crew
}

// openStage registers all players with a server, which must accept machine players from here and
// must not know any of the players yet. The caller must close the stage.
func openStage(ctx context.Context, server string, o Options) (*stage, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	c, err := newCast(o)
	if err != nil {
		return nil, err
	}
	s := &stage{options: o, cast: c, memory: player.NewMemory(), crew: newCrew(o.People)}
	if err := s.register(ctx, server, c.all(), false); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// quick is how often players poll while the machine's games are played. With longer intervals they
// would keep each other waiting.
var quick = client.Pace{Interval: 20 * time.Millisecond, Longest: 150 * time.Millisecond}

// slow is how often players poll afterwards.
var slow = client.Pace{Interval: 3 * time.Second, Longest: 10 * time.Second}

// Play lets all players play until the machine has finished its games. The order of games, and with
// it everything random, depends on timing; the seed only decides who plays. Games under way at the
// end are left unfinished.
func (s *stage) Play(ctx context.Context) (*result, error) {
	began := time.Now()
	rec := newRecorder(s.cast, s.options)
	err := s.play(ctx, rec, quick, s.options.Games)
	// The first round waits for what each player has sent last, the second one sees what all have.
	for range 2 {
		if err == nil {
			err = s.sweep(ctx, rec)
		}
	}
	if err != nil {
		return nil, err
	}
	r, err := rec.result(ctx, time.Since(began))
	if err != nil {
		return nil, err
	}
	r.Server = true
	return r, s.rate(ctx, r)
}

// Stay lets all players play slowly until the context ends, so that visitors find opponents.
func (s *stage) Stay(ctx context.Context) error {
	err := s.play(ctx, newRecorder(s.cast, Options{}), slow, 0)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// play lets all players play until the machine has finished a number of games; 0 means until the
// context ends.
func (s *stage) play(ctx context.Context, rec *recorder, pace client.Pace, games int) error {
	g := newGroup(ctx)
	for _, m := range s.cast.people {
		p := &seat{member: m, client: s.clients[m], pace: pace, ended: rec.add,
			patience: func() time.Duration { return 2000 * pace.Interval }}
		g.run(p.play)
	}
	for _, m := range []*member{s.cast.note, s.cast.gibberish} {
		g.run(func(ctx context.Context) error {
			return s.machine(ctx, rec, m, player.NewMemory(), pace, 1, 0)
		})
	}
	g.run(func(ctx context.Context) error {
		err := s.machine(ctx, rec, s.cast.machine, s.memory, pace, s.options.atOnce, games)
		if err == nil {
			g.end() // the games of the others do not matter any more
		}
		return err
	})
	return g.wait()
}

// machine plays for a machine or a bot.
func (s *stage) machine(
	ctx context.Context, rec *recorder, m *member, memory *player.Memory, pace client.Pace, atOnce, games int,
) error {
	mind := m.mind.(*machine)
	p, err := player.New(player.Options{
		Client: s.clients[m], Questions: mind.set, Responder: mind.responder, Guesser: mind.guesser,
		Memory: memory,
		Games:  games, AtOnce: atOnce, Pace: pace,
		Finished: func(r player.Result) { rec.add(m, r.View) },
	})
	if err == nil {
		err = p.Run(ctx)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", m.name, err)
	}
	return err
}

// sweep collects finished games that one player was not told of.
func (s *stage) sweep(ctx context.Context, rec *recorder) error {
	for _, m := range s.cast.all() {
		views, err := s.clients[m].Games(ctx)
		if err != nil {
			return fmt.Errorf("games of %s: %w", m.name, err)
		}
		for _, v := range views {
			if v.Turn == game.Complete {
				rec.add(m, v)
			}
		}
	}
	return nil
}

// rate sets the ratings that the server has.
func (s *stage) rate(ctx context.Context, r *result) error {
	for i, m := range s.cast.all() {
		profile, err := s.clients[m].Profile(ctx)
		if err != nil {
			return fmt.Errorf("profile of %s: %w", m.name, err)
		}
		r.Players[i].rate(profile.Rating, profile.Games)
	}
	return nil
}
