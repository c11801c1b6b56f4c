package archive

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// ReportWithin is how long after the end of a game without a result its players see the texts, and
// can report them. Then they are removed from the log, unless all players of the game agree that
// they are kept for research.
const ReportWithin = 14 * 24 * time.Hour

// sweepChunk is the number of games whose texts are removed in one transaction, so that others can
// write in between.
const sweepChunk = 200

// agreed says in SQL that all players of game u agree that texts of unfinished games are kept.
const agreed = `NOT EXISTS (SELECT 1 FROM seats s JOIN players p ON p.number = s.player
	LEFT JOIN accounts a ON a.id = p.id AND a.consent AND a.consent_text >= ?1
	WHERE s.game = u.game AND a.id IS NULL)`

// unfinished records that a game has ended without a result. The texts of a game that nobody has
// joined, and whose player has taken them along to another one, are removed at once.
func (s *saver) unfinished(g *game.Game) error {
	if s.keepLog {
		return nil
	}
	end, err := eventWith(s.ctx, s.tx, g.Ended)
	if err != nil {
		return err
	}
	a, b := &g.Seats[0], &g.Seats[1]
	if b.Player == "" && end.Moved != "" {
		return s.removeTexts(a)
	}
	until, err := nanoseconds(end.Time.Add(ReportWithin))
	if err != nil {
		return err
	}
	return s.exec(`INSERT OR IGNORE INTO unfinished SELECT ?, ?, 0 WHERE EXISTS (SELECT 1 FROM events
		WHERE number IN (?, ?, ?, ?) AND instr(body, '"removed":true') = 0)`, g.Event, until,
		a.QuestionsEvent, a.ResponsesEvent, b.QuestionsEvent, b.ResponsesEvent)
}

// result reports whether a game has a result, or may still have one.
func result(g *game.Game) bool { return g.Status != game.Left && g.Status != game.TimedOut }

// shown returns which of some games have texts to show or, if research is set, to study.
func shown(
	ctx context.Context, q store.Querier, list []game.Game, research bool,
) (map[int]bool, error) {
	found := make(map[int]bool)
	var ended []int
	for i := range list {
		if g := &list[i]; result(g) {
			found[g.Event] = true
		} else {
			ended = append(ended, g.Event)
		}
	}
	if len(ended) == 0 {
		return found, nil
	}
	text, err := json.Marshal(ended)
	if err != nil {
		return nil, err
	}
	numbers, err := store.Column[int](ctx, q, `SELECT game FROM unfinished WHERE research <= ?
		AND game IN (SELECT value FROM json_each(?))`, research, string(text))
	for _, n := range numbers {
		found[n] = true
	}
	return found, err
}

// AddTexts adds the texts to a game without a result, if its players agree that they are studied.
func (a *Archive) AddTexts(ctx context.Context, g *game.Game) error {
	var studied bool
	err := a.reads.QueryRowContext(ctx, "SELECT "+agreed+" FROM (SELECT ?2 AS game) u",
		accounts.ConsentText, g.Event).Scan(&studied)
	if err != nil || !studied {
		return err
	}
	list := []game.Game{*g}
	err = a.read(ctx, func(q store.Querier) error { return fillTexts(ctx, q, list, true) })
	*g = list[0]
	return err
}

// Sweep removes the texts of games without a result that can no longer be reported, unless their
// players agree that they are kept for research. If all is set, it also removes those that were kept
// and to which they agree no more.
func (a *Archive) Sweep(ctx context.Context, now time.Time, all bool) error {
	at, err := nanoseconds(now)
	if err != nil {
		return err
	}
	for n := sweepChunk; n == sweepChunk; {
		if n, err = a.sweep(ctx, `SELECT game, `+agreed+` FROM unfinished u
			WHERE research = 0 AND until <= ?2 ORDER BY until LIMIT ?3`, at); err != nil {
			return err
		}
	}
	for n := sweepChunk; all && n == sweepChunk; {
		if n, err = a.sweep(ctx, `SELECT game, 0 FROM unfinished u
			WHERE research = 1 AND ?2 AND NOT `+agreed+` LIMIT ?3`, 1); err != nil {
			return err
		}
	}
	return nil
}

// sweep decides about some of the games that a query selects, each with whether its texts are kept,
// and returns their number.
func (a *Archive) sweep(ctx context.Context, query string, parameter any) (n int, err error) {
	kept := make(map[int]bool)
	err = store.Rows(ctx, a.reads, func(r *sql.Rows) error {
		var number int
		var keep bool
		err := r.Scan(&number, &keep)
		kept[number] = keep
		return err
	}, query, accounts.ConsentText, parameter, sweepChunk)
	if err != nil || len(kept) == 0 {
		return 0, err
	}
	return len(kept), a.store.Write(ctx, func(tx *sql.Tx) error {
		s := newSaver(ctx, tx, a.key)
		defer s.close()
		for number, keep := range kept {
			if err := s.sweep(number, keep); err != nil {
				return err
			}
		}
		return nil
	})
}

// sweep ends the time in which a game can be reported.
func (s *saver) sweep(number int, keep bool) error {
	if keep {
		return s.exec("UPDATE unfinished SET research = 1 WHERE game = ?", number)
	}
	list, err := readGames(s.ctx, s.tx, "WHERE g.number = ?", number)
	if err != nil {
		return err
	}
	for i := range list[0].Seats {
		if err := s.removeTexts(&list[0].Seats[i]); err != nil {
			return err
		}
	}
	return s.exec("DELETE FROM unfinished WHERE game = ?", number)
}
