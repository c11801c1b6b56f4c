package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/alone"
	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

// Options configure [Open]. Store, Accounts and Targets are required.
type Options struct {
	Store    *store.Store
	Accounts *accounts.Service
	Targets  []Target       // the programs that can be targets
	Practice []Target       // the programs against which visitors practise; none offers no practice
	Bettors  int            // maximum number of the site's own bettors that fill empty seats
	Settings trade.Settings // of all games; Game and Bettors are set for each
	Patience time.Duration  // how long a game waits for more bettors; 0 means [DefaultPatience]
	MaxGames int            // maximum number of games at a time; 0 means [DefaultMaxGames]
	// Networks identifies the networks of players: a bettor does not meet a target from the same
	// network. Its Key is the store's. The context of Enter must come from [fair.From].
	Networks fair.Networks
	// Call writes to a player who asked to be called that somebody waits; nil calls nobody. It must
	// not block.
	Call  func(accounts.ID)
	Clock func() time.Time
	Human func() bool  // decides in tests whether a person is the target; nil tosses a coin
	Log   *slog.Logger // for the operator; nil discards
}

// The defaults of [Options].
const (
	DefaultPatience = 20 * time.Second
	DefaultMaxGames = 1000
)

// Referee holds all live games, the players who wait, and the archive. It is safe for concurrent
// use.
type Referee struct {
	*archive.Archive
	o       Options
	clock   func() time.Time
	journal *journal.Journal[*archive.Live, archive.Record]

	ctx  context.Context // until Close
	stop context.CancelFunc
	work sync.WaitGroup // programs, and games that start

	// These belong to the journal's writer.
	origins     map[string]time.Time // when the live games began
	interrupted map[string]bool      // games whose time ran out while no server ran
	loaded      *archive.Live        // until the journal is open

	mu         sync.Mutex
	live       map[string]*live
	playing    map[accounts.ID]string    // the games that players are in
	idle       map[accounts.ID]string    // the games of which players were not made the target
	waiting    []*entrant                // in the order of their turns
	ready      time.Time                 // when a game with fewer bettors starts; zero if none will
	starting   int                       // games that are being written
	calls      map[accounts.ID]time.Time // when players asked to be called
	timer      *time.Timer               // of what is due
	lobbyTimer *time.Timer
	silent     map[share]time.Time // when players of networks did nothing in a game
	maxWaiting int
	chance     func(n int) int // draws a number from 0 to n-1

	echo          *echo // of the archive
	demonstration *echo
	practices     *alone.Games[*practice]

	actions, refused atomic.Int64 // of people and programs alike
	streams          atomic.Int64 // of messages, open now
}

// Open returns the games of a store, which must be closed after them. Games under way continue;
// those whose time ran out while the store was closed are annulled.
func Open(ctx context.Context, o Options) (*Referee, error) {
	if len(o.Targets) == 0 {
		return nil, errors.New("found no programs to be targets, at least one is needed")
	}
	o.Patience = cmp.Or(o.Patience, DefaultPatience)
	o.MaxGames = cmp.Or(o.MaxGames, DefaultMaxGames)
	o.Settings.MaxBettors = cmp.Or(o.Settings.MaxBettors, trade.DefaultMaxBettors)
	try := o.Settings
	try.Bettors = []string{"Bettor 1"}
	if _, err := trade.New(try); err != nil {
		return nil, fmt.Errorf("the settings of the games: %w", err)
	}
	r, err := openJournal(ctx, o)
	if err != nil {
		return nil, err
	}
	if r.o.Networks.Key, err = o.Store.KeyFor(ctx, store.OriginKey); err != nil {
		r.Close()
		return nil, err
	}
	if err := errors.Join(r.openEcho(ctx), r.tellHidden(ctx), r.openPractice()); err != nil {
		r.Close()
		return nil, err
	}
	r.continueGames()
	return r, nil
}

// openEcho makes the targets that repeat the archive's replies follow the archive.
func (r *Referee) openEcho(ctx context.Context) error {
	r.o.Targets = slices.Clone(r.o.Targets)
	for i, t := range r.o.Targets {
		switch {
		case t.Archive:
			if err := r.echo.load(ctx); err != nil {
				return fmt.Errorf("target %s: %w", t.Name, err)
			}
			r.o.Targets[i].Responder = r.echo
		case t.Responder == nil:
			return fmt.Errorf("target %s: found no responder, one is needed", t.Name)
		}
	}
	return nil
}

// openJournal opens the log, with which the tables catch up.
func openJournal(ctx context.Context, o Options) (*Referee, error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	kept, err := archive.Open(ctx, o.Store)
	if err != nil {
		return nil, err
	}
	r := &Referee{
		Archive: kept, o: o, clock: o.Clock, chance: rand.IntN, maxWaiting: maxWaiting,
		origins: make(map[string]time.Time), interrupted: make(map[string]bool),
		live: make(map[string]*live), playing: make(map[accounts.ID]string),
		idle:  make(map[accounts.ID]string),
		calls: make(map[accounts.ID]time.Time), silent: make(map[share]time.Time),
	}
	r.echo = &echo{r: r}
	r.ctx, r.stop = context.WithCancel(context.WithoutCancel(ctx))
	r.journal, err = journal.Open(ctx, archive.Log(o.Store), r.rules(),
		journal.Options{Clock: o.Clock, Log: o.Log})
	if err != nil {
		r.stop()
		return nil, fmt.Errorf("database %s: Turing Trade: %w", o.Store.Path(), o.Store.Cure(err))
	}
	return r, nil
}

// continueGames opens the games that were under way. Nothing is written before it returns.
func (r *Referee) continueGames() {
	r.takeUp(r.loaded) // again, with what the tables have caught up with
	var programs []func()
	for _, t := range r.loaded.Games {
		g, start := r.open(t)
		g.publish(t)
		programs = append(programs, start)
	}
	r.loaded = nil
	for _, start := range programs {
		start()
	}
	r.alarm(0)
}

// Close ends all work. Games under way continue when the store is opened again.
func (r *Referee) Close() {
	r.stop()
	r.mu.Lock()
	for _, t := range []*time.Timer{r.timer, r.lobbyTimer} {
		if t != nil {
			t.Stop()
		}
	}
	r.mu.Unlock()
	r.work.Wait()
	r.journal.Close()
}

// run runs a function concurrently, unless the referee is being closed.
func (r *Referee) run(do func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ctx.Err() == nil {
		r.work.Go(do)
	}
}

// Health returns an error while nothing can be written.
func (r *Referee) Health() error { return r.journal.Health() }
