package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// meter adds up the processor time of requests of one kind.
type meter struct {
	took time.Duration
	n    int
}

func (m meter) String() string {
	return fmt.Sprintf("%.2f ms", milliseconds(m.took)/float64(max(1, m.n)))
}

// meters are those of a server.
type meters struct {
	s                           *server
	enter, guess, profile, home meter
}

// measure does a request and adds what it took.
func (m *meters) measure(
	ctx context.Context, x *meter, p *player, method, path string, body, answer any,
) error {
	before, err := m.s.Processor()
	if err != nil {
		return err
	}
	if err := p.timed(ctx, &measure.Latencies{}, method, path, body, answer); err != nil {
		return err
	}
	after, err := m.s.Processor()
	x.took += after - before
	x.n++
	return err
}

// playAlone has two people, the busiest player and another one, play games, one request after the other and while nobody else plays, which
// shows how much processor time each takes. Other programs change that less than the time until the
// answer.
func playAlone(ctx context.Context, s *server, players []*player, games int) (*meters, error) {
	for _, p := range players {
		if err := p.leave(ctx); err != nil {
			return nil, err
		}
	}
	m := &meters{s: s}
	for range games {
		if err := m.game(ctx, players[:2]); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// leave deactivates the active games of a player.
func (p *player) leave(ctx context.Context) error {
	var list []wire.Game
	if err := p.do(ctx, http.MethodGet, "/home?limit=1", nil, &list); err != nil {
		return err
	}
	for _, g := range list {
		if !g.Active {
			continue
		}
		path := "/home/" + string(g.ID) + "/deactivate"
		if err := p.do(ctx, http.MethodGet, path, nil, nil); err != nil {
			return err
		}
	}
	return nil
}

// game has two players play a game and look at what came of it.
func (m *meters) game(ctx context.Context, two []*player) error {
	var g wire.Game
	for _, p := range two {
		if err := m.measure(ctx, &m.enter, p, http.MethodPost, "/home",
			wire.Questions{Questions: p.five("question", m.enter.n%8)}, &g); err != nil {
			return err
		}
	}
	path := "/home/" + string(g.ID)
	for _, p := range two {
		if err := p.do(ctx, http.MethodPost, path+"/response",
			wire.Responses{Responses: p.five("response", m.enter.n)}, nil); err != nil {
			return err
		}
	}
	for _, p := range two {
		if err := m.measure(ctx, &m.guess, p, http.MethodPost, path+"/guess",
			wire.Guess{Guess: float64(m.enter.n * 37 % 101)}, &g); err != nil {
			return err
		}
	}
	if g.Turn != game.Complete {
		return fmt.Errorf("found a game at %v, expected it complete", g.Turn)
	}
	for _, p := range two {
		if err := m.measure(ctx, &m.profile, p, http.MethodGet, "/profile", nil, nil); err != nil {
			return err
		}
		if err := m.measure(ctx, &m.home, p, http.MethodGet, "/home", nil, nil); err != nil {
			return err
		}
	}
	return nil
}
