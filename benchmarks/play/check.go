package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// outcome holds what all players see at the end: their games, by ID, and their profiles.
type outcome struct {
	views    map[game.GameID][]seen
	profiles map[*player]wire.Profile
}

type seen struct {
	by *player
	game.View
}

// collect asks the server as each player in turn.
func collect(ctx context.Context, players []*player) (*outcome, error) {
	o := &outcome{views: make(map[game.GameID][]seen), profiles: make(map[*player]wire.Profile)}
	for _, p := range players {
		views, err := p.games(ctx)
		if err != nil {
			return nil, err
		}
		for _, v := range views {
			o.views[v.ID] = append(o.views[v.ID], seen{p, v})
		}
		var profile wire.Profile
		if err := p.insist(ctx, http.MethodGet, "/profile", nil, &profile); err != nil {
			return nil, err
		}
		o.profiles[p] = profile
	}
	return o, nil
}

// check returns the first inconsistency as an error.
func (o *outcome) check(ctx context.Context, players []*player, games int, db string) error {
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
		if err := o.rating(p); err != nil {
			return fmt.Errorf("player %s: %w", p.name, err)
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

// rating compares a player's rating with the guesses by people, whose weighted mean it is. Whether
// it is the right one, to the bit, the log says.
func (o *outcome) rating(p *player) error {
	lowest, highest, played := math.Inf(1), math.Inf(-1), 0
	for _, seats := range o.views {
		for i := range seats {
			if seats[i].by != p || seats[i].Phase < 6 {
				continue
			}
			played++
			if other := seats[1-i]; !other.by.machine {
				lowest, highest = min(lowest, *other.Guess), max(highest, *other.Guess)
			}
		}
	}
	found := o.profiles[p]
	if found.Games != played {
		return fmt.Errorf("found %d games, expected %d", found.Games, played)
	}
	if r := found.Rating; r != nil && !(*r >= lowest && *r <= highest) {
		return fmt.Errorf("found a rating of %v, expected one between the guesses by people, "+
			"%v to %v", *r, lowest, highest)
	}
	return nil
}

// replay compares ratings and games, to the bit, with the result of the log. It reads the file
// itself, without the server's code.
func (o *outcome) replay(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	defer db.Close()
	t, err := replayLog(ctx, db)
	if err != nil {
		return fmt.Errorf("the log: %w", err)
	}
	for p, profile := range o.profiles {
		var id game.PlayerID
		row := db.QueryRowContext(ctx, "SELECT id FROM accounts WHERE username = ?",
			profile.Username)
		if err := row.Scan(&id); err != nil {
			return fmt.Errorf("player %s: %w", p.name, err)
		}
		replayed, err := t.Player(id)
		if err != nil {
			return err
		}
		if !equal(replayed.Rating, profile.Rating) || replayed.Games != profile.Games ||
			replayed.Wins != profile.Wins {
			return fmt.Errorf("player %s: found %+v in the log and %+v on the server",
				p.name, replayed, profile.Player)
		}
	}
	return nil
}

func replayLog(ctx context.Context, db *sql.DB) (*game.Tournament, error) {
	rows, err := db.QueryContext(ctx, "SELECT body FROM events ORDER BY number")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	t := game.New(nil)
	for rows.Next() {
		var body []byte
		var e game.Event
		err := rows.Scan(&body)
		if err == nil {
			err = json.Unmarshal(body, &e)
		}
		if err == nil {
			_, err = t.Apply(e)
		}
		if err != nil {
			return nil, err
		}
	}
	return t, rows.Err()
}

func equal(a, b *float64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }
