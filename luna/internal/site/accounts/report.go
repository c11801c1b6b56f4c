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
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Report is what a player reports to the operator.
type Report struct {
	Kind     string // of the game: luna or trade
	Game     string // its ID
	Reporter ID
	Reported []ID // the other players of the game
	Reason   string
	Texts    []Written // what was written in the game, as far as the reporter may have seen it
}

// Written is a text in the order of play, and the player who wrote it, "" for a program of the
// site.
type Written struct {
	Player ID
	Kind   string // Question or Answer, "" in an old report
	Text   string
	Time   *time.Time // when it was sent, nil if that is unknown
}

// The kinds of texts.
const (
	Question = "question"
	Answer   = "answer"
)

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
	reported, err1 := json.Marshal(r.Reported)
	texts, err2 := json.Marshal(r.Texts)
	err = s.table.db.Write(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, `INSERT INTO reports (time, kind, game, reporter, reported, reason)
			VALUES (?, ?, ?, ?, ?, ?)`, s.clock().UnixNano(), r.Kind, r.Game, string(r.Reporter),
			string(reported), r.Reason)
		if err == nil {
			id, err = res.LastInsertId()
		}
		if err == nil { // SQLite takes NUL in a text for its end
			_, err = tx.ExecContext(ctx, `INSERT INTO report_texts (report, line, player, kind, text, sent)
				SELECT ?, key, value ->> 'Player', value ->> 'Kind', value ->> 'Text', value ->> 'Time'
				FROM json_each(?) WHERE type = 'object'`, id, strings.ReplaceAll(string(texts), `\u0000`, `\ufffd`))
		}
		return errors.Join(err, err1, err2)
	})
	if err != nil {
		undo()
	}
	return id, err
}

// Reports returns the open reports, or all of them, the oldest first: JSON for the operator.
func (s *Service) Reports(ctx context.Context, all bool) ([]string, error) {
	return store.Column[string](ctx, s.table.db.Read(), `SELECT json_object('id', r.id, 'kind', kind,
		'game', game, 'time', strftime('%FT%TZ', time / 1000000000, 'unixepoch'), 'reason', reason,
		'closed', json(iif(closed IS NULL, 'false', 'true')),
		'reporter', coalesce((SELECT username FROM accounts WHERE id = reporter), reporter),
		'players', json((SELECT json_group_array(json_object('player', coalesce(username, p.id), 'id', p.id,
			'reporter', json(iif(p.id = reporter, 'true', 'false')), 'suspended', coalesce(suspended, ''),
			'deleted', json(iif(a.id IS NULL AND p.id <> '', 'true', 'false'))))
			FROM (SELECT id FROM (SELECT reporter AS id UNION SELECT value FROM json_each(reported)
			WHERE type = 'text' UNION
			SELECT player FROM report_texts WHERE report = r.id AND player <> '')
			ORDER BY id <> reporter, id) p LEFT JOIN accounts a ON a.id = p.id)),
		'texts', json((SELECT json_group_array(json_object('player', coalesce(username, t.player),
			'kind', t.kind, 'text', text, 'time', sent) ORDER BY line)
			FROM report_texts t LEFT JOIN accounts a ON a.id = t.player WHERE report = r.id)))
		FROM reports r WHERE closed IS NULL OR ? ORDER BY id`, all)
}

// CloseReport closes an open report, or returns [ErrNoReport]. What was written by players who have
// deleted their accounts was only kept until then.
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
		for _, statement := range []string{`UPDATE report_texts SET text = '[removed]'
			WHERE report = ? AND player <> '' AND player NOT IN (SELECT id FROM accounts)`,
			`UPDATE reports SET reason = '[removed]'
			WHERE id = ? AND reporter NOT IN (SELECT id FROM accounts)`} {
			if _, err = tx.ExecContext(ctx, statement, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// Erasure selects what [Service.EraseReported] removes from reports: all that Player wrote, the
// reasons of their own included, or only what they wrote in a Game, or what all players wrote there
// if Player is "". If Decided is set, reports that are still open lose nothing before they are
// closed.
type Erasure struct {
	Player  ID
	Game    string
	Decided bool
}

// EraseReported removes texts from reports.
func (s *Service) EraseReported(ctx context.Context, e Erasure) error {
	return s.table.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE report_texts SET text = '[removed]'
			WHERE (?1 = '' OR player = ?1) AND report IN (SELECT id FROM reports
			WHERE (?2 = '' OR game = ?2) AND (NOT ?3 OR closed IS NOT NULL))`, string(e.Player), e.Game, e.Decided)
		if err == nil && e.Game == "" {
			_, err = tx.ExecContext(ctx, `UPDATE reports SET reason = '[removed]'
				WHERE reporter = ? AND (NOT ? OR closed IS NOT NULL)`, string(e.Player), e.Decided)
		}
		return err
	})
}
