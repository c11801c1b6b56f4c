package demo

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/wire"
)

// Password is that of all simulated people, person-01 and so on, so that visitors of the server can
// look at their pages.
const Password = "simulated person"

// Stage is a server on which the players of a demonstration are registered.
type Stage struct {
	options Options
	cast    *cast
	memory  *player.Memory
	http    *http.Client
	clients map[*member]*client.Client
}

// Open registers all players with a server, which must accept machine players from here and know
// none of them yet. The caller must close the stage.
func Open(ctx context.Context, server string, o Options) (*Stage, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	c, err := newCast(o)
	if err != nil {
		return nil, err
	}
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = 0, 4*o.People+100
	t.ResponseHeaderTimeout = 30 * time.Second
	s := &Stage{options: o, cast: c, memory: player.NewMemory(),
		http: &http.Client{Transport: unhurried{t}}, clients: make(map[*member]*client.Client)}
	if err := s.register(ctx, server); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// unhurried finishes a request even if its context ends meanwhile. The server carries out what it
// has received, and might do so after the player, or the next one in their place, looked again.
type unhurried struct{ *http.Transport }

func (u unhurried) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return u.Transport.RoundTrip(r.WithContext(context.WithoutCancel(r.Context())))
}

// Close closes idle connections.
func (s *Stage) Close() { s.http.CloseIdleConnections() }

func (s *Stage) register(ctx context.Context, server string) error {
	g := newGroup(ctx)
	for _, m := range s.cast.all() {
		c, err := client.New(server, "",
			client.Options{HTTP: s.http, FirstWait: 50 * time.Millisecond, Agent: "luna-demo"})
		if err != nil {
			return err
		}
		s.clients[m] = c
		g.run(func(ctx context.Context) error {
			var err error
			if m.kind == Person {
				// Without consent, since published games do not say that people are simulated.
				_, err = c.Register(ctx, wire.Credentials{Username: m.name, Password: Password})
			} else {
				_, err = c.RegisterMachine(ctx, m.name)
			}
			if refused, ok := errors.AsType[*client.Error](err); ok &&
				refused.Status == http.StatusConflict {
				err = fmt.Errorf("%w; a demonstration needs a rating system of its own", err)
			}
			if err != nil {
				err = fmt.Errorf("register %s: %w", m.name, err)
			}
			return err
		})
	}
	return g.wait()
}

// quick is how often players poll while the machine's games are played. With longer intervals they
// would wait for each other.
var quick = client.Pace{Interval: 20 * time.Millisecond, Longest: 150 * time.Millisecond}

// slow is how often they poll afterwards.
var slow = client.Pace{Interval: 3 * time.Second, Longest: 10 * time.Second}

// Play lets all players play until the machine has finished its games. The order of games, and with
// it everything random, depends on timing; the seed only decides who plays. Games under way at the
// end are left as they are.
func (s *Stage) Play(ctx context.Context) (*Result, error) {
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
func (s *Stage) Stay(ctx context.Context) error {
	err := s.play(ctx, newRecorder(s.cast, Options{}), slow, 0)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// play lets all players play until the machine has finished a number of games; 0 means until the
// context ends.
func (s *Stage) play(ctx context.Context, rec *recorder, pace client.Pace, games int) error {
	g := newGroup(ctx)
	for _, m := range s.cast.people {
		p := &visitor{member: m, client: s.clients[m], pace: pace, patience: 2000 * pace.Interval,
			rec: rec}
		g.run(p.play)
	}
	for _, m := range []*member{s.cast.note, s.cast.gibberish} {
		g.run(func(ctx context.Context) error {
			return s.machine(ctx, rec, m, player.NewMemory(), pace, 1, 0)
		})
	}
	g.run(func(ctx context.Context) error {
		err := s.machine(ctx, rec, s.cast.machine, s.memory, pace, s.options.AtOnce, games)
		if err == nil {
			g.end() // the games of the others do not matter any more
		}
		return err
	})
	return g.wait()
}

// machine plays for a machine or a bot.
func (s *Stage) machine(
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
func (s *Stage) sweep(ctx context.Context, rec *recorder) error {
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
func (s *Stage) rate(ctx context.Context, r *Result) error {
	for i, m := range s.cast.all() {
		profile, err := s.clients[m].Profile(ctx)
		if err != nil {
			return fmt.Errorf("profile of %s: %w", m.name, err)
		}
		r.Players[i].rate(profile.Rating, profile.Games)
	}
	return nil
}
