package floor

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/trade"
)

// Options configure [Open]. Store and Accounts are required.
type Options struct {
	Store    *store.Store
	Accounts *accounts.Service
	Settings trade.Settings // of all games; Game and Bettors are set for each
	Patience time.Duration  // how long a game waits for more bettors; 0 is 20 s
	Clock    func() time.Time
	Log      *slog.Logger // for the operator; nil discards
}

// Floor is all live games, those who wait, and the archive. It is safe for concurrent use.
type Floor struct{}

var errNotYet = errors.New("not yet")

// Open returns the games of a store, which must be closed after them.
func Open(context.Context, Options) (*Floor, error) { return nil, errNotYet }

// Close ends all work. Games under way go on when the store is opened again.
func (f *Floor) Close() {}

// Agree records that a player agrees that the logs of their games are published.
func (f *Floor) Agree(ctx context.Context, player accounts.ID) error { return errNotYet }

// Enter makes a player wait for a game in a role. Who waits in that role already goes on waiting.
func (f *Floor) Enter(ctx context.Context, player accounts.ID, role Role) error { return errNotYet }

// Withdraw makes a player wait no more.
func (f *Floor) Withdraw(ctx context.Context, player accounts.ID) error { return errNotYet }

// Lobby returns what a player sees of those who wait. Who waits must ask now and then, or counts as
// gone.
func (f *Floor) Lobby(ctx context.Context, player accounts.ID) (Lobby, error) {
	return Lobby{}, errNotYet
}

// Do carries out what a player does in a game. What it returns for is on disk.
func (f *Floor) Do(ctx context.Context, player accounts.ID, game string, a Action) error {
	return errNotYet
}

// Watch returns what a player learns of a game after the first messages: it waits until there is
// something, or the context ends. No messages and no error mean that none will follow.
func (f *Floor) Watch(
	ctx context.Context, player accounts.ID, game string, after int,
) (msgs []trade.Message, next int, err error) {
	return nil, 0, errNotYet
}

// State returns all that a player may know of a game now.
func (f *Floor) State(ctx context.Context, player accounts.ID, game string) (State, error) {
	return State{}, errNotYet
}

// Finished returns a game that has ended, once all of its texts have been released.
func (f *Floor) Finished(ctx context.Context, game string) (*trade.Played, Info, error) {
	return nil, Info{}, errNotYet
}

// Archive lists finished games, the latest first, and returns what to ask for the next ones by, ""
// at the end.
func (f *Floor) Archive(ctx context.Context, q Query) (list []Info, next string, err error) {
	return nil, "", errNotYet
}

// Logs writes the logs of all finished games as JSON lines, the oldest first.
func (f *Floor) Logs(ctx context.Context, w io.Writer) error { return errNotYet }

// Leaders lists bettors by their points and targets by their rewards, the best first, at most 100 of
// each.
func (f *Floor) Leaders(ctx context.Context) (bettors []Leader, targets []TargetLeader, err error) {
	return nil, nil, errNotYet
}

// Observer has the games of deleted accounts kept without their texts.
func (f *Floor) Observer() accounts.Observer { return accounts.Observer{} }
