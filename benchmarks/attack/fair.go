package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"time"
)

var fairAttacks = []attack{
	{"lookup", "an opponent asks questions that they asked before: their rating looked up in the " +
		"published games before the guess", quick, lookup},
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
func (b *bench) serveHonest(ctx context.Context) (*server, *stranger, error) {
	s, err := b.serveLuna(ctx, "luna.db")
	if err != nil {
		return nil, nil, err
	}
	p, err := s.person(ctx, "203.0.113.200", "ann")
	if err != nil {
		return nil, nil, err
	}
	for i := range 5 {
		other, err := s.person(ctx, fmt.Sprintf("203.0.113.%d", i+1), fmt.Sprint("ann rater ", i))
		if err != nil {
			return nil, nil, err
		}
		if err := play(ctx, p, other, 50, 60); err != nil {
			return nil, nil, err
		}
	}
	return s, p, nil
}

func buy(ctx context.Context, b *bench) (finding, error)  { return move(ctx, b, 100) }
func sink(ctx context.Context, b *bench) (finding, error) { return move(ctx, b, 0) }

// maxMove is by how much one address may move a rating of five guesses: as much as one person more
// would: 60/6.
const maxMove = 11

// move has guests of one address make a guess about a player.
func move(ctx context.Context, b *bench, guess float64) (finding, error) {
	s, p, err := b.serveHonest(ctx)
	if err != nil {
		return finding{}, err
	}
	before, err := p.rating(ctx)
	if err != nil {
		return finding{}, err
	}
	began := time.Now()
	for range 40 {
		g, err := s.guest(ctx, "198.51.100.1")
		if err != nil {
			return finding{}, err
		}
		if err := play(ctx, p, g, 50, guess); err != nil {
			return finding{}, err
		}
	}
	took := time.Since(began)
	after, err := p.rating(ctx)
	return or(err)(math.Abs(after-before) > maxMove, "rating %.1f → %.1f in %.1f s", before, after,
		took.Seconds())
}

// praise has guests of one address guess 100 about one of them.
func praise(ctx context.Context, b *bench) (finding, error) {
	s, p, err := b.serveGuest(ctx)
	if err != nil {
		return finding{}, err
	}
	for range 40 {
		g, err := s.guest(ctx, p.from)
		if err == nil {
			err = play(ctx, p, g, 0, 100)
		}
		if err != nil {
			return finding{}, err
		}
	}
	after, err := p.profile(ctx)
	return or(err)(after.improper(), "%v", after)
}

// or judges unless there was an error.
func or(err error) func(bool, string, ...any) (finding, error) {
	if err != nil {
		return func(bool, string, ...any) (finding, error) { return finding{}, err }
	}
	return judge
}

// ring has guests guess 100 about their leader, who knows their ratings.
func ring(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLuna(ctx, "luna.db")
	if err != nil {
		return finding{}, err
	}
	var guests []*stranger
	for range 5 {
		g, err := s.guest(ctx, "198.51.100.1")
		if err != nil {
			return finding{}, err
		}
		guests = append(guests, g)
	}
	began := time.Now()
	leader := guests[0]
	for _, g := range guests[1:] { // whoever has a rating wins against those who have none
		if err := play(ctx, leader, g, 10, 100); err != nil {
			return finding{}, err
		}
	}
	known, err := guests[1].rating(ctx)
	if err != nil {
		return finding{}, err
	}
	if err := play(ctx, leader, guests[1], max(known, 0), 99); err != nil {
		return finding{}, err
	}
	took := time.Since(began)
	p, err := leader.profile(ctx)
	if err != nil {
		return finding{}, err
	}
	return judge(p.improper(), "%v, in %.1f s", p, took.Seconds())
}

// leave counts the guesses that reach a player who leaves games.
func leave(ctx context.Context, b *bench) (finding, error) {
	s, p, err := b.serveHonest(ctx)
	if err != nil {
		return finding{}, err
	}
	before, err := p.profile(ctx)
	if err != nil {
		return finding{}, err
	}
	const games = 5
	for i := range games {
		other, err := s.person(ctx, fmt.Sprintf("203.0.113.%d", 20+i), fmt.Sprint("other ", i))
		if err != nil {
			return finding{}, err
		}
		id, err := meet(ctx, p, other, their)
		if err == nil {
			err = other.guess(ctx, id, 0)
		}
		if err == nil {
			err = p.leave(ctx, id)
		}
		if err != nil {
			return finding{}, err
		}
	}
	after, err := p.profile(ctx)
	if err != nil {
		return finding{}, err
	}
	counted := len(after.Player.SmartsRatingHistory) - len(before.Player.SmartsRatingHistory)
	was, is := before.Player.SmartsRating, after.Player.SmartsRating
	if was == nil || is == nil {
		return finding{}, fmt.Errorf("there is no rating: %+v, %+v", before, after)
	}
	return judge(counted < games && *is >= *was, "%d of %d guesses counted; rating %.1f → %.1f",
		counted, games, *was, *is)
}

// lookup compares the rating that the published games tell with the true one.
func lookup(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLuna(ctx, "luna.db", "--export-keep", "1ms")
	if err != nil {
		return finding{}, err
	}
	ann, err := s.person(ctx, "203.0.113.200", "ann")
	if err != nil {
		return finding{}, err
	}
	for i, guess := range []float64{71, 64, 83, 77, 58, 90} {
		other, err := s.person(ctx, fmt.Sprintf("203.0.113.%d", i+1), fmt.Sprint("rater ", i))
		if err == nil {
			err = play(ctx, ann, other, 50, guess)
		}
		if err != nil {
			return finding{}, err
		}
	}
	rating, err := ann.rating(ctx)
	if err != nil {
		return finding{}, err
	}
	mallory, err := s.person(ctx, "198.51.100.1", "mallory")
	if err != nil {
		return finding{}, err
	}
	if _, err := meet(ctx, ann, mallory, their); err != nil {
		return finding{}, err
	}
	found, n, err := s.lookUp(ctx, ann)
	if err != nil {
		return finding{}, err
	}
	if n == 0 {
		return judge(false, "rating %.2f; nothing published tells it", rating)
	}
	return judge(math.Abs(found-rating) < 3, "rating %.2f; %.2f from %d published games", rating,
		found, n)
}

// published is a line of the published games: a whole game, or one player's responses.
type published struct {
	Seats []struct {
		Questions []string
		Guess     *float64
	}
	Responses []string
	Guess     *float64
}

// lookUp returns the mean of the published guesses about a player who repeats questions and
// responses.
func (s *server) lookUp(ctx context.Context, p *stranger) (mean float64, n int, err error) {
	questions, responses := their(p)
	sum := 0.0
	add := func(guess *float64) {
		if guess != nil {
			sum += *guess
			n++
		}
	}
	for _, file := range []string{"games", "answers"} {
		text, err := s.download(ctx, "/export/"+file+".jsonl")
		if err != nil {
			return 0, 0, err
		}
		for line := range bytes.Lines(text) {
			var g published
			if err := json.Unmarshal(line, &g); err != nil {
				return 0, 0, fmt.Errorf("%s.jsonl: %w", file, err)
			}
			for i, seat := range g.Seats {
				if slices.Equal(seat.Questions, questions) {
					add(g.Seats[len(g.Seats)-1-i].Guess)
				}
			}
			if slices.Equal(g.Responses, responses) {
				add(g.Guess)
			}
		}
	}
	if n > 0 {
		mean = sum / float64(n)
	}
	return mean, n, nil
}

// download returns a published file, which is empty if there is no such file.
func (s *server) download(ctx context.Context, path string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+path, nil)
	if err != nil {
		return nil, err
	}
	a, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK {
		return nil, nil
	}
	return io.ReadAll(a.Body)
}
