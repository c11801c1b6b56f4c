package archive

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

//go:embed migrations
var migrations embed.FS

// name is the name under which the store remembers the migrations.
const name = "luna"

// Archive gives access to the tables of a store. It is safe for concurrent use.
type Archive struct {
	store *store.Store
	reads store.Querier                     // without a transaction
	key   []byte                            // of the order of finished games
	watch func(store.Querier) store.Querier // lets a test see the queries; nil otherwise
}

// Open returns the archive of a store and runs the migrations of its tables. The tables need not
// have followed the whole log yet.
func Open(ctx context.Context, s *store.Store) (*Archive, error) {
	if err := s.Migrate(ctx, name, migrations); err != nil {
		return nil, err
	}
	if err := migrateBesides(ctx, s); err != nil {
		return nil, err
	}
	key, err := s.KeyFor(ctx, store.ExportKey)
	return &Archive{store: s, reads: s.Read(), key: key}, err
}

// Log returns the log of a store.
func Log(s *store.Store) store.Log[game.Event] { return store.LogOf[game.Event](s, "events") }

// read runs a function in a transaction, so that everything it reads is from one moment.
func (a *Archive) read(ctx context.Context, do func(store.Querier) error) error {
	tx, err := a.store.Read().BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if a.watch != nil {
		return do(a.watch(tx))
	}
	return do(tx)
}

func (a *Archive) exec(ctx context.Context, query string, args ...any) error {
	return a.store.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	})
}

// The range of times that a table can hold.
var (
	earliest = time.Unix(0, math.MinInt64)
	latest   = time.Unix(0, math.MaxInt64)
)

// nanoseconds returns a time in the form that the tables store.
func nanoseconds(t time.Time) (int64, error) {
	if t.Before(earliest) || t.After(latest) {
		return 0, fmt.Errorf("found the time %v, expected one from 1678 to 2262", t)
	}
	return t.UnixNano(), nil
}

func timeOf(nanoseconds int64) time.Time { return time.Unix(0, nanoseconds).UTC() }

// pointer returns nil for NULL.
func pointer[T any](x sql.Null[T]) *T {
	if !x.Valid {
		return nil
	}
	return &x.V
}

// null returns NULL for nil.
func null[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

// unlessEmpty replaces sql.ErrNoRows with an error of the rules.
func unlessEmpty(err, empty error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return empty
	}
	return err
}
