package archive

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// eraseChunk is the number of games whose texts are removed at a time, so that others can write in
// between.
const eraseChunk = 200

// EraseTexts removes from the log everything that a player has written: the questions and responses
// in all games, and the answers to questions of days. Ratings, guesses and results stay. What the
// player writes afterwards is kept.
//
// If late is set, texts that others may still report stay: those of games without a result, and of
// games being played before a guess, which must then end. [Archive.Sweep] removes them later, since
// their author has no account any more.
func (a *Archive) EraseTexts(ctx context.Context, player game.PlayerID, late bool) error {
	for after := 0; ; {
		n := 0
		err := a.store.Write(ctx, func(tx *sql.Tx) error {
			s := newSaver(ctx, tx, a.key)
			defer s.close()
			var seats []game.Seat
			if err := store.Rows(ctx, tx, func(r *sql.Rows) error {
				var x game.Seat
				err := r.Scan(&x.Number, &x.QuestionsEvent, &x.ResponsesEvent)
				seats = append(seats, x)
				return err
			}, `SELECT place, questions, responses FROM seats WHERE place > ?
				AND player = (SELECT number FROM players WHERE id = ?)
				AND NOT (? AND (active AND (SELECT phase FROM games WHERE number = game) < 5
					OR game IN (SELECT game FROM unfinished WHERE research = 0)))
				ORDER BY place LIMIT ?`, after, string(player), late, eraseChunk); err != nil {
				return err
			}
			for i := range seats {
				if err := s.removeTexts(&seats[i]); err != nil {
					return err
				}
			}
			if n = len(seats); n > 0 {
				after = seats[n-1].Number
				return nil
			}
			return errors.Join(s.exec(`DELETE FROM asked
				WHERE player = (SELECT number FROM players WHERE id = ?)`, string(player)),
				s.exec("DELETE FROM day_answers WHERE account = ?", string(player)))
		})
		if err != nil || n == 0 {
			return err
		}
	}
}

// EraseGame removes from the log what was written in a game by one of its players, or by both if
// the player is "". The errors are [game.ErrUnknownGame] and [game.ErrNotAPlayer]. The ID of an
// answer to a question of a day stands for a game of its own.
func (a *Archive) EraseGame(ctx context.Context, id game.GameID, player game.PlayerID) error {
	return a.store.Write(ctx, func(tx *sql.Tx) error {
		if strings.HasPrefix(string(id), dayPrefix) {
			return eraseDayAnswer(ctx, tx, string(id), player)
		}
		g, err := gameWith(ctx, tx, id)
		if err != nil {
			return err
		}
		s := newSaver(ctx, tx, a.key)
		defer s.close()
		found := false
		for i := range g.Seats {
			seat := &g.Seats[i]
			if seat.Player == "" || player != "" && seat.Player != player {
				continue
			}
			found = true
			if seat.Outcome != nil {
				if err := s.uncountAsked(seat); err != nil {
					return err
				}
			}
			if err := s.removeTexts(seat); err != nil {
				return err
			}
		}
		if !found {
			return game.ErrNotAPlayer
		}
		return nil
	})
}
