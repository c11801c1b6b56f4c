package archive

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

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
