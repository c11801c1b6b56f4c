package play

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/internal/recall"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/alone"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

// A practice is a game in which one visitor practises as a bettor. It follows the rules of all
// games, but it is in memory only: no log, board or archive knows of it. Its target is a program
// or, with probability one half, a replay of what people answered.
type practice struct {
	*live
	begun  time.Time
	target string // what the target was, in words

	mu   sync.Mutex
	game *archive.Game
}

// The bounds of practice: games in memory, how long they stay there, and the number of replies of
// people from which on a replay uses them instead of the demonstration.
const (
	maxPractices = 200
	practiceLife = 30 * time.Minute
	minReplies   = 30
)

// practicePrefix begins the ID of a practice game.
const practicePrefix = "practice"

// IsPractice reports whether an ID is that of a practice game. Whoever knows it plays the game.
func IsPractice(game string) bool { return strings.HasPrefix(game, practicePrefix) }

// demonstration has questions and answers that were written for practice.
//
//go:embed demonstration.tsv
var demonstration []byte

// newDemonstration returns a target that repeats the demonstration.
func newDemonstration() (*echo, error) {
	list, err := recall.Read(bytes.NewReader(demonstration), "demonstration.tsv")
	return &echo{games: []echoed{{"", list}}, replies: len(list)}, err
}

// openPractice prepares practice.
func (r *Referee) openPractice() (err error) {
	r.practices = alone.New[*practice](r.o.Accounts, practicePrefix, maxPractices, practiceLife)
	loaded := slices.ContainsFunc(r.o.Targets, func(t Target) bool { return t.Archive })
	if r.demonstration, err = newDemonstration(); err != nil || loaded || !r.MayPractise() {
		return err
	}
	r.run(func() {
		if err := r.echo.load(r.ctx); err != nil && r.ctx.Err() == nil {
			r.o.Log.Warn("practice uses the demonstration, since the archive cannot be read",
				"error", err)
		}
	})
	return nil
}

// MayPractise reports whether there are programs for practice.
func (r *Referee) MayPractise() bool { return len(r.o.Practice) > 0 }

// Replays reports whether the replays of practice are of answers that people gave. Until there are
// enough of these, the answers were written for practice.
func (r *Referee) Replays() bool { return r.echo.has(minReplies) }

// Practice starts a practice game for a visitor from an address, and returns its ID.
func (r *Referee) Practice(ctx context.Context, address string) (game string, err error) {
	if !r.MayPractise() {
		return "", archive.ErrUnknown
	}
	var start func()
	client := r.o.Networks.Client(ctx, address)
	d, err := r.practices.Begin(address, client, func(id string) (d *practice, err error) {
		d, start, err = r.newPractice(id)
		return d, err
	})
	if err != nil {
		return "", err
	}
	start()
	return d.id, nil
}

// newPractice returns a practice game with an ID and what starts it.
func (r *Referee) newPractice(id string) (d *practice, start func(), err error) {
	toss := r.toss()
	now := r.clock()
	s := r.o.Settings
	s.Game, s.Bettors = id, nil
	rec := archive.Record{Game: s.Game, At: now, Seed: toss.seed, Nature: trade.Computer}
	for i := range max(1, min(s.MaxBettors, trade.DefaultMaxBettors)) {
		name := fmt.Sprint("Bettor ", i+1)
		s.Bettors = append(s.Bettors, name)
		rec.Seats = append(rec.Seats, archive.Seat{Name: name, Machine: i > 0})
	}
	rec.Seats[0].Player = accounts.ID(s.Game)
	rec.Event = &trade.Event{Kind: trade.Start, Settings: &s}

	replies, from := r.demonstration, "demonstration answers, which were written for practice and "+
		"are no person's"
	if r.Replays() {
		replies, from = r.echo, "answers of people in finished games of this site, who agreed that "+
			"these are published"
	}
	var asked []string // by the programs
	for _, x := range r.demonstration.games[0].list {
		asked = append(asked, x.Text)
	}
	target := r.o.Practice[toss.program%uint64(len(r.o.Practice))]
	what := fmt.Sprintf("the program %s, which %s", target.Name, target.About)
	if toss.human {
		rec.Nature, target = trade.Human, Target{Name: "replay", Responder: replies}
		what = "played by a replay of " + from
	}
	t, err := archive.NewGame(rec)
	if err != nil {
		return nil, nil, err
	}
	d = &practice{live: newLive(t, now), begun: now, target: what, game: t}
	d.live.practice = d
	return d, func() {
		r.run(func() { r.clockOf(d) })
		r.startBettors(d.live, toss.seed, asked)
		r.run(func() { r.converse(d.live, target, toss.seed) })
	}, nil
}

// clockOf lets time bring about what it does in a practice game, until that is over.
func (r *Referee) clockOf(d *practice) {
	for {
		_, _, changed := d.seen(0, 0)
		d.mu.Lock()
		d.settle(r.now(d.live))
		next, over := d.game.Next(), d.game.Public
		d.mu.Unlock()
		if over {
			r.practices.Rest(d.id)
			return
		}
		t := time.NewTimer(max(time.Millisecond, next-r.now(d.live)))
		select {
		case <-t.C:
		case <-changed:
		case <-r.ctx.Done():
		}
		if t.Stop(); r.ctx.Err() != nil {
			return
		}
	}
}

// settle carries out what is due, and shows it if anything has happened. The caller holds the lock.
func (d *practice) settle(now time.Duration) {
	happened := false
	for !d.game.Public {
		r, due := d.game.Due(now, d.begun)
		if !due || d.game.Apply(r) != nil {
			break
		}
		happened = true
	}
	if happened {
		d.publish(d.game)
	}
}

// act carries out an action of somebody in a practice game.
func (d *practice) act(now time.Duration, name string, a Action, e trade.Event) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.settle(now)
	e.Time = max(now, d.game.Last)
	err := admit(d.game, name, a, e.Time)
	if err == nil {
		err = d.game.Apply(archive.Record{Game: d.id, At: d.begun, Event: &e, By: name, Key: a.Key})
	}
	if err != nil {
		if errors.Is(err, errAgain) {
			return nil
		}
		return err
	}
	if a.Kind == trade.Done || a.Kind == trade.Leave {
		d.follow(name, e.Time)
		d.settle(e.Time)
	}
	d.publish(d.game)
	return nil
}

// follow makes the programs be done when the visitor is, so that nobody waits for them.
func (d *practice) follow(name string, at time.Duration) {
	for _, s := range d.seats {
		if s.Player == "" && name == d.seats[0].Name {
			_ = d.game.Apply(archive.Record{Game: d.id, At: d.begun, Event: &trade.Event{
				Kind: trade.Done, Time: at, Bettor: s.Name,
			}})
		}
	}
}

// playerIn returns who plays a game for a player: in practice, whoever knows the game's ID.
func playerIn(game string, player accounts.ID) accounts.ID {
	if IsPractice(game) {
		return accounts.ID(game)
	}
	return player
}
