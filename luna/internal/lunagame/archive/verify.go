package archive

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"strings"

	"github.com/luna-rating/luna/luna/game"
)

// Report is the result of [Archive.Verify].
type Report struct {
	Events   int      // events of the log that the tables have followed: all but Behind
	Behind   int      // events that the tables have not followed yet
	Players  int      // in the tables
	Games    int      // in the tables
	Problems []string // descriptions, a few of each kind; none if all is well
}

// maxExamples is how many rows a problem names.
const maxExamples = 3

// Verify replays the log into temporary tables and compares all of them with those of the archive,
// to the bit. It changes nothing, sees the file as it is at one moment, and blocks nobody. If
// progress is not nil, it is called now and then with the number of events so far.
func (a *Archive) Verify(
	ctx context.Context, aggregate game.Aggregate, progress func(events int),
) (r Report, err error) {
	err = a.store.Scratch(ctx, func(tx *sql.Tx) error {
		if err := makeTemporary(ctx, tx); err != nil {
			return err
		}
		v := &verification{ctx: ctx, tx: tx, archive: a, report: &r, progress: progress}
		if v.tournament, err = game.Open(aggregate, newSource(ctx, tx), 0); err != nil {
			return err
		}
		return v.run()
	})
	return r, err
}

// makeTemporary makes temporary tables, which take precedence over the others.
func makeTemporary(ctx context.Context, tx *sql.Tx) error {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	temporary := strings.NewReplacer("CREATE TABLE ", "CREATE TABLE temp.",
		"CREATE INDEX ", "CREATE INDEX temp.", "CREATE UNIQUE INDEX ", "CREATE UNIQUE INDEX temp.")
	for _, file := range files {
		text, err := fs.ReadFile(migrations, file)
		if err == nil {
			_, err = tx.ExecContext(ctx, temporary.Replace(string(text)))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

type verification struct {
	ctx        context.Context
	tx         *sql.Tx
	archive    *Archive
	tournament *game.Tournament
	report     *Report
	progress   func(int)
}

func (v *verification) run() error {
	log := Log(v.archive.store)
	stored, counted, err := log.Recount(v.ctx, v.tx, v.replay)
	if err != nil {
		return err
	}
	r := v.report
	r.Events = counted.Number
	switch {
	case counted.Number < stored.Number:
		v.problem("the tables have followed %d events, and the log has %d", stored.Number,
			counted.Number)
	case string(counted.Digest) != string(stored.Digest):
		v.problem("the tables have followed other events than the log has")
	}
	row := v.tx.QueryRowContext(v.ctx, `SELECT (SELECT coalesce(max(number), 0) FROM events),
		(SELECT count(*) FROM main.players), (SELECT count(*) FROM main.games)`)
	if err := row.Scan(&r.Behind, &r.Players, &r.Games); err != nil {
		return err
	}
	r.Behind -= counted.Number
	for _, table := range tables {
		if err := v.compare(table); err != nil {
			return fmt.Errorf("table %s: %w", table, err)
		}
	}
	return v.textsAreGone()
}

// replay applies events and writes what they change to the temporary tables.
func (v *verification) replay(events []game.Event) error {
	before := v.report.Events
	for _, e := range events {
		v.report.Events++
		if _, err := v.tournament.Apply(e); err != nil {
			return fmt.Errorf("event %d: %w", v.report.Events, err)
		}
	}
	s := newSaver(v.ctx, v.tx, v.archive.key)
	s.keepLog = true
	if err := s.save(v.tournament.Changes()); err != nil {
		return fmt.Errorf("events %d to %d: %w", before+1, v.report.Events, err)
	}
	v.tournament.Settle(spare)
	if v.progress != nil {
		v.progress(v.report.Events)
	}
	return nil
}

func (v *verification) problem(format string, args ...any) {
	v.report.Problems = append(v.report.Problems, fmt.Sprintf(format, args...))
}

// compare looks for rows of a table that follow from the log and are not there, and the reverse.
func (v *verification) compare(table string) error {
	for _, side := range []struct{ in, notIn, what string }{
		{"main", "temp", "has rows that do not follow from the log"},
		{"temp", "main", "lacks rows that follow from the log"},
	} {
		var found int
		var examples []string
		err := rows(v.ctx, v.tx, func(r *sql.Rows) error {
			if found++; found > maxExamples {
				return nil
			}
			example, err := describe(r)
			examples = append(examples, example)
			return err
		}, fmt.Sprintf("SELECT * FROM %s.%s EXCEPT SELECT * FROM %s.%s", side.in, table, side.notIn,
			table))
		if err != nil {
			return err
		}
		if found > 0 {
			v.problem("table %s %s: %d, such as %s", table, side.what, found,
				strings.Join(examples, "; "))
		}
	}
	return nil
}

// describe writes a row as its columns and values. No table has texts of players.
func describe(r *sql.Rows) (string, error) {
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
	for i, name := range columns {
		if bytes, ok := values[i].([]byte); ok {
			values[i] = fmt.Sprintf("%x", bytes)
		}
		fmt.Fprintf(&b, " %s=%v", name, values[i])
	}
	return strings.TrimSpace(b.String()), nil
}

// textsAreGone checks that games without a result have no texts.
func (v *verification) textsAreGone() error {
	var n int
	row := v.tx.QueryRowContext(v.ctx, `SELECT count(*) FROM main.games g
		JOIN main.seats s ON s.game = g.number JOIN events e ON e.number IN (s.questions, s.responses)
		WHERE g.status IN (?, ?) AND instr(e.body, '"removed":true') = 0`, game.Left, game.TimedOut)
	if err := row.Scan(&n); err != nil {
		return err
	}
	if n > 0 {
		v.problem("%d events of games without a result still have their texts", n)
	}
	return nil
}

// Restart empties the tables, so that the next journal to be opened rebuilds them from the log.
func (a *Archive) Restart(ctx context.Context) error {
	return Log(a.store).Restart(ctx, func(tx *sql.Tx) error {
		for _, table := range tables {
			if _, err := tx.ExecContext(ctx, "DROP TABLE IF EXISTS "+table); err != nil {
				return err
			}
		}
		files, err := fs.Glob(migrations, "migrations/*.sql")
		if err != nil {
			return err
		}
		for _, file := range files {
			text, err := fs.ReadFile(migrations, file)
			if err == nil {
				_, err = tx.ExecContext(ctx, string(text))
			}
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
		return nil
	})
}
