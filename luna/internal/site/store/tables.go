package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// Tables are those that follow from a log alone, beside which they are.
type Tables[E any] struct {
	Log        Log[E]
	Names      []string
	Migrations fs.FS  // those of the game, which make the tables: see [Store.Migrate]
	Setup      string // a statement that is executed on new tables
}

// Report is the result of [Tables.Verify].
type Report struct {
	Events   int      // events of the log that the tables have followed: all but Behind
	Behind   int      // events that the tables have not followed yet
	Players  int      // in the tables, if the game counts them
	Games    int      // in the tables
	Problems []string // descriptions, a few of each kind; none if all is well
}

// Replay follows a log again: Apply makes an event happen, and Save writes to the tables what has
// changed since it was last called.
type Replay[E any] struct {
	Apply func(E) error
	Save  func() error
}

// Problem adds the description of a problem.
func (r *Report) Problem(format string, args ...any) {
	r.Problems = append(r.Problems, fmt.Sprintf(format, args...))
}

// Verify replays the log into temporary tables, for which begin returns a replay, and compares all
// of them with the tables, to the bit. It changes nothing, sees the file as it is at one moment,
// and blocks nobody. If progress is not nil, it is called now and then with the number of events so
// far. In the end, it calls more for what else there is to check.
func (t Tables[E]) Verify(
	ctx context.Context, begin func(*sql.Tx) (Replay[E], error), progress func(events int),
	more func(*sql.Tx, *Report) error,
) (r Report, err error) {
	err = t.Log.Scratch(ctx, func(tx *sql.Tx) error {
		schema, err := t.schema(ctx)
		if err != nil {
			return err
		}
		for _, x := range schema {
			if _, err := tx.ExecContext(ctx, temporary.Replace(x.sql)); err != nil {
				return fmt.Errorf("%s: %w", x.sql, err)
			}
			found, err := Column[string](ctx, tx, "SELECT sql FROM main.sqlite_schema WHERE name = ?", x.name)
			if err != nil {
				return err
			}
			if len(found) == 0 || bare(found[0]) != bare(x.sql) {
				r.Problem("%s is missing, or not as it was made", x.name)
			}
		}
		if len(r.Problems) > 0 {
			return nil // there is nothing to compare
		}
		if _, err := tx.ExecContext(ctx, t.Setup); err != nil {
			return err
		}
		again, err := begin(tx)
		if err != nil {
			return err
		}
		if err := t.follow(ctx, tx, again, &r, progress); err != nil {
			return err
		}
		for _, x := range schema {
			if x.kind != "table" {
				continue
			}
			if err := r.compare(ctx, tx, x); err != nil {
				return fmt.Errorf("table %s: %w", x.name, err)
			}
		}
		return more(tx, &r)
	})
	return r, err
}

// temporary makes statements create temporary tables, which take precedence over the others.
var temporary = strings.NewReplacer("CREATE TABLE ", "CREATE TABLE temp.",
	"CREATE VIRTUAL TABLE ", "CREATE VIRTUAL TABLE temp.", "CREATE INDEX ", "CREATE INDEX temp.",
	"CREATE UNIQUE INDEX ", "CREATE UNIQUE INDEX temp.")

// made is a table or an index, and the statement that makes it.
type made struct{ kind, name, sql string }

