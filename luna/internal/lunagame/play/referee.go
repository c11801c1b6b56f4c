package play

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Notice says that a game has something new for a player, caused by the opponent or by the passage
// of time, and what the player sees of the game, without texts and looks. Opponent is "" until the
// game has a result; the player must never learn it.
type Notice struct {
	Player, Opponent game.PlayerID
	Game             game.GameID
	View             game.View
}

// Options configure [Open]. Store and Accounts are required.
type Options struct {
	Store    *store.Store
	Accounts *accounts.Service
	// Aggregate computes the ratings; nil means the mean of all guesses, as in the thesis. A file
	// keeps the aggregate with which it was first opened.
	Aggregate game.Aggregate
	Pairing   Pairing          // who plays whom
	Quota     Quota            // limits on resources
	Networks  fair.Networks    // its Key must be the store's
	Ratings   Ratings          // "" means PublicRatings
	Damping   Damping          // by [Referee.Tick], of dishonest guesses; "" means NoDamping
	Clock     func() time.Time // nil means time.Now
	// Notify, if not nil, is called with news for players once it is on disk. It must not block.
	Notify func(Notice)
	Log    *slog.Logger // of failures; nil discards
}

// Referee keeps a tournament.
type Referee struct {
	*archive.Archive
	journal   *journal.Journal[*game.Tournament, game.Event]
	log       store.Log[game.Event]
	store     *store.Store
	accounts  *accounts.Service
	quota     Quota
	steady    *store.Clock
	networks  fair.Networks
	ratings   Ratings
	notify    func(Notice)
	pairing   *pairing
	work      sync.WaitGroup // for players who are gone
	aggregate game.Aggregate
	presence  *presence
	known     fair.Known // only for the journal's writer
	inFlight  inFlight
	reads     reads
	clock     func() time.Time
	fairness  fairness
	warned    time.Time     // about a network, last; only for the journal's writer
	swept     time.Time     // when kept texts were last looked for; only for [Referee.Tick]
	gaveUp    time.Time     // when silent games were last looked for; only for [Referee.Tick]
	news      []Notice      // of the events being written, without views; only for the journal's writer
	moved     []game.GameID // by these events
}

// Open returns the referee of the games in a store. The store must be closed after the referee.
func Open(ctx context.Context, o Options) (*Referee, error) {
	if o.Aggregate == nil {
		o.Aggregate = game.Mean{}
	}
	if err := checkAggregate(ctx, o.Store, o.Aggregate); err != nil {
		return nil, err
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	var err error
	if o.Networks.Key, err = o.Store.KeyFor(ctx, store.OriginKey); err != nil {
		return nil, err
	}
	r := &Referee{
		log: archive.Log(o.Store), store: o.Store, accounts: o.Accounts, notify: o.Notify,
		networks: o.Networks, ratings: o.Ratings, quota: o.Quota, aggregate: o.Aggregate,
		clock:    o.Clock,
		fairness: fairness{damping: cmp.Or(o.Damping, NoDamping), log: o.Log},
	}
	if r.Trusting() && o.Damping == AutoDamping {
		r.fairness.damping = NoDamping
	}
	if r.steady, err = o.Store.Clock(ctx, o.Clock); err != nil {
		return nil, err
	}
	r.fairness.next = o.Clock().Add(fairEvery)
	if r.fairness.log == nil {
		r.fairness.log = slog.New(slog.DiscardHandler)
	}
	if r.Archive, err = archive.Open(ctx, o.Store); err != nil {
		return nil, err
	}
	r.pairing = newPairing(o.Pairing, o.Clock, func() { _ = r.Due(context.Background()) })
	r.presence = newPresence(o.Clock, r.pairing.soon)
	r.pairing.rules.Away = r.presence.away
	r.pairing.rules.Draw = rand.IntN
	rules := r.Archive.Rules(o.Aggregate)
	load := rules.Load
	rules.Load = func(ctx context.Context, events int) (*game.Tournament, error) {
		r.news, r.moved = nil, nil // of events that could not be written
		return load(ctx, events)
	}
	rules.Happen = r.happen
	rules.Due = r.due
	rules.Committed = r.committed
	r.journal, err = journal.Open(ctx, r.log, rules, journal.Options{Clock: o.Clock, Log: o.Log})
	if err == nil {
		err = r.Archive.Sweep(ctx, r.steady.Reached(), false)
	}
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", o.Store.Path(), o.Store.Cure(err))
	}
	return r, nil
}

