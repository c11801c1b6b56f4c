package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// lunaPlayer is one of the players, with its acknowledged submissions. Its client repeats requests
// until they are answered, because the server may be down.
type lunaPlayer struct {
	*client.Client
	once    *client.Client // sends a request once
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

func newLunaPlayer(server string, h *http.Client, i int, delay time.Duration) *lunaPlayer {
	o := client.Options{HTTP: h, FirstWait: 20 * time.Millisecond, Patience: 5 * time.Minute}
	once := client.Options{HTTP: h, Patience: -1}
	return &lunaPlayer{
		Client: get(client.New(server, "", o)), once: get(client.New(server, "", once)),
		name: fmt.Sprintf("player %d", i), rng: rand.New(rand.NewPCG(1, uint64(i))), delay: delay,
		acknowledged: make(map[game.GameID]*submitted),
	}
}

// register registers the player in one of the three ways, a fifth of all as machines.
func (p *lunaPlayer) register(ctx context.Context, i int) {
	var token string
	switch {
	case i%5 == 0:
		p.machine = true
		token = get(p.RegisterMachine(ctx, p.name))
	case i%5 == 1:
		token = get(p.Register(ctx, wire.Credentials{Username: p.name, Password: password}))
	default:
		token = get(p.RegisterGuest(ctx))
	}
	p.once.SetToken(token)
}

// enter enters a game and records it. If the response is lost, the game may exist all the same,
// which the next list of games shows.
func (p *lunaPlayer) enter(ctx context.Context) error {
	q := p.texts("question")
	v, err := p.once.NewGame(ctx, q)
	if err == nil {
		p.note(v.ID, func(s *submitted) { s.questions = q })
	}
	return err
}

// play enters the given number of games and plays until they are finished.
func (p *lunaPlayer) play(ctx context.Context, games int, ready *sync.WaitGroup) (err error) {
	defer catch(&err)
	entered := sync.OnceFunc(ready.Done)
	defer entered()
	for len(get(p.Games(ctx))) < games {
		if err := p.enter(ctx); err != nil {
			p.pause(ctx) // the server may be down
		}
	}
	entered()
	ready.Wait() // all games are played at the same time
	for {
		views := get(p.Games(ctx))
		p.rng.Shuffle(len(views), func(i, j int) { views[i], views[j] = views[j], views[i] })
		over := true
		for _, v := range views {
			over = over && !v.Active
			do(p.act(ctx, v))
		}
		if over {
			return nil
		}
		p.pause(ctx)
	}
}

func (p *lunaPlayer) pause(ctx context.Context) {
	_ = parallel.Sleep(ctx, time.Millisecond+time.Duration(p.rng.Int64N(int64(p.delay)+1)))
}

// act makes the submission that a game waits for and, now and then, one that is not due.
func (p *lunaPlayer) act(ctx context.Context, v game.View) error {
	if p.draw(4) == 0 {
		do(p.outOfOrder(ctx, v))
	}
	if v.Active && v.Phase == 1 {
		// Nobody has joined, and nobody will: players who entered later were in a game with this
		// player already.
		_, err := p.Deactivate(ctx, v.ID)
		return err
	}
	if v.Turn != game.ToAct {
		return nil
	}
	p.pause(ctx)
	switch v.Phase / 2 {
	case 1:
		return p.submit(ctx, v.ID, func() (func(*submitted), error) {
			r := p.texts("response")
			_, err := p.once.Respond(ctx, v.ID, r)
			return func(s *submitted) { s.responses = r }, err
		})
	case 2:
		return p.submit(ctx, v.ID, func() (func(*submitted), error) {
			g := 100 * float64(p.draw(1<<30)) / (1 << 30) // so that no two are the same
			_, err := p.once.Guess(ctx, v.ID, g)
			return func(s *submitted) { s.guess = &g }, err
		})
	}
	return fmt.Errorf("game %s waits for %s in phase %d", v.ID, p.name, v.Phase)
}

// submit sends a submission, or two at the same time, of which at most one may be acknowledged. It
// records the acknowledged one.
func (p *lunaPlayer) submit(
	ctx context.Context, id game.GameID, send func() (func(*submitted), error),
) error {
	failures := make([]error, 1)
	if p.draw(3) == 0 {
		failures = make([]error, 2)
	}
	var acknowledged atomic.Int64
	var wg sync.WaitGroup
	for i := range failures {
		wg.Go(func() {
			done, err := send()
			if failures[i] = refusal(err); err == nil {
				acknowledged.Add(1)
				p.note(id, done)
			}
		})
	}
	wg.Wait()
	if n := acknowledged.Load(); n > 1 {
		return fmt.Errorf("game %s: %d submissions at the same time were acknowledged", id, n)
	}
	// Unanswered submissions are repeated while the game waits for them.
	return errors.Join(append(failures, ctx.Err())...)
}

// refusal returns an error unless the server did not answer, is busy, or refused because of an
// earlier submission.
func refusal(err error) error {
	if e, ok := errors.AsType[*client.Error](err); ok && e.Status != http.StatusConflict &&
		e.Status != http.StatusServiceUnavailable {
		return err
	}
	return nil
}

// untimely is a guess that no player makes in time.
const untimely = 33.333

// outOfOrder sends a submission that is not due, which the server must refuse.
func (p *lunaPlayer) outOfOrder(ctx context.Context, v game.View) error {
	stage := p.draw(3)
	if stage == v.Phase/2 || stage > v.Phase/2 && v.Active {
		// The stage may have come meanwhile, and then the submission would count.
		if stage == v.Phase/2 || v.Turn != game.ToAct {
			return nil
		}
	}
	var err error
	switch stage {
	case 0:
		_, err = p.once.Interview(ctx, v.ID, p.texts("late question"))
	case 1:
		_, err = p.once.Respond(ctx, v.ID, p.texts("untimely response"))
	case 2:
		_, err = p.once.Guess(ctx, v.ID, untimely)
	}
	if err == nil {
		return fmt.Errorf("stage %d of game %s was accepted in phase %d", stage, v.ID, v.Phase)
	}
	return errors.Join(refusal(err), ctx.Err())
}

// draw returns a random number below n.
func (p *lunaPlayer) draw(n int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.rng.IntN(n)
}

func (p *lunaPlayer) note(id game.GameID, done func(*submitted)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.acknowledged[id] == nil {
		p.acknowledged[id] = &submitted{}
	}
	done(p.acknowledged[id])
}

// texts returns five texts that no other player writes.
func (p *lunaPlayer) texts(kind string) []string {
	texts := make([]string, game.Questions)
	for i := range texts {
		texts[i] = fmt.Sprintf("%s %d of %s: %x & 100%% <é>", kind, i+1, p.name, p.draw(math.MaxInt))
	}
	return texts
}
