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
	"github.com/luna-rating/luna/luna/internal/site/journal"
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

// tables are those that follow from the log.
func (a *Archive) tables() store.Tables[game.Event] {
	return store.Tables[game.Event]{
		Log:        Log(a.store),
		Names:      []string{"players", "games", "seats", "guesses", "ratings", "stalls", "asked", "totals", "blocks"},
		Migrations: migrations,
		Setup:      "INSERT INTO totals VALUES (1, 0, 0, 0, 0, 0)",
	}
}

// Verify replays the log and compares what follows from it, ratings to the bit, with the tables. It
// may run beside a server. If progress is not nil, it is called now and then with the number of
// events so far.
func (a *Archive) Verify(
	ctx context.Context, aggregate game.Aggregate, progress func(events int),
) (store.Report, error) {
	return a.tables().Verify(ctx, func(tx *sql.Tx) (store.Replay[game.Event], error) {
		t, err := game.Open(aggregate, newSource(ctx, tx), 0)
		return store.Replay[game.Event]{
			Apply: func(e game.Event) error {
				_, err := t.Apply(e)
				return err
			},
			Save: func() error {
				s := newSaver(ctx, tx, a.key)
				s.keepLog = true
				err := s.save(t.Changes())
				t.Settle(spare)
				return err
			},
		}, err
	}, progress, func(tx *sql.Tx, r *store.Report) error {
		var texts int
		err := tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM main.players),
			(SELECT count(*) FROM main.games), (SELECT count(*) FROM main.games g
			JOIN main.seats s ON s.game = g.number JOIN events e ON e.number IN (s.questions, s.responses)
			WHERE g.status IN (?, ?) AND instr(e.body, '"removed":true') = 0
			AND g.number NOT IN (SELECT game FROM unfinished))`, game.Left,
			game.TimedOut).Scan(&r.Players, &r.Games, &texts)
		if texts > 0 {
			r.Problem("%d events of games without a result still have their texts", texts)
		}
		return err
	})
}

// Rebuild makes the tables again from the log. No server may run on the store.
func (a *Archive) Rebuild(ctx context.Context, aggregate game.Aggregate) error {
	if err := a.tables().Restart(ctx); err != nil {
		return err
	}
	return journal.CatchUp(ctx, Log(a.store), a.Rules(aggregate))
}

// spare limits what the writer holds besides the games being played and their players: about as
// many other players and guesses about them.
const spare = 1 << 19

// Rules returns the rules by which a journal keeps the archive, with ratings computed by an
// aggregate.
func (a *Archive) Rules(aggregate game.Aggregate) journal.Rules[*game.Tournament, game.Event] {
	return journal.Rules[*game.Tournament, game.Event]{
		Load: func(ctx context.Context, events int) (*game.Tournament, error) {
			return game.Open(aggregate, a.Source(context.WithoutCancel(ctx)), events)
		},
		Apply: func(t *game.Tournament, e game.Event) error {
			_, err := t.Apply(e)
			return err
		},
		Save: func(ctx context.Context, tx *sql.Tx, t *game.Tournament) error {
			return a.Save(ctx, tx, t.Changes())
		},
		Saved: func(t *game.Tournament) { t.Settle(spare) },
	}
}
