package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// Report is what a player reported, with what was written in the game.
type Report struct {
	ID       int64          `json:"id"`
	Time     time.Time      `json:"time"`     // in UTC
	Kind     string         `json:"kind"`     // of the game: luna or trade
	Game     string         `json:"game"`     // its ID
	Reporter string         `json:"reporter"` // name, or the ID of a deleted player
	Reason   string         `json:"reason"`   // in the reporter's words
	Closed   bool           `json:"closed"`   // the operator has dealt with it
	Texts    []ReportedText `json:"texts"`    // all that had been written in the game
}

// ReportedText is a text in a game of which a player wrote a report.
type ReportedText struct {
	Player string `json:"player"` // name, the ID of a deleted player, or "" for a program of the site
	Text   string `json:"text"`
}

// Reports lists the open reports in a database file, or all, the oldest first.
func Reports(ctx context.Context, db string, all bool) (list []Report, err error) {
	list = []Report{}
	err = withFile(ctx, db, func(f *file) error {
		found, err := f.accounts.Reports(ctx, all)
		if err != nil {
			return err
		}
		for _, r := range found {
			texts := make([]ReportedText, len(r.Texts))
			for i, x := range r.Texts {
				texts[i] = ReportedText{f.nameOf(ctx, x.Player), x.Text}
			}
			list = append(list, Report{ID: r.ID, Time: r.Time, Kind: r.Kind, Game: r.Game,
				Reporter: f.nameOf(ctx, r.Reporter), Reason: r.Reason, Closed: r.Closed, Texts: texts})
		}
		return nil
	})
	return list, err
}

// CloseReport closes an open report in a database file.
func CloseReport(ctx context.Context, db string, id int64) error {
	return withFile(ctx, db, func(f *file) error {
		err := f.accounts.CloseReport(ctx, id)
		if errors.Is(err, accounts.ErrNoReport) {
			return fmt.Errorf("there is no open report %d", id)
		}
		return err
	})
}

// nameOf returns the name of a player, or the ID of one whose account was deleted.
func (f *file) nameOf(ctx context.Context, id accounts.ID) string {
	a, _ := f.accounts.Get(ctx, id)
	return cmp.Or(a.Username, string(id))
}
