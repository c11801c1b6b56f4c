package main

import (
	"context"
	"fmt"
	"net/http"

	"github.com/luna-rating/luna/benchmarks/internal/biglog"
	"github.com/luna-rating/luna/luna/wire"
)

// active is the number of players who play while the server is measured.
const active = 24

// prepare makes a database with active players and a number of finished games.
func prepare(ctx context.Context, program, db string, games int) ([]*player, error) {
	s, err := start(ctx, program, db)
	if err != nil {
		return nil, err
	}
	defer s.Kill()
	players, names := make([]*player, active), make([]string, active)
	for i := range players {
		p := &player{base: s.base, name: fmt.Sprintf("player %d", i)}
		var t wire.Token
		if err := p.do(ctx, http.MethodPost, "/register", map[string]any{"username": p.name,
			"password": "correct horse battery", "consent": true}, &t); err != nil {
			return nil, err
		}
		p.token = t.Token
		players[i], names[i] = p, p.name
	}
	if err := s.stop(); err != nil || games == 0 {
		return players, err
	}
	return players, biglog.Fill(ctx, db, names, games)
}
