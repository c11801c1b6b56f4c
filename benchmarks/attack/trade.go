package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
)

var tradeAttacks = []attack{{"points", "one person with two networks sits in all seats of 12 games of " +
	"Turing Trade, as three bettors and the target; a script bets for 2 s", long, points}}

// lobby returns the game of Turing Trade that a player is in.
func (s *stranger) lobby(ctx context.Context) (game string, err error) {
	var l struct{ Game string }
	err = s.do(ctx, http.MethodGet, "/trade/api/lobby", nil, &l)
	return l.Game, err
}

// meetToTrade lets a target and bettors meet in a game. Human says whether the target is a human,
// which the bettors know.
func meetToTrade(ctx context.Context, all []*stranger) (game string, human bool, err error) {
	for i, p := range all {
		role := []string{"target", "bettor"}[min(i, 1)]
		if err := p.patient(ctx, patience, http.MethodPost, "/trade/api/enter",
			map[string]any{"role": role, "consent": true}, nil); err != nil {
			return "", false, err
		}
	}
	for game == "" && err == nil {
		if game, err = all[1].lobby(ctx); err == nil {
			err = parallel.Sleep(ctx, 20*time.Millisecond)
		}
	}
	own, failed := all[0].lobby(ctx)
	return game, own == game, cmp.Or(err, failed)
}

// points lets three bettors bet on what they know and then declare that they are done, either at
// once or after a quarter of the time, in which one of them bets back and forth as fast as it can.
func points(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLuna(ctx, "luna.db", "--trade-seconds", "8")
	var all []*stranger
	names := []string{"moll", "mallory", "mal", "molly"}
	for i := 0; i < len(names) && err == nil; i++ {
		var p *stranger
		p, err = s.person(ctx, fmt.Sprint("203.0.113.", min(i, 1)), names[i])
		all = append(all, p)
	}
	most, began := 0, time.Now()
	for n := 0; n < 12 && err == nil; n++ {
		var game string
		var human bool
		bets := 0
		game, human, err = meetToTrade(ctx, all)
		act := func(p *stranger, patience time.Duration, kind string, human bool, key int) {
			side := map[bool]string{true: "human", false: "computer"}[human]
			failed := p.patient(ctx, patience, http.MethodPost, "/trade/api/games/"+game+"/act",
				map[string]string{"type": kind, "side": side, "key": fmt.Sprint(key)}, nil)
			if status(failed) == 0 { // neither the end of the prices nor too fast
				err = cmp.Or(err, failed)
			}
			if failed == nil && key >= 50 {
				bets++
			}
		}
		until := time.Now().Add(time.Duration(n%2) * 2100 * time.Millisecond)
		for k := 0; err == nil && k < 50; k++ {
			act(all[1+k%3], 0, "bet", human, k)
		}
		for k := 50; err == nil && time.Now().Before(until); k++ {
			act(all[1], 0, "bet", human != (k%2 == 0), k)
		}
		for i := 1; i < len(all) && err == nil; i++ {
			act(all[i], patience, "done", human, -1)
		}
		most = max(most, bets)
	}
	took := time.Since(began)
	err = cmp.Or(err, parallel.Sleep(ctx, time.Second)) // the games become public
	if err != nil {
		return finding{}, err
	}
	board, err := s.download(ctx, "/trade/leaders")
	args := []string{"admin", "fairness", "--db", b.path("luna.db")}
	told, _ := exec.CommandContext(ctx, b.luna, args...).Output()
	listed, named := 0, 0
	for _, name := range names {
		listed += bytes.Count(board, []byte(">"+name+"<"))
		named += bytes.Count(told, []byte("\n"+name+" "))
	}
	return or(err)(listed > 0 || most > 100, "12 games in %.1f s; %d entries on the leaderboard; the "+
		"operator is told of %d accounts; %d bets in 2 s", took.Seconds(), listed, named, most)
}
