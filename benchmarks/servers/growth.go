package main

import (
	"context"
	"errors"
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
	"github.com/luna-rating/luna/luna/wire"
)

// grow measures a server as the number of finished games grows: the time until it answers, its
// memory, and requests while people play.
func grow(ctx context.Context, b *bench) finding {
	rows := [][]string{{"games", "file", "start", "memory after play", "enter p50 / p99", "guess", "profile",
		"home"}}
	for _, games := range b.games {
		row := b.measure(ctx, games)
		log.Print(strings.Join(row, " | "))
		rows = append(rows, row)
	}
	return finding{rows: rows}
}

// prepare makes a database with the players and a number of finished games.
func (b *bench) prepare(ctx context.Context, db string, games int) {
	s := b.serve(ctx, b.luna, "serve", "--db", db)
	for i := range b.players {
		get(s.client(http.DefaultTransport).Register(ctx, wire.Credentials{Username: playerName(i),
			Password: password, Consent: true}))
	}
	s.stop()
	if games > 0 {
		writeGames(ctx, db, games)
	}
}

func playerName(i int) string { return fmt.Sprintf("player %d", i) }

// measure measures a server with a number of finished games.
func (b *bench) measure(ctx context.Context, games int) []string {
	db := b.path(fmt.Sprintf("growth%d.db", games))
	b.prepare(ctx, db, games)
	s := b.serve(ctx, b.luna, "serve", "--db", db)
	s.stop()
	do(s.start(ctx))
	do(parallel.Sleep(ctx, 2*time.Second))
	times := newClock()
	playTogether(ctx, s, times, b.players, b.time)
	row := []string{strconv.Itoa(games), measure.Bytes(databaseSize(db)), measure.Seconds(s.took.Seconds()),
		measure.Bytes(s.memory("VmRSS"))}
	for _, kind := range []string{"POST home", "POST guess", "GET profile", "GET home"} {
		row = append(row, quantiles(times.of(kind)))
	}
	s.stop()
	do(os.Remove(db))
	return row
}

func quantiles(l *measure.Latencies) string {
	return strings.TrimSuffix(milliseconds(l.Quantile(.5)), " ms") + " / " + milliseconds(l.Quantile(.99))
}

func (s *server) client(h http.RoundTripper) *client.Client {
	return get(client.New(s.base, "", client.Options{HTTP: &http.Client{Transport: h}}))
}

// home asks for the first page of a player's games.
func home(ctx context.Context, c *client.Client) error {
	for _, err := range c.EachGame(ctx) {
		return err
	}
	return nil
}

// playTogether lets people play at the same time for a while.
func playTogether(ctx context.Context, s *server, h http.RoundTripper, people int, load time.Duration) {
	var end time.Time
	play := make([]func(context.Context) error, people)
	for i := range play {
		c := s.client(h)
		get(c.Login(ctx, playerName(i), password))
		play[i] = func(ctx context.Context) (err error) {
			for err == nil && time.Now().Before(end) {
				err = parallel.Sleep(ctx, rand.N(3*look)) // like somebody who reads
				write(ctx, c, func(refused error) { err = errors.Join(err, refused) })
				_, failed := c.Profile(ctx)
				err = errors.Join(err, failed, home(ctx, c))
			}
			return err
		}
	}
	end = time.Now().Add(load) // once all have logged in
	s.together(ctx, 0, nil, play)
}
