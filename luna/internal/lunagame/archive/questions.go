package archive

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// asking is a question and the place where a player asked it last.
type asking struct {
	game.AskedQuestion
	place, line int // in the player's game of this place, as the question of this number
	event       int // with the text
	digest      string
}

// Questions returns a page of the different questions that a player has asked, the most recent
// first. Next is where the next page begins, "" if there is none.
//
// The table has the questions of games with a result. Questions of the few active games, which may
// yet disappear, are read from the log and merged in.
func (a *Archive) Questions(
	ctx context.Context, player game.PlayerID, page Page,
) (list []game.AskedQuestion, next string, err error) {
	place, line, err := splitPlace(page.Before)
	if err != nil {
		return nil, "", err
	}
	list = []game.AskedQuestion{}
	err = a.read(ctx, func(q store.Querier) error {
		all, err := activeQuestions(ctx, q, player)
		if err != nil {
			return err
		}
		all, err = mergeAsked(ctx, q, player, all, place, line, page.limit())
		if err != nil {
			return err
		}
		all = slices.DeleteFunc(all, func(x asking) bool {
			return x.place > place || x.place == place && x.line <= line && page.Before != ""
		})
		slices.SortFunc(all, func(a, b asking) int {
			return cmp.Or(cmp.Compare(b.place, a.place), cmp.Compare(a.line, b.line))
		})
		list, next, err = withTexts(ctx, q, all, page.limit())
		return err
	})
	return list, next, err
}

// activeQuestions returns the different questions that a player asked in active games.
func activeQuestions(ctx context.Context, q store.Querier, player game.PlayerID) (list []asking, err error) {
	type set struct {
		id                 game.GameID
		seat, place, event int
	}
	sets, err := store.List(ctx, q, func(r *sql.Rows, x *set) error {
		return r.Scan(&x.id, &x.seat, &x.place, &x.event)
	}, `SELECT g.id, s.seat, s.place, s.questions FROM seats s JOIN games g ON g.number = s.game
		WHERE s.active = 1 AND s.questions > 0 AND s.player = (SELECT number FROM players WHERE id = ?)
		ORDER BY s.place DESC`, string(player))
	if err != nil {
		return nil, err
	}
	seen := make(map[string]bool)
	for _, x := range sets {
		e, err := eventWith(ctx, q, x.event)
		if err != nil {
			return nil, err
		}
		for line, text := range e.Questions {
			key := string(digest(text))
			if seen[key] {
				continue
			}
			seen[key] = true
			asked := asking{place: x.place, line: line, event: x.event, digest: key}
			asked.ID = game.QuestionID(x.id, x.seat, line)
			list = append(list, asked)
		}
	}
	return list, nil
}

// mergeAsked adds to the questions of active games the questions of games with a result that come
// after a place. A question in both stays where it was asked last.
func mergeAsked(
	ctx context.Context, q store.Querier, player game.PlayerID, active []asking, place, line, limit int,
) (all []asking, err error) {
	later := make(map[string]bool) // asked in an active game last
	for _, x := range active {
		var last int
		row := q.QueryRowContext(ctx, `SELECT games, wins, place FROM asked
			WHERE player = (SELECT number FROM players WHERE id = ?) AND digest = ?`,
			string(player), []byte(x.digest))
		err := row.Scan(&x.Games, &x.Wins, &last)
		if err != nil && unlessEmpty(err, nil) != nil {
			return nil, err
		}
		if last < x.place {
			later[x.digest] = true
			all = append(all, x)
		}
	}
	err = store.Rows(ctx, q, func(r *sql.Rows) error {
		var x asking
		var id game.GameID
		var seat int
		err := r.Scan(&x.digest, &x.Games, &x.Wins, &x.place, &x.line, &id, &seat, &x.event)
		x.ID = game.QuestionID(id, seat, x.line)
		if !later[x.digest] {
			all = append(all, x)
		}
		return err
	}, `SELECT a.digest, a.games, a.wins, a.place, a.line, g.id, s.seat, s.questions FROM asked a
		JOIN seats s ON s.player = a.player AND s.active = 0 AND s.place = a.place
		JOIN games g ON g.number = s.game
		WHERE a.player = (SELECT number FROM players WHERE id = ?1) AND a.place <= ?2
			AND NOT (a.place = ?2 AND a.line <= ?3)
		ORDER BY a.place DESC, a.line LIMIT ?4`,
		string(player), place, line, limit+1+len(active))
	return all, err
}

// withTexts adds the texts to as many questions as a page may have.
func withTexts(
	ctx context.Context, q store.Querier, all []asking, limit int,
) (list []game.AskedQuestion, next string, err error) {
	list = []game.AskedQuestion{}
	var e game.Event
	from, size := 0, 0
	for i, x := range all {
		if i == limit || i > 0 && size > maxPageBytes {
			last := all[i-1]
			return list, fmt.Sprintf("%d.%d", last.place, last.line), nil
		}
		if from != x.event {
			if e, err = eventWith(ctx, q, x.event); err != nil {
				return nil, "", err
			}
			from = x.event
		}
		if x.line < len(e.Questions) {
			x.Text = e.Questions[x.line]
		}
		list = append(list, x.AskedQuestion)
		size += len(x.Text)
	}
	return list, "", nil
}
