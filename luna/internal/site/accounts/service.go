package accounts

import (
	"context"
	"log/slog"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Options configure [Open]. Only Store is required.
type Options struct {
	Store  *store.Store
	Limits guard.Limits
	Cost   auth.Cost        // cost of the hash of a password; zero means auth.DefaultCost
	Clock  func() time.Time // nil means time.Now
	Log    *slog.Logger     // reports a database that comes from a backup; nil discards
}

// Service manages the accounts of a site. It is safe for concurrent use.
//
// An address that a method takes is the [httpx.AddressKey] of the sender of the request.
type Service struct {
	table     *table
	hasher    *auth.Hasher
	strangers *guard.Turns // at the hasher
	signing   atomic.Pointer[signing]
	epoch     *epochFile
	restored  string
	placeKey  []byte
	guard     *guard.Guard
	clock     func() time.Time
	steady    *store.Clock
	observers []Observer
	present   presence
	following following
	log       *slog.Logger
}

// Observer is told of changes, after they are on disk. Any function may be nil; only Erase and
// Data may block.
type Observer struct {
	Changed func(Account) // including the name, the initial or the color
	Deleted func(ID)
	// EmailGiven is called with an account whose email must be confirmed, and the network address
	// from which it was given.
	EmailGiven func(a Account, address string)
	// Erase removes what a player wrote, at their request.
	Erase func(context.Context, ID) error
	// Data returns what is kept about a player: see [Service.SendData].
	Data func(context.Context, ID) []Part
}

// Open returns the accounts of a store, which must be closed after them.
func Open(ctx context.Context, o Options) (*Service, error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Service{
		clock: o.Clock, table: &table{db: o.Store}, epoch: newEpochFile(o.Store.Path()), log: o.Log,
	}
	var err error
	if s.steady, err = o.Store.Clock(ctx, o.Clock); err != nil {
		return nil, err
	}
	if s.restored, err = s.openEpoch(ctx); err != nil {
		return nil, err
	}
	if s.restored != "" {
		o.Log.Warn("the database comes from a backup: all tokens and links are void", "because", s.restored)
	}
	key, err := o.Store.Key(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := s.use(key); err != nil {
		return nil, err
	}
	if s.placeKey, err = o.Store.KeyFor(ctx, store.PlaceKey); err != nil {
		return nil, err
	}
	if s.hasher, err = auth.NewHasher(o.Cost, runtime.GOMAXPROCS(0)+1); err != nil {
		return nil, err
	}
	s.strangers = newTurns()
	if s.guard, err = guard.New(o.Limits, o.Clock); err != nil {
		return nil, err
	}
	return s, s.revoking(ctx, func(r *revocation) error { return s.table.fillLooks(ctx, r) })
}

// Steady returns the clock of the store.
func (s *Service) Steady() *store.Clock { return s.steady }

// Restored returns the evidence that the database came from a backup when it was opened, in which
// case all tokens and links are void; "" if it did not.
func (s *Service) Restored() string { return s.restored }

// Observe adds an observer. It must not be called concurrently with other methods.
func (s *Service) Observe(o Observer) { s.observers = append(s.observers, o) }

// Get returns an account, or [ErrUnknown].
func (s *Service) Get(ctx context.Context, id ID) (Account, error) { return s.table.get(ctx, id) }

// Named returns the account with a username, in any case, or [ErrUnknown].
func (s *Service) Named(ctx context.Context, username string) (Account, error) {
	return s.table.named(ctx, username)
}

// update changes an account and tells the observers.
func (s *Service) update(ctx context.Context, id ID, change func(*Account) error) (a Account, err error) {
	err = s.revoking(ctx, func(r *revocation) error {
		a, err = s.table.change(ctx, r, id, change)
		return err
	})
	if err != nil {
		return Account{}, err
	}
	s.notify(a)
	return a, nil
}

// notify tells the observers of a change.
func (s *Service) notify(a Account) {
	s.Wake(a.ID)
	for _, o := range s.observers {
		if o.Changed != nil {
			o.Changed(a)
		}
	}
}

// emailGiven asks for the confirmation of an address.
func (s *Service) emailGiven(a Account, address string) {
	if a.Email == "" || a.EmailConfirmed {
		return
	}
	for _, o := range s.observers {
		if o.EmailGiven != nil {
			o.EmailGiven(a, address)
		}
	}
}

// Guard returns the limits on what players and strangers do.
func (s *Service) Guard() *guard.Guard { return s.guard }

// Admit counts a request from an address.
func (s *Service) Admit(address string) error { return s.guard.Addresses.Allow(address, 1) }

// ReceiveTexts counts bytes of text from an address that are not kept.
func (s *Service) ReceiveTexts(address string, bytes int) error {
	return s.guard.Texts.AllowOwn(address, 1+bytes>>10)
}

// KeepTexts counts bytes of text from an address that will be kept in a log that only grows, for
// something new or for what is under way. If nothing is kept in the end, undo must be called.
func (s *Service) KeepTexts(address string, bytes int, opens bool) (undo func(), err error) {
	n, texts := 1+bytes>>10, s.guard.Texts
	if err := texts.AllowOwn(address, n); err != nil {
		return nil, err
	}
	return func() { texts.GiveBack(address, n) }, texts.AllowShared(address, n, opens)
}

// AllowPractice counts a practice game that a visitor begins, of whatever kind.
func (s *Service) AllowPractice(address string) error { return s.guard.Practice.Allow(address, 1) }

// ChargeAnswer counts a long answer to a player, which is as much work as several requests.
func (s *Service) ChargeAnswer(player ID, bytes int) {
	if n := bytes >> 18; n > 0 {
		s.guard.Players.Charge(string(player), n)
	}
}
