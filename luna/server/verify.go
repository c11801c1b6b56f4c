package server

import (
	"context"
	"errors"
	"fmt"

	"github.com/luna-rating/luna/luna/aggregate"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	lunaplay "github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/store"
	tradearchive "github.com/luna-rating/luna/luna/internal/tradegame/archive"
)

// Verification is the result of [Verify].
type Verification struct {
	Events  int `json:"events"`  // events of the logs that were replayed
	Behind  int `json:"behind"`  // later events, which the next start of a server takes in
	Players int `json:"players"` // compared
	Games   int `json:"games"`   // compared
	// Problems describes differences and damage in words. It is empty if all is well.
	Problems []string `json:"problems"`
}

// Verify looks for damage in every page of a database file, then replays the logs of both games and
// compares everything that follows from them, ratings to the bit, with the tables. It changes no
// game and may run beside a server. If progress is not nil, it is called now and then with the
// number of events replayed. If the file itself is damaged, nothing is replayed, and the error says
// what to do.
func Verify(ctx context.Context, db string, progress func(events int)) (v Verification, err error) {
	if err := exists(ctx, db); err != nil {
		return v, err
	}
	if v.Problems, err = store.Check(ctx, db); err == nil && len(v.Problems) > 0 {
		err = store.Malformed(db, fmt.Errorf("%d problems", len(v.Problems)))
	}
	if err != nil {
		return v, err
	}
	err = withGames(ctx, db, func(f *file, a *archive.Archive) error {
		made, err := f.aggregate(ctx)
		if err != nil {
			return err
		}
		played, err := a.Verify(ctx, made, progress)
		if err != nil {
			return err
		}
		trading, err := tradearchive.Open(ctx, f.store)
		if err != nil {
			return err
		}
		traded, err := trading.Verify(ctx, func(events int) {
			if progress != nil {
				progress(played.Events + events)
			}
		})
		v = Verification{
			Events: played.Events + traded.Events, Behind: played.Behind + traded.Behind,
			Players: played.Players, Games: played.Games + traded.Games,
			Problems: append(append([]string{}, played.Problems...), traded.Problems...), // not nil
		}
		return err
	})
	return v, err
}

// Rebuild makes the tables of a database file again from its logs. No server may have the file
// open. If it is interrupted, the next start of a server continues it.
func Rebuild(ctx context.Context, db string) error {
	if err := exists(ctx, db); err != nil {
		return err
	}
	return site.Exclusive(db, func() error {
		return withGames(ctx, db, func(f *file, a *archive.Archive) error {
			made, err := f.aggregate(ctx)
			if err != nil {
				return err
			}
			trading, err := tradearchive.Open(ctx, f.store)
			if err != nil {
				return err
			}
			if err := errors.Join(a.Rebuild(ctx, made), trading.Rebuild(ctx)); err != nil {
				return fmt.Errorf("database %s: %w", db, f.store.Cure(err))
			}
			return nil
		})
	})
}

// aggregate returns the aggregate that computes the ratings of the file.
func (f *file) aggregate(ctx context.Context) (game.Aggregate, error) {
	name, err := f.store.Setting(ctx, "aggregate", []byte("mean"))
	if err != nil {
		return nil, err
	}
	a, err := aggregate.ByName(string(name))
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", f.store.Path(), err)
	}
	return a, nil
}

// referee opens the games of the file.
func (f *file) referee(ctx context.Context) (*lunaplay.Referee, error) {
	a, err := f.aggregate(ctx)
	if err != nil {
		return nil, err
	}
	return lunaplay.Open(ctx, lunaplay.Options{Store: f.store, Accounts: f.accounts, Aggregate: a})
}
