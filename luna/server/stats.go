package server

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/internal/study"
)

// StatsOptions configure [Stats].
type StatsOptions struct {
	Since, Until time.Time // the period; the zero time is no limit
	Format       string    // text, json or csv; "" is text
	Out          string    // folder for all formats, a page and figures; "" for none
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
	if o.Out != "" {
		dir, err := atomicdir.Create(o.Out, study.Files()...)
		if err != nil {
			return 0, err
		}
		defer dir.Abort()
		if err = r.WriteFiles(dir); err == nil {
			err = dir.Commit()
		}
		if err != nil {
			return 0, err
		}
	}
	switch o.Format {
	case "json":
		return r.Behind, r.WriteJSON(w)
	case "csv":
		return r.Behind, r.WriteCSV(w)
	}
	return r.Behind, r.WriteText(w)
}
