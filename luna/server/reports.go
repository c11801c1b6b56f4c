package server

import (
	"cmp"
	"context"
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
	Reporter string         `json:"reporter"` //
	Reported []string       `json:"reported"` // the other players of the game
	Reason   string         `json:"reason"`   // in the reporter's words
	Closed   bool           `json:"closed"`   // the operator has dealt with it
	Texts    []ReportedText `json:"texts"`    // what was written in the game, in the order of play
	Players  []Party        `json:"players"`  // the reporter, and the others
}

// Party is a player of a game of which a player wrote a report.
type Party struct {
	Player    string `json:"player"`
	ID        string `json:"id"`
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
		for _, r := range found {
			list = append(list, f.report(ctx, r))
		}
		return err
	})
	return list, err
}

func (f *file) report(ctx context.Context, r accounts.Report) Report {
	out := Report{ID: r.ID, Time: r.Time, Kind: r.Kind, Game: r.Game, Reason: r.Reason, Closed: r.Closed,
		Reported: []string{}, Texts: []ReportedText{}}
	names := map[accounts.ID]string{"": ""}
	for _, id := range append([]accounts.ID{r.Reporter}, r.Reported...) {
		p := f.party(ctx, id)
		out.Players, names[id] = append(out.Players, p), p.Player
	}
	for _, x := range r.Texts {
		if _, known := names[x.Player]; !known { // in a report of an earlier version
			p := f.party(ctx, x.Player)
			out.Players, names[x.Player] = append(out.Players, p), p.Player
		}
		out.Texts = append(out.Texts, ReportedText{names[x.Player], x.Kind, x.Text, x.Time})
	}
	for _, p := range out.Players[1:] {
		out.Reported = append(out.Reported, p.Player)
	}
	out.Reporter = out.Players[0].Player
	return out
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

// party says who a player is, or was.
func (f *file) party(ctx context.Context, id accounts.ID) Party {
	a, err := f.accounts.Get(ctx, id)
	return Party{cmp.Or(a.Username, string(id)), string(id), a.Suspended, id != "" && errors.Is(err, accounts.ErrUnknown)}
}
