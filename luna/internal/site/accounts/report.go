package accounts

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/httpx"
)

// Report is what a player reports to the operator.
type Report struct {
	ID       int64
	Time     time.Time
	Kind     string // of the game: luna or trade
	Game     string // its ID
	Reporter ID
	Reason   string
	Closed   bool      // the operator has dealt with it
	Texts    []Written // what was written in the game, as far as the reporter may have seen it
}

// Written is a text and the player who wrote it, "" for a program of the site.
type Written struct {
	Player ID
	Text   string
}

// maxReported is the maximum number of characters of a report's reason.
const maxReported = 1000

// ErrReport is for a report without a reason, or with one that is too long.
var ErrReport = httpx.Errorf(http.StatusBadRequest,
	"please say what is wrong, in at most %d characters", maxReported)

// ErrNoReport is for a report that does not exist, or that was closed before.
var ErrNoReport = errors.New("there is no such open report")

// Report keeps a report for the operator, and returns its ID.
func (s *Service) Report(ctx context.Context, address string, r Report) (id int64, err error) {
	r.Reason = strings.TrimSpace(r.Reason)
	if n := utf8.RuneCountInString(r.Reason); n == 0 || n > maxReported ||
		!utf8.ValidString(r.Reason) {
		return 0, ErrReport
	}
	if err := s.guard.Reports.Allow(address, 1); err != nil {
		return 0, err
	}
	size := len(r.Reason)
	for _, x := range r.Texts {
		size += len(x.Text)
	}
	undo, err := s.KeepTexts(address, size, false)
	if err != nil {
		return 0, err
	}
	err = s.table.db.Write(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, `INSERT INTO reports (time, kind, game, reporter, reason)
			VALUES (?, ?, ?, ?, ?)`, s.clock().UnixNano(), r.Kind, r.Game, string(r.Reporter), r.Reason)
		if err == nil {
			id, err = res.LastInsertId()
		}
		for i, x := range r.Texts {
			if err == nil {
				_, err = tx.ExecContext(ctx, "INSERT INTO report_texts VALUES (?, ?, ?, ?)", id, i,
					string(x.Player), x.Text)
			}
		}
		return err
	})
	if err != nil {
		undo()
	}
	return id, err
}

// Reports lists the open reports, or all of them, the oldest first.
func (s *Service) Reports(ctx context.Context, all bool) (list []Report, err error) {
	rows, err := s.table.db.Read().QueryContext(ctx, `SELECT id, time, kind, game, reporter, reason,
		closed IS NOT NULL, (SELECT json_group_array(json_object('Player', player, 'Text', text)
			ORDER BY line) FROM report_texts WHERE report = id)
		FROM reports WHERE closed IS NULL OR ? ORDER BY id`, all)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var r Report
		var at int64
		var texts []byte
		err := rows.Scan(&r.ID, &at, &r.Kind, &r.Game, &r.Reporter, &r.Reason, &r.Closed, &texts)
		if err == nil {
			err = json.Unmarshal(texts, &r.Texts)
		}
		if err != nil {
			return nil, err
		}
		r.Time = time.Unix(0, at).UTC()
		list = append(list, r)
	}
	return list, rows.Err()
}

// CloseReport closes an open report, or returns [ErrNoReport].
func (s *Service) CloseReport(ctx context.Context, id int64) error {
	return s.table.db.Write(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, "UPDATE reports SET closed = ? WHERE id = ? AND closed IS NULL",
			s.clock().UnixNano(), id)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, ErrNoReport)
		}
		return nil
	})
}

// EraseReported removes from reports what a player wrote, the reasons of their own included. With
// the ID of a game, it removes only what they wrote in that game, or all players if the player is
// "".
func (s *Service) EraseReported(ctx context.Context, player ID, game string) error {
	return s.table.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE report_texts SET text = '[removed]'
			WHERE (?1 = '' OR player = ?1)
			AND (?2 = '' OR report IN (SELECT id FROM reports WHERE game = ?2))`, string(player), game)
		if err == nil && game == "" {
			_, err = tx.ExecContext(ctx, "UPDATE reports SET reason = '[removed]' WHERE reporter = ?",
				string(player))
		}
		return err
	})
}
