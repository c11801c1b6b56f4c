package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/benchmarks/internal/biglog"
	"github.com/luna-rating/luna/luna/wire"
)

// active is the number of players who play while the server is measured.
const active = 24

const password = "correct horse battery"

// prepare makes a database with active players and a number of finished games, unless there is one.
func prepare(ctx context.Context, serve []string, db string, games int) ([]*player, error) {
	players, names := make([]*player, active), make([]string, active)
	for i := range players {
		names[i] = fmt.Sprintf("player %d", i)
		players[i] = &player{name: names[i]}
	}
	if _, err := os.Stat(db); err == nil {
		return players, nil
	}
	if err := os.MkdirAll(filepath.Dir(db), 0o700); err != nil {
		return nil, err
	}
	unfinished := db + "-unfinished" // so that an interrupted run leaves no part behind
	s, err := start(ctx, serve, unfinished)
	if err != nil {
		return nil, err
	}
	defer s.Kill()
	for _, p := range players {
		p.base = s.base
		if err := p.do(ctx, http.MethodPost, "/register", map[string]any{"username": p.name,
			"password": password, "consent": true}, nil); err != nil {
			return nil, err
		}
	}
	if err := s.stop(); err != nil {
		return nil, err
	}
	if games > 0 {
		if err := biglog.Fill(ctx, unfinished, names, games); err != nil {
			return nil, err
		}
	}
	return players, os.Rename(unfinished, db)
}

// logIn logs players in on a server.
func logIn(ctx context.Context, s *server, players []*player) error {
	for _, p := range players {
		var t wire.Token
		p.base = s.base
		if err := p.do(ctx, http.MethodPost, "/login", map[string]any{"username": p.name,
			"password": password}, &t); err != nil {
			return err
		}
		p.token = t.Token
	}
	return nil
}
