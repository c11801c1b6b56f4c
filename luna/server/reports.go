package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// Report is what a player reported, with what was written in the game. Players are named by their
// names, or by the IDs of those who have deleted their accounts.
type Report struct {
	ID       int64          `json:"id"`
	Time     time.Time      `json:"time"`     // in UTC
	Kind     string         `json:"kind"`     // of the game: luna or trade
	Game     string         `json:"game"`     // its ID
	Reporter string         `json:"reporter"` // "" for a visitor
	Reason   string         `json:"reason"`   // in the reporter's words
	Closed   bool           `json:"closed"`   // the operator has dealt with it
	Players  []Party        `json:"players"`  // of the game: the reporter, then the others
	Texts    []ReportedText `json:"texts"`    // what was written in the game, in the order of play
}

// Party is a player of a game of which a player wrote a report.
type Party struct {
	Player    string `json:"player"`    // the name, or the ID of a deleted account
	ID        string `json:"id"`        // of the account
	Reporter  bool   `json:"reporter"`  // of the game
	Suspended string `json:"suspended"` // why they are; "" if they are not
	Deleted   bool   `json:"deleted"`   // the account
}

// ReportedText is a text in a game of which a player wrote a report.
type ReportedText struct {
	Player string     `json:"player"` // "" for a program of the site
	Kind   string     `json:"kind"`   // question or answer; "" in a report of an earlier version
	Text   string     `json:"text"`
	Time   *time.Time `json:"time"` // when it was sent, in UTC; null if that is unknown
}

// Reports lists the open reports in a database file, or all, the oldest first.
func Reports(ctx context.Context, db string, all bool) (list []Report, err error) {
	list = []Report{}
	err = withFile(ctx, db, func(f *file) error {
		found, err := f.accounts.Reports(ctx, all)
		for _, text := range found {
			var r Report
			err = errors.Join(err, json.Unmarshal([]byte(text), &r))
			list = append(list, r)
		}
		return err
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
