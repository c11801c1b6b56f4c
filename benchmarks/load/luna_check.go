package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/luna-rating/luna/benchmarks/internal/must"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// outcome holds what all players see at the end: their games by ID and their profiles.
type outcome struct {
	views    map[game.GameID][]seen
	profiles map[*lunaPlayer]wire.Profile
}

type seen struct {
	by *lunaPlayer
	game.View
}

// collect asks the server as each player in turn.
func collect(ctx context.Context, players []*lunaPlayer) *outcome {
	o := &outcome{views: make(map[game.GameID][]seen), profiles: make(map[*lunaPlayer]wire.Profile)}
	for _, p := range players {
		for _, v := range must.Get(p.Games(ctx)) {
			o.views[v.ID] = append(o.views[v.ID], seen{p, v})
		}
		o.profiles[p] = must.Get(p.Profile(ctx))
	}
	return o
}

// check returns the first inconsistency as an error.
func (o *outcome) check(ctx context.Context, players []*lunaPlayer, games int, db string) error {
	finished := 0
	for id, seats := range o.views {
		if len(seats) == 1 && seats[0].Phase == 1 && !seats[0].Active {
			continue // nobody joined it
		}
		if len(seats) != 2 {
			return fmt.Errorf("game %s has %d players", id, len(seats))
		}
		finished++
		for i := range seats {
			if err := consistent(seats[i], seats[1-i]); err != nil {
				return fmt.Errorf("game %s as %s sees it: %w", id, seats[i].by.name, err)
			}
		}
	}
	if finished < games*9/10 {
		return fmt.Errorf("%d games were finished, expected some %d", finished, games)
	}
	for _, p := range players {
		for id := range p.acknowledged {
			if _, ok := o.views[id]; !ok {
				return fmt.Errorf("game %s of %s was acknowledged and is lost", id, p.name)
			}
		}
	}
	return o.replay(ctx, db)
}

// consistent compares a game with the player's acknowledged submissions and with the view of the
// other player.
func consistent(own, other seen) error {
	if own.Phase != 6 || own.Turn != game.Complete || own.Active {
		return fmt.Errorf("phase %d, turn %d, active %v, expected it to be finished",
			own.Phase, own.Turn, own.Active)
	}
	if s := own.by.acknowledged[own.ID]; s != nil {
		if s.questions != nil && !slices.Equal(s.questions, game.QuestionTexts(own.Questions)) ||
			s.responses != nil && !slices.Equal(s.responses, game.ResponseTexts(own.Responses)) ||
			s.guess != nil && *s.guess != *own.Guess {
			return fmt.Errorf("found %+v, expected what was acknowledged, %+v", own.View, s)
		}
	}
	if !slices.Equal(game.QuestionTexts(own.OpQuestions), game.QuestionTexts(other.Questions)) ||
		!slices.Equal(game.ResponseTexts(own.OpResponses), game.ResponseTexts(other.Responses)) ||
		*own.OpGuess != *other.Guess || !equal(own.OpSmartsRating, other.OldSmartsRating) ||
		*own.OpMachine != other.by.machine {
		return fmt.Errorf("it differs from the view of %s", other.by.name)
	}
	if won, lost := *own.Outcome == game.Won, *other.Outcome == game.Won; won && lost {
		return fmt.Errorf("both players have won")
	}
	return nil
}

// replay compares ratings and games, to the bit, with the result of the log. It reads the file
// itself, without the server's code.
func (o *outcome) replay(ctx context.Context, path string) (err error) {
	defer must.Catch(&err)
	db := must.Get(sql.Open("sqlite", path))
	defer db.Close()
	rows := must.Get(db.QueryContext(ctx, "SELECT body FROM events ORDER BY number"))
	defer rows.Close()
	t := game.New(nil)
	for rows.Next() {
		var body []byte
		var e game.Event
		must.Do(rows.Scan(&body))
		must.Do(json.Unmarshal(body, &e))
		must.Get(t.Apply(e))
	}
	must.Do(rows.Err())
	for p, profile := range o.profiles {
		var id game.PlayerID
		must.Do(db.QueryRowContext(ctx, "SELECT id FROM accounts WHERE username = ?",
			profile.Username).Scan(&id))
		replayed := must.Get(t.Player(id))
		if !equal(replayed.Rating, profile.Rating) || replayed.Games != profile.Games ||
			replayed.Wins != profile.Wins {
			return fmt.Errorf("player %s: found %+v in the log and %+v on the server",
				p.name, replayed, profile.Player)
		}
	}
	return nil
}

func equal(a, b *float64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }
