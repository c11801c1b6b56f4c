package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

var texted atomic.Int64

// large returns five texts of the greatest size that nobody has written before: 5,000 characters,
// almost all of four bytes.
func large() []string {
	five := make([]string, game.Questions)
	for i := range five {
		number := fmt.Sprint(texted.Add(1), " ")
		five[i] = number + strings.Repeat("\U00010348", game.MaxCharacters-len(number))
	}
	return five
}

// limited reports whether the server set a limit. It panics with another error.
func limited(err error) bool {
	refused, ok := errors.AsType[*client.Error](err)
	if ok && (refused.Status == http.StatusTooManyRequests || refused.Status == http.StatusServiceUnavailable) {
		return true
	}
	do(err)
	return false
}

// longLists lets a guest leave games of large texts and finish games with another guest, and
// returns requests for lists of them.
func longLists(ctx context.Context, s *server) func(int) string {
	const from = "203.0.113.1"
	g, h := s.guest(ctx, from), s.guest(ctx, "203.0.113.2")
	for range s.bench.games[0] {
		if limited(pass(ctx, g)) {
			break
		}
	}
	for range s.bench.games[len(s.bench.games)-1] {
		if limited(finish(ctx, g, h, large, 50, 50)) {
			break
		}
	}
	return func(i int) string {
		path := []string{"/oldquestions", "/home", "/profile", "/me"}[i%4]
		return fmt.Sprintf("GET %s HTTP/1.1\r\nHost: HOST\r\nX-Forwarded-For: %s\r\nAuthorization: Bearer %s\r\n"+
			"Cookie: luna=%[3]s\r\n\r\n", path, from, g.Token())
	}
}

// pass enters a game with large texts and leaves it.
func pass(ctx context.Context, g *client.Client) error {
	v, err := g.NewGame(ctx, large())
	if err == nil {
		_, err = g.Deactivate(ctx, v.ID)
	}
	return err
}

// finish lets two players play a game with the given guesses about each other.
func finish(ctx context.Context, a, b *client.Client, texts func() []string, ofB, ofA float64) (err error) {
	defer catch(&err)
	both := []*client.Client{a, b}
	var id game.GameID
	for _, p := range both {
		id = get(p.NewGame(ctx, texts())).ID
	}
	for _, p := range both {
		get(p.Respond(ctx, id, texts()))
	}
	for i, p := range both {
		get(p.Guess(ctx, id, []float64{ofB, ofA}[i]))
	}
	return nil
}

// fill lets addresses send as much as they may, and restarts the server.
func fill(pattern string) func(context.Context, *bench) finding {
	return func(ctx context.Context, b *bench) finding {
		s := b.serve(ctx, b.lunaCommand(behindProxy...)...)
		var wg sync.WaitGroup
		var games atomic.Int64
		failures := make([]error, b.players)
		for i := range failures {
			wg.Go(func() {
				defer catch(&failures[i])
				var g *client.Client
				for n := range b.games[0] {
					if n%100 == 0 { // another guest, since requests are limited by player
						g = s.guest(ctx, fmt.Sprintf(pattern, i+1))
					}
					if limited(pass(ctx, g)) {
						break
					}
					games.Add(1)
				}
			})
		}
		wg.Wait()
		if !s.tooBig.Load() {
			do(errors.Join(failures...))
			s.stop()
		}
		first, file := s.memoryText(), databaseSize(b.path("luna.db"))
		do(s.start(ctx))
		return judge(s.most > maxMemory/2 || s.peak.Load() > maxMemory/2 || s.took > 3*time.Second,
			"%s accepted, %s, file %s; restart in %.1f s with %s", mebibytes(games.Load()*100_000), first,
			mebibytes(file), s.took.Seconds(), mebibytes(s.memory("VmRSS")))
	}
}

// databaseSize returns the size of a database in bytes, including its write-ahead log.
func databaseSize(db string) (n int64) {
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(db + suffix); err == nil {
			n += info.Size()
		}
	}
	return n
}

const password = "correct horse battery"

// loginFlood lets an owner log in, from an address where they have done so before, while strangers
// make the server hash passwords for other names.
func loginFlood(ctx context.Context, b *bench) finding {
	s := b.serve(ctx, b.lunaCommand(behindProxy...)...)
	// A browser connects anew where a connection that was idle is closed.
	owner := s.player("203.0.113.1", &http.Transport{DisableKeepAlives: true})
	get(owner.Register(ctx, wire.Credentials{Username: "victim", Password: password, Consent: true}))
	get(owner.Login(ctx, "victim", password))
	flood, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	for i := range b.players {
		stranger := s.player(fmt.Sprintf("2001:db8:%x::1", i+1), &http.Transport{DisableKeepAlives: true})
		for k := range 60 {
			wg.Go(func() {
				_, _ = stranger.Login(flood, fmt.Sprintf("nobody%d-%d", i, k), "a wrong password")
			})
		}
	}
	time.Sleep(3 * time.Second)
	began := time.Now()
	patience, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	_, err := owner.Login(patience, "victim", password)
	return judge(err != nil, "%d passwords at once; the owner waited %.1f s, error %v; %s", 60*b.players,
		time.Since(began).Seconds(), err, s.memoryText())
}

// praise lets guests who are all seen at the proxy's address guess 100 about one of them.
func praise(ctx context.Context, b *bench) finding {
	s := b.serve(ctx, b.lunaCommand(behindProxy...)...)
	texts := func() []string { return []string{"One?", "Two?", "Three?", "Four?", "Five?"} }
	praised := s.guest(ctx, "")
	for range 40 {
		do(finish(ctx, praised, s.guest(ctx, ""), texts, 0, 100))
	}
	p := get(praised.Profile(ctx))
	rating := "none"
	if p.Rating != nil {
		rating = fmt.Sprintf("%.1f", *p.Rating)
	}
	return judge(p.Rating != nil || p.StreakRecord >= 3, "rating %s, %d games won of %d, streak %d", rating,
		p.Wins, p.Games, p.StreakRecord)
}
