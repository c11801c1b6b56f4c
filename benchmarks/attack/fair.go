package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/must"
	"github.com/luna-rating/luna/internal/parallel"
)

var fairAttacks = []attack{
	{"buy", "40 guests of one address guess 100 about a player with five honest guesses", quick,
		buy},
	{"sink", "40 guests of one address guess 0 about a player with five honest guesses", quick,
		sink},
	{"praise", "40 guests of one address guess 100 about another guest of that address", quick, praise},
	{"ring", "five guests of one address play among themselves, and know each other's ratings",
		quick, ring},
	{"leave", "a player leaves whenever the opponent has guessed 0", quick, leave},
	{"machines", "2 gibberish bots wait for games while 6 guests play for 150 s", slow, machines},
}

// serveHonest starts a server with a player about whom five people of different addresses guessed
// 60, and who guessed 50 about each of them.
func (b *bench) serveHonest(ctx context.Context) (*server, *stranger) {
	s := must.Get(b.serveLuna(ctx, "luna.db"))
	p := must.Get(s.person(ctx, "203.0.113.200", "ann"))
	for i := range 5 {
		other := must.Get(s.person(ctx, fmt.Sprintf("203.0.113.%d", i+1), fmt.Sprint("ann rater ", i)))
		must.Do(play(ctx, p, other, 50, 60))
	}
	return s, p
}

func buy(ctx context.Context, b *bench) (finding, error)  { return move(ctx, b, 100) }
func sink(ctx context.Context, b *bench) (finding, error) { return move(ctx, b, 0) }

// maxMove bounds by how much one address may move a rating of five guesses: about as much as a
// sixth person would, 60/6.
const maxMove = 11

// move lets guests of one address make a guess about a player.
func move(ctx context.Context, b *bench, guess float64) (finding, error) {
	s, p := b.serveHonest(ctx)
	before := must.Get(p.rating(ctx))
	began := time.Now()
	for range 40 {
		g := must.Get(s.guest(ctx, "198.51.100.1"))
		must.Do(play(ctx, p, g, 50, guess))
	}
	took := time.Since(began)
	after := must.Get(p.rating(ctx))
	return judge(math.Abs(after-before) > maxMove, "rating %.1f → %.1f in %.1f s", before, after,
		took.Seconds())
}

// praise lets guests of one address guess 100 about one of them.
func praise(ctx context.Context, b *bench) (finding, error) {
	return must.Get(b.serveLuna(ctx, "luna.db")).praised(ctx, "203.0.113.1")
}

// praised lets guests of an address guess 100 about one of them.
func (s *server) praised(ctx context.Context, from string) (finding, error) {
	p := must.Get(s.guest(ctx, from))
	for range 40 {
		must.Do(play(ctx, p, must.Get(s.guest(ctx, from)), 0, 100))
	}
	after := must.Get(p.profile(ctx))
	return judge(after.improper(), "%v", after)
}

// ring lets guests guess 100 about their leader, who knows their ratings.
func ring(ctx context.Context, b *bench) (finding, error) {
	s := must.Get(b.serveLuna(ctx, "luna.db"))
	var guests []*stranger
	for range 5 {
		guests = append(guests, must.Get(s.guest(ctx, "198.51.100.1")))
	}
	began := time.Now()
	leader := guests[0]
	for _, g := range guests[1:] { // whoever has a rating wins against those who have none
		must.Do(play(ctx, leader, g, 10, 100))
	}
	known := must.Get(guests[1].rating(ctx))
	must.Do(play(ctx, leader, guests[1], max(known, 0), 99))
	took := time.Since(began)
	p := must.Get(leader.profile(ctx))
	return judge(p.improper(), "%v, in %.1f s", p, took.Seconds())
}

// leave counts the guesses that reach a player who leaves games.
func leave(ctx context.Context, b *bench) (finding, error) {
	s, p := b.serveHonest(ctx)
	before := must.Get(p.profile(ctx))
	const games = 5
	for i := range games {
		other := must.Get(s.person(ctx, fmt.Sprintf("203.0.113.%d", 20+i), fmt.Sprint("other ", i)))
		id := must.Get(meet(ctx, p, other, their))
		must.Do(other.guess(ctx, id, 0))
		must.Do(p.leave(ctx, id))
	}
	after := must.Get(p.profile(ctx))
	counted := len(after.Player.SmartsRatingHistory) - len(before.Player.SmartsRatingHistory)
	was, is := before.Player.SmartsRating, after.Player.SmartsRating
	if was == nil || is == nil {
		return finding{}, fmt.Errorf("there is no rating: %+v, %+v", before, after)
	}
	return judge(counted < games && *is >= *was, "%d of %d guesses counted; rating %.1f → %.1f",
		counted, games, *was, *is)
}

// machines lets six guests play hurriedly while machines wait for games, and counts their games
// with people and with machines.
func machines(ctx context.Context, b *bench) (finding, error) {
	s := must.Get(b.serveLuna(ctx, "luna.db"))
	for i := range 2 {
		must.Get(b.start(b.luna, "bot", "gibberish", "--server", s.base, "--name", fmt.Sprint("bot ", i+1)))
	}
	guests, failures := make([]*stranger, 6), make([]error, 6)
	var seats, human, unrated int
	var mu sync.Mutex
	var wg sync.WaitGroup
	playing, end := context.WithTimeout(ctx, 150*time.Second)
	defer end()
	for i := range guests {
		guests[i] = must.Get(s.guest(ctx, fmt.Sprintf("203.0.113.%d", i+1)))
		wg.Go(func() {
			for playing.Err() == nil {
				v, err := guests[i].hurry(playing)
				if err != nil && playing.Err() == nil {
					failures[i] = err
					return
				}
				if v.OpMachine != nil {
					mu.Lock()
					seats++
					human += map[bool]int{false: 1}[*v.OpMachine]
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	must.Do(errors.Join(append(failures, ctx.Err())...))
	for _, g := range guests {
		if must.Get(g.rating(ctx)) < 0 {
			unrated++
		}
	}
	share := 100 * human / max(1, seats)
	return judge(share < 80, "%d seats of people, %d%% with a person; %d of 6 guests without a rating",
		seats, share, unrated)
}

// toAct is the value of turn when a game waits for the player.
const toAct = 1

// hurry plays a game as scripts do, and returns the outcome.
func (s *stranger) hurry(ctx context.Context) (v view, err error) {
	wait := func(d time.Duration) error { return parallel.Sleep(ctx, d/2+rand.N(d)) }
	if err = wait(time.Second); err == nil {
		v, err = s.enter(ctx, short("What about "+s.from))
	}
	path := "/home/" + v.ID
	for err == nil && v.Active {
		switch {
		case v.Turn != toAct:
			if err = wait(200 * time.Millisecond); err == nil {
				err = s.patient(ctx, patience, http.MethodGet, path, nil, &v)
			}
		case v.Phase < 4:
			if err = wait(3 * time.Second); err == nil {
				v, err = s.post(ctx, path+"/response", "responses", short("The answer of "+s.from))
			}
		default:
			if err = wait(3 * time.Second); err == nil {
				v, err = s.post(ctx, path+"/guess", "guess", 50)
			}
		}
	}
	return v, err
}
