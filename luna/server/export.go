package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/luna/internal/lunagame"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/lunagame/export"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/internal/study"
)

// ExportOptions configure [Export].
type ExportOptions struct {
	// After is how long players must not have played before their responses, and the guesses about
	// them, are written; see [Options].ExportAfter. 0 means no wait.
	After time.Duration
	// Games adds whole games, whose two halves are otherwise kept apart. SmartsRatings replaces the
	// guesses in the data sets with the respondents' Smarts Ratings. Either, or an After of 0,
	// gives away ratings that are still to be guessed: such exports are not for the public.
	Games, SmartsRatings bool
	// ClockOK is today's date, as in [Options]. Without it, a clock that is more than two weeks
	// ahead of the time when the database was last served is an error, unless After is 0.
	ClockOK time.Time
}

// Exported counts what [Export] has written.
type Exported struct {
	// Answers is the number of sets of five responses.
	Answers int
	// Games is the number of games, with or without a result; 0 unless ExportOptions.Games is set.
	Games int
	// Datasets is the number of data sets in the native form.
	Datasets int
}

// Export writes to a folder what players consent to publish: all answers, and data sets of them.
func Export(ctx context.Context, db, dir string, o ExportOptions) (n Exported, err error) {
	err = withFile(ctx, db, func(f *file) error {
		n, err = f.export(ctx, dir, o)
		return err
	})
	return n, err
}

func (f *file) export(ctx context.Context, dir string, o ExportOptions) (n Exported, err error) {
	if o.After > 0 { // the wait may not be over although the clock says so
		clock, err := f.store.ConfirmClock(ctx, time.Now, o.ClockOK)
		if err == nil {
			err = clock.Doubt()
		}
		if err != nil {
			return n, err
		}
	}
	r, err := f.referee(ctx)
	if err != nil {
		return n, err
	}
	defer r.Close()
	key, err := f.store.KeyFor(ctx, store.ExportKey)
	if err != nil {
		return n, err
	}
	out, err := atomicdir.Create(dir)
	if err != nil {
		return n, err
	}
	defer out.Abort()
	build, err := os.MkdirTemp(dir, ".building")
	if err != nil {
		return n, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(build)) }()
	files, err := export.Build(ctx, build, lunagame.Source(r, f.accounts), export.Options{
		Now: time.Now(), After: o.After, Together: lunagame.ExportTogether, Key: key,
		Games: o.Games, SmartsRatings: o.SmartsRatings, MaxBytes: 1 << 60,
	})
	if err != nil {
		return n, err
	}
	if err := checkEarlier(dir, files); err != nil {
		return n, err
	}
	for _, f := range files {
		switch f.Name {
		case export.AnswersFile:
			n.Answers = f.Records
		case export.GamesFile:
			n.Games = f.Records
		default:
			n.Datasets++
		}
		if err := copyTo(out, build, f.Name); err != nil {
			return n, err
		}
	}
	return n, out.Commit()
}

func copyTo(out *atomicdir.Dir, dir, name string) error {
	in, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	defer in.Close()
	return out.Write(name, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
}

// checkEarlier refuses a folder with files of an earlier export that would stay: the players may
// have withdrawn their consent to them since.
func checkEarlier(dir string, files []export.File) error {
	for _, pattern := range []string{"luna-*.jsonl", export.GamesFile} {
		earlier, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return err
		}
		for _, path := range earlier {
			name := filepath.Base(path)
			if !slices.ContainsFunc(files, func(f export.File) bool { return f.Name == name }) {
				return fmt.Errorf("%s: found a file of an earlier export that is not in this one, "+
					"expected none: remove it or write to another folder", path)
			}
		}
	}
	return nil
}

// StatsOptions configure [Stats].
type StatsOptions struct {
	Since, Until time.Time // the period; the zero time is no limit
	Format       string    // text, json or csv; "" is text
}

// Stats writes to w what chapter 6 of the thesis reports of the Luna Game, from a database file
// that a server may have open. It returns the number of events that are not counted yet, because no
// server has taken them up.
func Stats(ctx context.Context, db string, o StatsOptions, w io.Writer) (behind int, err error) {
	if err := exists(ctx, db); err != nil {
		return 0, err
	}
	s, err := store.Open(ctx, db)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	if _, err := archive.Open(ctx, s); err != nil { // makes missing tables
		return 0, err
	}
	r, err := study.Run(ctx, s, study.Options{Since: o.Since, Until: o.Until, Now: time.Now(), Seed: 1})
	if err != nil {
		return 0, fmt.Errorf("database %s: %w", db, err)
	}
	switch o.Format {
	case "json":
		return r.Behind, r.WriteJSON(w)
	case "csv":
		return r.Behind, r.WriteCSV(w)
	}
	return r.Behind, r.WriteText(w)
}
