package archive

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// eventWith returns the event with texts that has a number, and an empty one for 0.
func eventWith(ctx context.Context, q store.Querier, number int) (e game.Event, err error) {
	if number == 0 {
		return e, nil
	}
	return Log(nil).Event(ctx, q, number)
}

// fillTexts adds the texts to games.
func fillTexts(ctx context.Context, q store.Querier, list []game.Game) error {
	type texts struct{ questions, responses *[]string }
	where := make(map[int]texts)
	numbers := []int{}
	add := func(number int, t texts) {
		if number != 0 {
			where[number] = t
			numbers = append(numbers, number)
		}
	}
	for i := range list {
		g := &list[i]
		if g.Status != game.Left && g.Status != game.TimedOut {
			for j := range g.Seats {
				s := &g.Seats[j]
				add(s.QuestionsEvent, texts{questions: &s.Questions})
				add(s.ResponsesEvent, texts{responses: &s.Responses})
			}
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
	}, "SELECT number, body FROM events WHERE number IN (SELECT value FROM json_each(?))", string(text))
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