// schema returns the tables, each before its indexes, as the migrations make them in an empty file.
// What a damaged file says of them may be wrong.
func (t Tables[E]) schema(ctx context.Context) (list []made, err error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // each would have a file of its own
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	for _, files := range []fs.FS{ownMigrations, t.Migrations} {
		if _, err := migrate(ctx, tx, files, 0); err != nil {
			return nil, err
		}
	}
	for _, name := range t.Names {
		err := Rows(ctx, tx, func(r *sql.Rows) error {
			var x made
			err := r.Scan(&x.kind, &x.name, &x.sql)
			list = append(list, x)
			return err
		}, `SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL
			ORDER BY type DESC`, name)
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

var notes = text.Pattern(`--[^\n]*|\s+`)

// bare returns a statement without comments and white space, which a migration may change.
func bare(statement string) string { return notes().ReplaceAllString(statement, "") }

// follow replays the events that the tables have followed.
func (t Tables[E]) follow(ctx context.Context, tx *sql.Tx, again Replay[E], r *Report, progress func(int)) error {
	stored, counted, err := t.Log.Recount(ctx, tx, func(events []E) error {
		for _, e := range events {
			r.Events++
			if err := again.Apply(e); err != nil {
				return fmt.Errorf("event %d: %w", r.Events, err)
			}
		}
		if err := again.Save(); err != nil {
			return fmt.Errorf("up to event %d: %w", r.Events, err)
		}
		if progress != nil {
			progress(r.Events)
		}
		return nil
	})
	if err != nil {
		return err
	}
	switch {
	case counted.Number < stored.Number:
		r.Problem("the tables have followed %d events, and the log has %d", stored.Number, counted.Number)
	case string(counted.Digest) != string(stored.Digest):
		r.Problem("the tables have followed other events than the log %s has", t.Log.table)
	}
	row := tx.QueryRowContext(ctx, "SELECT coalesce(max(number), 0) - ? FROM "+t.Log.table, counted.Number)
	return row.Scan(&r.Behind)
}

// maxExamples is how many rows a problem names.
const maxExamples = 3

// compare looks for rows of a table that follow from the log and are not there, and the reverse.
func (r *Report) compare(ctx context.Context, tx *sql.Tx, table made) error {
	virtual, columns := strings.HasPrefix(table.sql, "CREATE VIRTUAL"), "*"
	if virtual { // its words are found by the number of the row, and are players'
		columns = "rowid, *"
	}
	for _, side := range []struct{ in, notIn, what string }{
		{"main", "temp", "has rows that do not follow from the log"},
		{"temp", "main", "lacks rows that follow from the log"},
	} {
		var found int
		var examples []string
		err := Rows(ctx, tx, func(rows *sql.Rows) error {
			if found++; found > maxExamples {
				return nil
			}
			example, err := describe(rows, virtual)
			examples = append(examples, example)
			return err
		}, fmt.Sprintf("SELECT %[1]s FROM %[2]s.%[4]s EXCEPT SELECT %[1]s FROM %[3]s.%[4]s", columns, side.in,
			side.notIn, table.name))
		if err != nil {
			return err
		}
		if found > 0 {
			r.Problem("table %s %s: %d, such as %s", table.name, side.what, found, strings.Join(examples, "; "))
		}
	}
	return nil
}

// describe writes a row as its columns and the beginnings of their values, or the first one alone.
func describe(r *sql.Rows, first bool) (string, error) {
	columns, err := r.Columns()
	if err != nil {
		return "", err
	}
	values := make([]any, len(columns))
	targets := make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	if err := r.Scan(targets...); err != nil {
		return "", err
	}
	var b strings.Builder
	if first {
		columns = columns[:1]
	}
	for i, name := range columns {
		format := "%.100v"
		switch values[i].(type) {
		case []byte:
			format = "%x"
		case string:
			format = "%.100s"
		case float64, int64:
			format = "%v"
		}
		fmt.Fprintf(&b, " %s="+format, name, values[i])
	}
	return strings.TrimSpace(b.String()), nil
}

// Restart empties the tables, so that the next journal to be opened makes them again from the log.
func (t Tables[E]) Restart(ctx context.Context) error {
	schema, err := t.schema(ctx)
	if err != nil {
		return err
	}
	return t.Log.Restart(ctx, func(tx *sql.Tx) error {
		var statements []string
		for _, name := range t.Names {
			statements = append(statements, "DROP TABLE IF EXISTS "+name) // with its indexes
		}
		for _, x := range schema {
			statements = append(statements, x.sql)
		}
		for _, statement := range append(statements, t.Setup) {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	})
}
