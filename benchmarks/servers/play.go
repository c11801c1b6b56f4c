package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// playLuna plays Luna Games while the server is killed, and again without kills and waits, which
// measures the capacity of the server.
func playLuna(ctx context.Context, b *bench) finding {
	rows := [][]string{{"games", "players", "waits up to", "kills", "games/s", "requests/s", "p50", "p99",
		"maximum", "back within", "CPU", "peak memory"}}
	for _, n := range b.games {
		rows = append(rows, b.playGames(ctx, n, b.kills, b.time), b.playGames(ctx, n, 0, 0))
	}
	return finding{rows: rows}
}

// playGames plays a number of games at the same time on a new database, checks the outcome and
// returns a row of the table. Players wait for at most delay before a submission.
func (b *bench) playGames(ctx context.Context, games, kills int, delay time.Duration) []string {
	n := b.players
	if n < 2 || 2*games%n != 0 || 2*games/n > min(game.MaxActive, n-1) {
		do(fmt.Errorf("%d games cannot be shared equally by %d players, each in at most %d games with "+
			"different others", games, n, game.MaxActive))
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	db := b.path(fmt.Sprintf("play%d-%d.db", games, kills))
	// All pair with all at once, so that the number of games is known.
	s := b.serve(ctx, b.luna, "serve", "--db", db, "--machine-games", "--grace-machines", "0s")
	times := newClock()
	defer times.CloseIdleConnections()
	players, play := make([]*lunaPlayer, n), make([]func(context.Context) error, n)
	var ready sync.WaitGroup
	ready.Add(n)
	for i := range players {
		p := newLunaPlayer(s.base, &http.Client{Transport: times}, i, delay)
		p.register(ctx, i)
		players[i], play[i] = p, func(ctx context.Context) error {
			return p.play(ctx, 2*games/n, &ready)
		}
	}
	rng, began := rand.New(rand.NewPCG(1, 1<<40)), time.Now()
	killed, back := s.together(ctx, kills, func() time.Duration {
		return 20*time.Millisecond + time.Duration(rng.Int64N(int64(delay)+1))
	}, play)
	took := time.Since(began)
	views := make(map[game.GameID][]seen)
	for _, p := range players {
		for _, v := range get(p.Games(ctx)) {
			views[v.ID] = append(views[v.ID], seen{p, v})
		}
	}
	s.stop()
	do(check(views, players, games))
	if out, err := exec.CommandContext(ctx, b.luna, "admin", "verify", "--db", db).CombinedOutput(); err != nil {
		do(fmt.Errorf("luna admin verify: %w: %s", err, out))
	}
	all := times.of("")
	return append([]string{fmt.Sprint(games), fmt.Sprint(n), delay.String(), fmt.Sprint(killed),
		fmt.Sprintf("%.0f", float64(games)/took.Seconds()),
		fmt.Sprintf("%.0f", float64(all.Count())/took.Seconds()), milliseconds(all.Quantile(.5)),
		milliseconds(all.Quantile(.99)), milliseconds(all.Quantile(1)), milliseconds(back)},
		s.usage(took)...)
}

// seen is a game as a player sees it.
type seen struct {
	by *lunaPlayer
	game.View
}

// check returns the first inconsistency as an error.
func check(views map[game.GameID][]seen, players []*lunaPlayer, games int) error {
	finished := 0
	for id, seats := range views {
		if len(seats) == 1 && seats[0].Phase == 1 && !seats[0].Active {
			continue // nobody joined it
		}
		if len(seats) != 2 {
			return fmt.Errorf("game %s has %d players", id, len(seats))
		}
		finished++
		for i := range seats {
			if err := consistent(seats[i], seats[1-i]); err != nil {
				return fmt.Errorf("game %s as %s sees it: %w", id, seats[i].by.name, err)
			}
		}
	}
	if finished < games*9/10 {
		return fmt.Errorf("%d games were finished, expected some %d", finished, games)
	}
	for _, p := range players {
		for id := range p.acknowledged {
			if _, ok := views[id]; !ok {
				return fmt.Errorf("game %s of %s was acknowledged and is lost", id, p.name)
			}
		}
	}
	return nil
}

// consistent compares a game with the player's acknowledged submissions and with the view of the
// other player.
func consistent(own, other seen) error {
	if own.Phase != 6 || own.Turn != game.Complete || own.Active {
		return fmt.Errorf("phase %d, turn %d, active %v, expected it to be finished",
			own.Phase, own.Turn, own.Active)
	}
	if s := own.by.acknowledged[own.ID]; s != nil {
		if s.questions != nil && !slices.Equal(s.questions, game.QuestionTexts(own.Questions)) ||
			s.responses != nil && !slices.Equal(s.responses, game.ResponseTexts(own.Responses)) ||
			s.guess != nil && *s.guess != *own.Guess {
			return fmt.Errorf("found %+v, expected what was acknowledged, %+v", own.View, s)
		}
	}
	if !slices.Equal(game.QuestionTexts(own.OpQuestions), game.QuestionTexts(other.Questions)) ||
		!slices.Equal(game.ResponseTexts(own.OpResponses), game.ResponseTexts(other.Responses)) ||
		*own.OpGuess != *other.Guess || !reflect.DeepEqual(own.OpSmartsRating, other.OldSmartsRating) ||
		*own.OpMachine != other.by.machine {
		return fmt.Errorf("it differs from the view of %s", other.by.name)
	}
	if *own.Outcome == game.Won && *other.Outcome == game.Won {
		return fmt.Errorf("both players have won")
	}
	return nil
}
