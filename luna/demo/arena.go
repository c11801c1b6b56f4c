package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/synth"
	"github.com/luna-rating/luna/luna/client"
)

// arena is a group of simulated people who play against anybody else on their server, so that
// authors of players can practice. One of them always has an open game, which others can join at
// once.
type arena struct {
	seed   uint64
	people []*person
	gate   *gate
	*crew
}

// enterArena registers people with a server, or logs in the people of an earlier arena with the
// same size and seed. The caller must close the arena.
func enterArena(ctx context.Context, server string, people int, seed uint64) (*arena, error) {
	if people < 2 || people > MaxPeople {
		return nil, fmt.Errorf("%d people found, expected 2 to %d", people, MaxPeople)
	}
	a := &arena{
		seed: seed, people: newPeople(newKnown(synth.Civics()), people, seed),
		gate: newGate(), crew: newCrew(people),
	}
	if err := a.register(ctx, server, a.people); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// Abilities returns the true abilities of the people, from 0 to 100, by name.
func (a *arena) Abilities() map[string]float64 {
	list := make(map[string]float64)
	for _, p := range a.people {
		list[p.name] = p.ability
	}
	return list
}

// rounds is the number of games that each person plays to get a rating. More games hardly bring
// ratings closer to abilities, and take longer.
const rounds = 4

// WarmUp makes the people play each other, so that they have ratings before anybody else comes. It
// does nothing if they already have ratings.
func (a *arena) WarmUp(ctx context.Context) error {
	p, err := a.clients[a.people[0]].Profile(ctx)
	if err != nil || p.Games >= rounds {
		return err
	}
	rng := numbers.Stream(a.seed, "luna/demo/arena", 0)
	for range rounds {
		order := rng.Perm(len(a.people))
		for i := 0; i+1 < len(order); i += 2 {
			pair := []*seat{a.seat(order[i]), a.seat(order[i+1])}
			if err := playAtOnce(ctx, pair); err != nil {
				return fmt.Errorf("warm-up of %s and %s: %w", pair[0].person.name,
					pair[1].person.name, err)
			}
		}
	}
	return nil
}

// playAtOnce plays a whole game of two people without waiting. Nobody else may play.
func playAtOnce(ctx context.Context, pair []*seat) error {
	for _, p := range pair {
		if _, err := p.client.NewGame(ctx, p.person.questions()); err != nil {
			return err
		}
	}
	for range 2 {
		for _, p := range pair {
			views, err := p.client.ActiveGames(ctx) // the last one entered first
			if err != nil {
				return err
			}
			if _, err := p.act(ctx, views[0]); err != nil {
				return err
			}
		}
	}
	return nil
}

// How fast the people of an arena act.
const (
	// thinking is about how long a person takes to respond or to guess.
	thinking = 600 * time.Millisecond
	// A person whose opponent does not act leaves after a while, and sooner if nobody is free.
	patient, impatient = 30 * time.Minute, 30 * time.Second
)

var attentive = client.Pace{Interval: 100 * time.Millisecond, Longest: 300 * time.Millisecond}

func (a *arena) seat(i int) *seat {
	p := a.people[i]
	return &seat{person: p, client: a.clients[p], gate: a.gate, patience: a.patience}
}

// patience depends on whether somebody is left to play.
func (a *arena) patience() time.Duration {
	if a.gate.waiting.Load() == 0 {
		return impatient
	}
	return patient
}

// Run lets all people play until the context ends, which is no error.
func (a *arena) Run(ctx context.Context) error {
	g := newGroup(ctx)
	for i := range a.people {
		p := a.seat(i)
		p.think = thinking
		g.run(p.play)
	}
	if err := g.wait(); !errors.Is(err, context.Canceled) || ctx.Err() == nil {
		return err
	}
	return nil
}
