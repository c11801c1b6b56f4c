package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/pause"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// player is one of the players, with its acknowledged submissions.
type player struct {
	client
	name    string
	machine bool
	rng     *rand.Rand
	delay   time.Duration

	mu           sync.Mutex
	acknowledged map[game.GameID]*submitted
}

// submitted holds a player's acknowledged submissions in a game.
type submitted struct {
	questions, responses []string
	guess                *float64
}

// register registers the player in one of the three ways.
func (p *player) register(ctx context.Context, i int) error {
	var t wire.Token
	var err error
	switch {
	case i%5 == 0:
		p.machine = true
		form := url.Values{"username": {p.name}}
		err = p.insist(ctx, http.MethodPost, "/registerMachine", form, &t)
	case i%5 == 1:
		form := url.Values{"username": {p.name}, "password": {"correct horse " + p.name}}
		err = p.insist(ctx, http.MethodPost, "/register", form, &t)
	default:
		err = p.insist(ctx, http.MethodGet, "/registerGuest", nil, &t)
	}
	p.token = t.Token
	return err
}

// enter enters a game and records it. If the response is lost, the game may exist all the same,
// which the next list of games shows.
func (p *player) enter(ctx context.Context) error {
	q := p.texts("question")
	var g wire.Game
	err := p.do(ctx, http.MethodPost, "/home", url.Values{"questions": q}, &g)
	if err == nil {
		p.note(g.ID, func(s *submitted) { s.questions = q })
	}
	return err
}

func (p *player) games(ctx context.Context) ([]game.View, error) {
	var games []wire.Game
	err := p.insist(ctx, http.MethodGet, "/home", nil, &games)
	views := make([]game.View, len(games))
	for i, g := range games {
		views[i] = g.View
	}
	return views, err
}

// play enters the given number of games and plays until they are finished.
func (p *player) play(ctx context.Context, games int, ready *sync.WaitGroup) error {
	for {
		views, err := p.games(ctx)
		if err != nil {
			ready.Done()
			return err
		}
		if len(views) >= games {
			break
		}
		if err := p.enter(ctx); err != nil {
			p.pause(ctx) // the server may be down
		}
	}
	ready.Done()
	ready.Wait() // all games are played at the same time
	for {
		views, err := p.games(ctx)
		if err != nil {
			return err
		}
		p.rng.Shuffle(len(views), func(i, j int) { views[i], views[j] = views[j], views[i] })
		over := true
		for _, v := range views {
			over = over && !v.Active
			if err := p.act(ctx, v); err != nil {
				return err
			}
		}
		if over {
			return nil
		}
		p.pause(ctx)
	}
}

func (p *player) pause(ctx context.Context) {
	_ = pause.For(ctx, time.Millisecond+time.Duration(p.rng.Int64N(int64(p.delay)+1)))
}

// act does what a game waits for and, now and then, something that is not due.
func (p *player) act(ctx context.Context, v game.View) error {
	if p.rng.IntN(4) == 0 {
		if err := p.outOfOrder(ctx, v); err != nil {
			return err
		}
	}
	path := "/home/" + string(v.ID)
	if v.Active && v.Phase == 1 {
		// Nobody has joined, and nobody will: players who entered later were in a game with this
		// player already.
		return p.insist(ctx, http.MethodGet, path+"/deactivate", nil, &wire.Game{})
	}
	if v.Turn != game.ToAct {
		return nil
	}
	p.pause(ctx)
	switch v.Phase / 2 {
	case 1:
		r := p.texts("response")
		return p.submit(ctx, path+"/response", url.Values{"responses": r}, v.ID,
			func(s *submitted) { s.responses = r })
	case 2:
		g := float64(p.rng.IntN(10001)) / 100
		form := url.Values{"guess": {strconv.FormatFloat(g, 'g', -1, 64)}}
		return p.submit(ctx, path+"/guess", form, v.ID, func(s *submitted) { s.guess = &g })
	}
	return fmt.Errorf("game %s waits for %s in phase %d", v.ID, p.name, v.Phase)
}

// submit sends a submission once, or twice at the same time, when at most one may be acknowledged.
// It records the acknowledged one.
func (p *player) submit(
	ctx context.Context, path string, form url.Values, id game.GameID, done func(*submitted),
) error {
	times := 1
	if p.rng.IntN(3) == 0 {
		times = 2
	}
	failures := make([]error, times)
	var wg sync.WaitGroup
	for i := range failures {
		wg.Go(func() {
			failures[i] = p.do(ctx, http.MethodPost, path, form, &wire.Game{})
			if failures[i] == nil {
				p.note(id, done)
			}
		})
	}
	wg.Wait()
	failed := func(err error) bool { return err != nil }
	if n := len(slices.DeleteFunc(slices.Clone(failures), failed)); n > 1 {
		return fmt.Errorf("%s was acknowledged %d times", path, n)
	}
	for _, err := range failures {
		var s *status
		if errors.As(err, &s) && s.code != http.StatusConflict &&
			s.code != http.StatusServiceUnavailable {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return ctx.Err() // unanswered submissions are repeated while the game waits for them
}

// outOfOrder sends a submission that is not due, which the server must refuse.
func (p *player) outOfOrder(ctx context.Context, v game.View) error {
	path := "/home/" + string(v.ID)
	forms := []struct {
		stage int
		path  string
		form  url.Values
	}{
		{0, path + "/interview", url.Values{"questions": p.texts("late question")}},
		{1, path + "/response", url.Values{"responses": p.texts("untimely response")}},
		{2, path + "/guess", url.Values{"guess": {"100"}}},
	}
	f := forms[p.rng.IntN(len(forms))]
	if f.stage == v.Phase/2 || f.stage > v.Phase/2 && v.Active {
		// The stage may have come meanwhile, and then the submission would count.
		if f.stage == v.Phase/2 || v.Turn != game.ToAct {
			return nil
		}
	}
	err := p.do(ctx, http.MethodPost, f.path, f.form, &wire.Game{})
	var s *status
	switch {
	case err == nil:
		return fmt.Errorf("%s was accepted in phase %d", f.path, v.Phase)
	case errors.As(err, &s) && s.code != http.StatusConflict &&
		s.code != http.StatusServiceUnavailable:
		return fmt.Errorf("%s: %w", f.path, err)
	}
	return ctx.Err()
}

func (p *player) note(id game.GameID, done func(*submitted)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.acknowledged[id] == nil {
		p.acknowledged[id] = &submitted{}
	}
	done(p.acknowledged[id])
}

// texts returns five texts that no other player writes.
func (p *player) texts(kind string) []string {
	texts := make([]string, game.Questions)
	for i := range texts {
		texts[i] = fmt.Sprintf("%s %d of %s: %x & 100%% <é>", kind, i+1, p.name, p.rng.Uint64())
	}
	return texts
}
