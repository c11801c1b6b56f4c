package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// active is the number of players who can play while the server is measured; the busiest player is
// the first of them and does not play.
const active = 24

// grow measures a server as the number of finished games grows: the time until it answers, its
// memory, and requests while people play.
func grow(ctx context.Context, b *bench) finding {
	if b.players >= active {
		do(fmt.Errorf("-players: found %d, expected at most %d", b.players, active-1))
	}
	rows := [][]string{{"games", "file", "first start", "start", "RSS", "after play", "enter p50 / p99",
		"guess", "profile", "home", "home of 50,000"}}
	for _, games := range b.games {
		row := b.measure(ctx, games)
		log.Print(strings.Join(row, " | "))
		rows = append(rows, row)
	}
	return finding{rows: rows}
}

// prepare makes a database with active players and a number of finished games.
func (b *bench) prepare(ctx context.Context, db string, games int) {
	s := b.serve(ctx, b.luna, "serve", "--db", db)
	var names []string
	for i := range active {
		names = append(names, playerName(i))
		get(s.player("", crowd).Register(ctx, wire.Credentials{Username: playerName(i),
			Password: password, Consent: true}))
	}
	s.stop()
	if games > 0 {
		writeGames(ctx, db, names, games)
	}
}

func playerName(i int) string { return fmt.Sprintf("player %d", i) }

// measured are the requests that are measured: entering a game, guessing, and getting the profile
// and all games.
var measured = []string{"POST home", "POST guess", "GET profile", "GET home"}

// measure measures a server with a number of finished games.
func (b *bench) measure(ctx context.Context, games int) []string {
	db := b.path(fmt.Sprintf("growth%d.db", games))
	b.prepare(ctx, db, games)
	s := b.serve(ctx, b.luna, "serve", "--db", db)
	first := s.took
	s.stop()
	do(s.start(ctx))
	do(parallel.Sleep(ctx, 2*time.Second))
	resident := func() string { return measure.Bytes(s.memory("VmRSS")) }
	row := []string{strconv.Itoa(games), measure.Bytes(databaseSize(db)), measure.Seconds(first.Seconds()),
		measure.Seconds(s.took.Seconds()), resident()}
	times, ofBusiest := newClock(), newClock()
	playTogether(ctx, s, times, b.players, b.time)
	row = append(row, resident())
	x := logIn(ctx, s, ofBusiest, 0)
	for range 20 {
		do(x.home(ctx))
	}
	for _, kind := range measured {
		row = append(row, quantiles(times.of(kind)))
	}
	s.stop()
	do(os.Remove(db))
	return append(row, quantiles(ofBusiest.of("GET home")))
}

func quantiles(l *measure.Latencies) string {
	return strings.TrimSuffix(milliseconds(l.Quantile(.5)), " ms") + " / " + milliseconds(l.Quantile(.99))
}

// visitor is a person who plays while the server is measured.
type visitor struct {
	*client.Client
	name string
}

// logIn logs a player in.
func logIn(ctx context.Context, s *server, h http.RoundTripper, i int) visitor {
	v := visitor{s.player("", h), playerName(i)}
	get(v.Login(ctx, v.name, password))
	return v
}

// home asks for the first page of the player's games.
func (v visitor) home(ctx context.Context) (err error) {
	for _, err = range v.EachGame(ctx) {
		break
	}
	return err
}

// five returns one of the sets of texts of a player.
func (v visitor) five(what string, set int) (list []string) {
	for i := range game.Questions {
		list = append(list, fmt.Sprintf("%s %d of %s %x?", what, i, v.name, set))
	}
	return list
}

// playTogether lets people play at the same time for a while: all except the busiest, whose long
// lists are measured separately.
func playTogether(ctx context.Context, s *server, h http.RoundTripper, people int, load time.Duration) {
	var end time.Time
	play := make([]func(context.Context) error, people)
	for i := range play {
		v, rng := logIn(ctx, s, h, i+1), rand.New(rand.NewPCG(1, uint64(i+1)))
		play[i] = func(ctx context.Context) (err error) {
			for err == nil && time.Now().Before(end) {
				err = v.play(ctx, rng, end)
			}
			return err
		}
	}
	end = time.Now().Add(load) // once all have logged in
	s.together(ctx, 0, nil, play)
}

// think waits like somebody who reads, 150 ms on average.
func think(ctx context.Context, rng *rand.Rand) error {
	return parallel.Sleep(ctx, time.Duration(rng.Int64N(int64(300*time.Millisecond))))
}

// play plays a game, or as much of it as the time allows.
func (v visitor) play(ctx context.Context, rng *rand.Rand, end time.Time) (err error) {
	defer catch(&err)
	g := get(v.NewGame(ctx, v.five("question", rng.IntN(8))))
	for time.Now().Before(end) {
		do(think(ctx, rng))
		g = get(v.Game(ctx, g.ID))
		switch {
		case !g.Active:
			get(v.Profile(ctx))
			do(v.home(ctx))
			return think(ctx, rng)
		case g.Turn != game.ToAct:
		case g.Phase/2 == 1:
			get(v.Respond(ctx, g.ID, v.five("response", rng.IntN(8))))
		default:
			get(v.Guess(ctx, g.ID, float64(rng.IntN(101))))
		}
	}
	return nil
}
