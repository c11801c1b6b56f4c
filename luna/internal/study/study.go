// Package study computes what chapter 6 of Silver (2016) reports of the Luna Game from the database
// of a rating system: who plays, where games stall, how ratings and guesses are distributed and
// what they go with. Each table is a query, a file in the folder tables: its comment is the heading
// and says how things are counted and what the thesis found.
package study

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"math"
	"path"
	"strings"
	"text/template"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Options configure [Run].
type Options struct {
	Since, Until time.Time // the period; the zero time is no limit
	Now          time.Time // of the study
	Seed         uint64    // of resampling
}

// Table is what is known about something. Names of columns are for programs, with underscores.
type Table struct {
	Name, Title, Note string
	// Single says that there is exactly one row.
	Single  bool
	Columns []string
	Rows    [][]any // int64, float64, string or nil
}

// Study is the result of [Run].
type Study struct {
	Options
	Behind int // events of the log that are not in the tables yet
	Tables []Table
}

const (
	resamples    = 1000 // of the bootstrap
	maxQuestions = 50   // that are listed
)

//go:embed setup.sql tables
var queries embed.FS

// Run reads the database as it is at one moment, also beside a server, which it does not hold up.
// It writes to temporary tables only, on disk. It takes some 200 MB of memory, and 100 bytes a
// player.
func Run(ctx context.Context, s *store.Store, o Options) (*Study, error) {
	r := &Study{Options: o}
	err := s.Scratch(ctx, func(tx *sql.Tx) error {
		q, err := o.templates()
		if err != nil {
			return err
		}
		text, err := q.text("setup.sql")
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, text); err != nil {
			return err
		}
		const behind = `SELECT coalesce(max(number), 0) - coalesce((SELECT CAST(value AS TEXT) ->> '$.number'
			FROM settings WHERE name = 'position of events'), 0) FROM events`
		if err := tx.QueryRowContext(ctx, behind).Scan(&r.Behind); err != nil {
			return err
		}
		files, err := fs.Glob(queries, "tables/*.sql")
		if err != nil {
			return err
		}
		for _, file := range files {
			text, err := q.text(path.Base(file))
			if err != nil {
				return err
			}
			t, err := query(ctx, tx, path.Base(file), text)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			r.Tables = append(r.Tables, t)
		}
		return r.correlate(ctx, tx)
	})
	return r, err
}

// templated are queries with their parameters.
type templated struct {
	*template.Template
	values map[string]any
}

func (o Options) templates() (templated, error) {
	since, until := int64(math.MinInt64), int64(math.MaxInt64)
	if !o.Since.IsZero() {
		since = o.Since.UnixNano()
	}
	if !o.Until.IsZero() {
		until = o.Until.UnixNano()
	}
	values := map[string]any{"Since": since, "Until": until, "Now": min(until, o.Now.UnixNano()),
		"Silence": game.ExpireAfter.Seconds(), "Resamples": resamples, "Questions": maxQuestions}
	t, err := template.New("").Funcs(template.FuncMap{"corr": corr, "sd": sd, "median": median}).
		ParseFS(queries, "setup.sql", "tables/*.sql")
	return templated{t, values}, err
}

func (t templated) text(file string) (string, error) {
	var b bytes.Buffer
	err := t.ExecuteTemplate(&b, file, t.values)
	return b.String(), err
}

// corr returns Pearson's correlation of two expressions that are NULL together, in SQL: NULL if one
// is constant.
func corr(x, y string) string {
	return strings.NewReplacer("$x", "("+x+")", "$y", "("+y+")").Replace(`CASE WHEN min($x) < max($x)
		AND min($y) < max($y) THEN max(-1.0, min(1.0, (avg($x * $y) - avg($x) * avg($y)) / sqrt(
		(avg($x * $x) - avg($x) * avg($x)) * (avg($y * $y) - avg($y) * avg($y))))) END`)
}

// sd returns the standard deviation (n - 1) of an expression: NULL of fewer than two values.
func sd(x string) string {
	return strings.ReplaceAll(`sqrt(max(0, avg($x * $x) - avg($x) * avg($x)) * count($x)
		/ (count($x) - 1.0))`, "$x", "("+x+")")
}

// median returns that of an expression over rows.
func median(x, from string) string {
	return fmt.Sprintf(`(SELECT avg(x) FROM (SELECT %[1]s AS x, row_number() OVER (ORDER BY %[1]s) AS i,
		count(*) OVER () AS n FROM %[2]s) WHERE i IN ((n + 1) / 2, (n + 2) / 2))`, x, from)
}

// query carries out that of a file: a comment with the title and, from the second line on, the
// note, then SQL.
func query(ctx context.Context, tx *sql.Tx, file, text string) (t Table, err error) {
	_, name, _ := strings.Cut(strings.TrimSuffix(file, ".sql"), "_")
	t.Name, t.Single = strings.CutSuffix(name, ".row")
	var note []string
	for line := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(line, "-- ")
		if !ok {
			break
		}
		note = append(note, strings.TrimSpace(comment))
	}
	t.Title, t.Note = note[0], strings.Join(note[1:], " ")
	rows, err := tx.QueryContext(ctx, text)
	if err != nil {
		return t, err
	}
	defer rows.Close()
	if t.Columns, err = rows.Columns(); err != nil {
		return t, err
	}
	for rows.Next() {
		row := make([]any, len(t.Columns))
		to := make([]any, len(row))
		for i := range row {
			to[i] = &row[i]
		}
		if err := rows.Scan(to...); err != nil {
			return t, err
		}
		t.Rows = append(t.Rows, row)
	}
	return t, rows.Err()
}

// table returns that of a name, an empty one if there is none.
func (r *Study) table(name string) *Table {
	for i := range r.Tables {
		if r.Tables[i].Name == name {
			return &r.Tables[i]
		}
	}
	return &Table{}
}

// Period says what the study is about.
func (r *Study) Period() string {
	day := func(t time.Time, open string) string {
		if t.IsZero() {
			return open
		}
		return t.UTC().Format("2006-01-02 15:04 MST")
	}
	return "From " + day(r.Since, "the beginning") + " until " + day(cmp.Or(r.Until, r.Now), "now") + "."
}
