package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"time"

	"github.com/luna-rating/luna/internal/pause"
)

var tradeAttacks = []attack{
	{"points", "one person with two networks sits in all seats of 12 games of Turing Trade, as " +
		"three bettors and the target", long, points},
	{"price", "a script bets in Turing Trade for 10 s, as fast as it can", long, price},
}

func (s *stranger) act(ctx context.Context, game, kind, side string, key int) error {
	return s.do(ctx, http.MethodPost, "/trade/api/games/"+game+"/act",
		map[string]string{"type": kind, "side": side, "key": fmt.Sprint(key)}, nil)
}

// lobby returns the game that a player is in.
func (s *stranger) lobby(ctx context.Context) (game string, err error) {
	var l struct{ Game string }
	err = s.do(ctx, http.MethodGet, "/trade/api/lobby", nil, &l)
	return l.Game, err
}

// meetToTrade has a target and bettors meet in a game. Side says what the target is, as they know.
func meetToTrade(ctx context.Context, all ...*stranger) (game, side string, err error) {
	role := "target"
	for _, p := range all {
		if err := p.patient(ctx, patience, http.MethodPost, "/trade/api/enter",
			map[string]any{"role": role, "consent": true}, nil); err != nil {
			return "", "", err
		}
		role = "bettor"
	}
	for game == "" && err == nil {
		if game, err = all[1].lobby(ctx); err == nil {
			err = pause.For(ctx, 20*time.Millisecond)
		}
	}
	own, failed := all[0].lobby(ctx)
	return game, map[bool]string{true: "human", false: "computer"}[own == game], cmp.Or(err, failed)
}

// people registers people, the first at another address than the others.
func (s *server) people(ctx context.Context, names ...string) (list []*stranger, err error) {
	for i, name := range names {
		p, err := s.person(ctx, fmt.Sprint("203.0.113.", min(i, 1)+1), name)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// points has three bettors know what the target is, because it is one of them or was passed over.
// In half of the games they wait until a quarter of the time is over.
func points(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLuna(ctx, "luna.db", "--trade-seconds", "8")
	if err != nil {
		return finding{}, err
	}
	names := []string{"moll", "mallory", "mal", "molly"}
	all, err := s.people(ctx, names...)
	began := time.Now()
	for n := 0; n < 12 && err == nil; n++ {
		game, side, err := meetToTrade(ctx, all...)
		for k := 0; k < 50 && err == nil; k++ {
			if err = all[1+k%3].act(ctx, game, "bet", side, k); status(err) == http.StatusConflict {
				err = nil // the price is at its end
			}
		}
		if err == nil {
			err = pause.For(ctx, time.Duration(n%2)*2100*time.Millisecond)
		}
		for _, p := range all[1:] {
			err = cmp.Or(err, p.act(ctx, game, "done", "", 100))
		}
		if err != nil {
			return finding{}, err
		}
	}
	took := time.Since(began)
	err = cmp.Or(err, pause.For(ctx, time.Second)) // the games become public
	board, failed := s.download(ctx, "/trade/leaders")
	args := []string{"admin", "fairness", "--db", b.path("luna.db")}
	told, _ := exec.CommandContext(ctx, b.luna, args...).Output()
	listed, named := 0, 0
	for _, name := range names {
		listed += bytes.Count(board, []byte(">"+name+"<"))
		named += bytes.Count(told, []byte("\n"+name+" "))
	}
	return or(cmp.Or(err, failed))(listed > 0, "12 games in %.1f s; %d entries on the leaderboard; "+
		"the operator is told of %d accounts", took.Seconds(), listed, named)
}

// price has a script bet as fast as it can, there and back, so that no end of the prices stops it.
func price(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLuna(ctx, "luna.db", "--trade-patience", "10ms")
	if err != nil {
		return finding{}, err
	}
	all, err := s.people(ctx, "tom", "ann")
	if err != nil {
		return finding{}, err
	}
	game, _, err := meetToTrade(ctx, all...)
	bets, began := 0, time.Now()
	for k := 0; err == nil && time.Since(began) < 10*time.Second; k++ {
		side := []string{"human", "computer"}[k%2]
		if failed := all[1].act(ctx, game, "bet", side, k); failed == nil {
			bets++
		} else if status(failed) == 0 {
			err = failed
		}
	}
	return or(err)(bets > 100, "%d bets of one account in 10 s", bets)
}
