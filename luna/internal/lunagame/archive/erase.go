package archive

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
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
			seats, err := store.List(ctx, tx, func(r *sql.Rows, x *game.Seat) error {
				return r.Scan(&x.Number, &x.QuestionsEvent, &x.ResponsesEvent)
			}, `SELECT place, questions, responses FROM seats WHERE place > ?
				AND player = (SELECT number FROM players WHERE id = ?)
				AND NOT (? AND (active AND (SELECT phase FROM games WHERE number = game) < 5
					OR game IN (SELECT game FROM unfinished WHERE research = 0)))
				ORDER BY place LIMIT ?`, after, string(player), late, eraseChunk)
			if err != nil {
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

// eventWith returns the event with texts that has a number, and an empty one for 0.
func eventWith(ctx context.Context, q store.Querier, number int) (e game.Event, err error) {
	if number == 0 {
		return e, nil
	}
	return Log(nil).Event(ctx, q, number)
}

// fillTexts adds the texts to games, to those without a result as far as a condition in SQL says.
func fillTexts(ctx context.Context, q store.Querier, list []game.Game, unfinished string) error {
	type texts struct{ questions, responses *[]string }
	where := make(map[int]texts)
	numbers := [][2]int{} // of an event and its game
	for i := range list {
		g := &list[i]
		for j := range g.Seats {
			s := &g.Seats[j]
			where[s.QuestionsEvent], where[s.ResponsesEvent] = texts{questions: &s.Questions}, texts{responses: &s.Responses}
			numbers = append(numbers, [2]int{s.QuestionsEvent, g.Event}, [2]int{s.ResponsesEvent, g.Event})
		}
	}
	text, err := json.Marshal(numbers)
	if err != nil {
		return err
	}
	return store.Rows(ctx, q, func(r *sql.Rows) error {
		var number int
		var body sql.RawBytes
		var e struct { // of an event, the rest of which is in the tables
			Questions []string `json:"questions"`
			Responses []string `json:"responses"`
		}
		err := r.Scan(&number, &body)
		if err == nil {
			err = json.Unmarshal(body, &e)
		}
		if err != nil {
			return fmt.Errorf("%w: event %d: %w", store.ErrDamaged, number, err)
		}
		switch t := where[number]; {
		case t.questions != nil:
			*t.questions = e.Questions
		case t.responses != nil:
			*t.responses = e.Responses
		}
		return nil
	}, `SELECT e.number, e.body FROM json_each(?2) JOIN events e ON e.number = value ->> 0
		JOIN games g ON g.number = value ->> 1 WHERE g.status NOT IN (2, 3) OR `+unfinished,
		accounts.ConsentText, string(text))
}

// removeTexts removes the texts of a seat from the log.
func (s *saver) removeTexts(seat *game.Seat) error {
	if s.keepLog {
		return nil
	}
	for _, number := range []int{seat.QuestionsEvent, seat.ResponsesEvent} {
		if number == 0 {
			continue
		}
		if err := Log(nil).RemoveTexts(s.ctx, s.tx, number); err != nil {
			return err
		}
	}
	return nil
}

// digest identifies a text.
func digest(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:16]
}