// checkAggregate ensures that a file keeps the aggregate that computes its ratings.
func checkAggregate(ctx context.Context, s *store.Store, a game.Aggregate) error {
	name, err := s.Setting(ctx, "aggregate", []byte(a.Name()))
	if err == nil && string(name) != a.Name() {
		err = fmt.Errorf("database %s: its ratings are made by %q, expected %q", s.Path(), name, a.Name())
	}
	return err
}

// Close waits for what is being written and refuses all later changes.
func (r *Referee) Close() {
	r.pairing.stop()
	r.work.Wait()
	r.journal.Close()
}

// AccountObserver returns an observer of accounts that ends the games of players who are suspended
// or deleted, and removes their texts at their request, those that others may still report later.
func (r *Referee) AccountObserver() accounts.Observer {
	gone := func(id accounts.ID) {
		r.work.Go(func() { _ = r.gone(context.Background(), id) }) // which Tick repeats if it fails
	}
	return accounts.Observer{
		Changed: func(a accounts.Account) {
			if a.Suspended != "" {
				gone(a.ID)
			}
		},
		Deleted: gone,
		Data:    r.data,
		Erase: func(ctx context.Context, id accounts.ID) error {
			return r.Archive.EraseTexts(ctx, game.PlayerID(id), true)
		},
	}
}

// Health returns an error while no game can be changed.
func (r *Referee) Health() error { return r.journal.Health() }

// Counts returns the numbers of players and games, and the number of events in the log.
func (r *Referee) Counts(ctx context.Context) (c game.Counts, events int, err error) {
	if c, err = r.Archive.Counts(ctx); err == nil {
		events, err = r.log.Len(ctx)
	}
	return c, events, err
}

// due returns the events that time has brought about: games expire, and players are paired.
func (r *Referee) due(t *game.Tournament, now time.Time) ([]game.Event, error) {
	pairs, err := r.pairing.rules.Pairs(t, now)
	if err != nil {
		return nil, err
	}
	overdue, err := r.blaming(t, t.Overdue(r.steady.Reached()), nil)
	return append(overdue, pairs...), err
}

// happen applies an event that happens now and records for whom it brings something new.
func (r *Referee) happen(t *game.Tournament, e game.Event) error {
	players, err := t.Apply(e)
	if err == nil && e.Kind == game.Guessed {
		r.meet(t, e.Game)
	}
	if e.Kind != game.Noticed && e.Kind != game.Scored {
		r.moved = append(r.moved, e.Game)
	}
	if r.notify != nil {
		for _, p := range players {
			r.news = append(r.news, Notice{Player: p, Game: e.Game})
		}
	}
	return err
}

// committed is called when events are on disk.
func (r *Referee) committed(t *game.Tournament) {
	r.pairing.schedule(t, 0)
	for _, n := range r.news {
		g, err := t.Game(n.Game)
		if err != nil {
			continue // a notice is not worth a failure
		}
		n.View, err = g.View(n.Player, func(opponent game.PlayerID) game.Look {
			n.Opponent = opponent
			return game.Look{}
		})
		if err == nil {
			r.notify(n)
		}
	}
	for _, id := range r.moved {
		if g, err := t.Game(id); err == nil {
			r.accounts.Wake(accounts.ID(g.Seats[0].Player), accounts.ID(g.Seats[1].Player))
		}
	}
	r.news, r.moved = nil, nil
}
