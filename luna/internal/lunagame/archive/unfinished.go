package archive

import (
	"context"
	"database/sql"
	"errors"
	"iter"
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

// AddTexts adds the texts to a game without a result, if its players agree that they are studied.
func (a *Archive) AddTexts(ctx context.Context, g *game.Game) error {
	list := []game.Game{*g}
	err := a.read(ctx, func(q store.Querier) error { return fillTexts(ctx, q, list, study) })
	*g = list[0]
	return err
}

// The games without a result whose texts are read, in SQL: g is the game, and ?1
// [accounts.ConsentText].
const (
	show  = `g.number IN (SELECT game FROM unfinished WHERE research = 0 AND ?1)`
	study = `g.number IN (SELECT game FROM unfinished u WHERE ` + agreed + `)`
)

// Sweep removes the texts of games without a result that can no longer be reported, unless their
// players agree that they are kept for research. If all is set, it also removes those that were
// kept and to which they agree no more.
func (a *Archive) Sweep(ctx context.Context, now time.Time, all bool) error {
	at, err := nanoseconds(now)
	due := []string{"research = 0 AND until <= ?2"}
	if all {
		due = append(due, "research = 1 AND ?2 AND NOT "+agreed)
	}
	for _, where := range due {
		for n := sweepChunk; n == sweepChunk && err == nil; {
			err = a.store.Write(ctx, func(tx *sql.Tx) error {
				s := newSaver(ctx, tx, a.key)
				defer s.close()
				n, err = s.sweep("SELECT game, "+agreed+" FROM unfinished u WHERE "+where+" LIMIT ?3", at)
				return err
			})
		}
	}
	return err
}

// sweep removes or keeps the texts of games that a query selects, and returns their number.
func (s *saver) sweep(query string, at int64) (n int, err error) {
	kept := make(map[int]bool)
	err = store.Rows(s.ctx, s.tx, func(r *sql.Rows) error {
		var number int
		var keep bool
		err := r.Scan(&number, &keep)
		kept[number] = keep
		return err
	}, query, accounts.ConsentText, at, sweepChunk)
	for number, keep := range kept {
		if err == nil && keep {
			err = s.exec("UPDATE unfinished SET research = 1 WHERE game = ?", number)
		} else if err == nil {
			err = s.forget(number)
		}
	}
	return len(kept), err
}

// forget removes the texts of a game.
func (s *saver) forget(number int) error {
	list, err := readGames(s.ctx, s.tx, "WHERE g.number = ?", number)
	for i := range list {
		err = errors.Join(err, s.removeTexts(&list[i].Seats[0]), s.removeTexts(&list[i].Seats[1]))
	}
	return errors.Join(err, s.exec("DELETE FROM unfinished WHERE game = ?", number))
}

// finishedChunk is the number of games that are read at a time.
const finishedChunk = 16

// Finished iterates over all games with a result, with their texts and secrets, in an order that
// reveals nothing about when they were played. An error ends the iteration.
func (a *Archive) Finished(ctx context.Context) iter.Seq2[game.Game, error] {
	return func(yield func(game.Game, error) bool) {
		place := []byte{}
		for {
			list, last, err := a.finishedAfter(ctx, place)
			for _, g := range list {
				if !yield(g, nil) {
					return
				}
			}
			if err != nil {
				yield(game.Game{}, err)
			}
			if err != nil || len(list) == 0 {
				return
			}
			place = last
		}
	}
}

// finishedAfter returns the next games after a place. Places are different: they are made of 128
// bits of a hash.
func (a *Archive) finishedAfter(ctx context.Context, place []byte) (list []game.Game, last []byte, err error) {
	err = a.read(ctx, func(q store.Querier) error {
		list, err = readGames(ctx, q, `WHERE g.number IN (SELECT number FROM games WHERE place > ?
			ORDER BY place LIMIT ?) ORDER BY g.place, g.number, s.seat`, place, finishedChunk)
		if err != nil || len(list) == 0 {
			return err
		}
		row := q.QueryRowContext(ctx, "SELECT place FROM games WHERE number = ?", list[len(list)-1].Event)
		if err := row.Scan(&last); err != nil {
			return err
		}
		return fillTexts(ctx, q, list, show)
	})
	return list, last, err
}

// playedChunk is the number of games without texts that are read at a time.
const playedChunk = 1000

// Played iterates over all games, without texts, in the order in which they were opened. An error
// ends the iteration.
func (a *Archive) Played(ctx context.Context) iter.Seq2[game.Game, error] {
	return func(yield func(game.Game, error) bool) {
		after := 0
		for {
			list, err := readGames(ctx, a.reads, `WHERE g.number IN (SELECT number FROM games
				WHERE number > ? ORDER BY number LIMIT ?) ORDER BY g.number, s.seat`, after, playedChunk)
			for _, g := range list {
				if !yield(g, nil) {
					return
				}
				after = g.Event
			}
			if err != nil {
				yield(game.Game{}, err)
			}
			if err != nil || len(list) == 0 {
				return
			}
		}
	}
}
