package referee

import (
	"context"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/store"
)

// Enter brings a player into a game: the oldest open one of another player with whom she has no active game, or a new one. With
// questions her interview is done at once; nil leaves it for later.
func (r *Referee) Enter(ctx context.Context, player game.PlayerID, questions []string) (game.View, error) {
	account, err := r.store.Account(ctx, player)
	if err != nil {
		return game.View{}, err
	}
	register := func(t *game.Tournament, now time.Time) ([]game.Event, error) {
		if _, err := t.Player(player); err == nil {
			return nil, nil
		}
		if questions != nil {
			// Checked here already, so that a refused game leaves nothing.
			if err := game.CheckQuestions(questions); err != nil {
				return nil, err
			}
		}
		return []game.Event{{Kind: game.Registered, Time: now, Player: player, Machine: account.Kind == store.Machine}}, nil
	}
	name := game.GameID(identifier())
	enter := func(t *game.Tournament, now time.Time) ([]game.Event, error) {
		e, err := t.Enter(player, name, questions, now)
		name = e.Game
		return []game.Event{e}, err
	}
	return r.viewAfter(ctx, player, &name, register, enter)
}

// Interview asks a player's questions in a game.
func (r *Referee) Interview(ctx context.Context, player game.PlayerID, id game.GameID, questions []string) (game.View, error) {
	return r.move(ctx, game.Event{Kind: game.Interviewed, Player: player, Game: id, Questions: questions})
}

// Respond gives a player's responses in a game.
func (r *Referee) Respond(ctx context.Context, player game.PlayerID, id game.GameID, responses []string) (game.View, error) {
	return r.move(ctx, game.Event{Kind: game.Responded, Player: player, Game: id, Responses: responses})
}

// Guess makes a player's guess in a game.
func (r *Referee) Guess(ctx context.Context, player game.PlayerID, id game.GameID, guess float64) (game.View, error) {
	return r.move(ctx, game.Event{Kind: game.Guessed, Player: player, Game: id, Guess: &guess})
}

// Deactivate ends a game without a result. One that has ended already is shown as it is.
func (r *Referee) Deactivate(ctx context.Context, player game.PlayerID, id game.GameID) (game.View, error) {
	return r.viewAfter(ctx, player, &id, func(t *game.Tournament, now time.Time) ([]game.Event, error) {
		v, err := t.View(id, player, nil)
		if err != nil || !v.Active {
			return nil, err
		}
		return []game.Event{{Kind: game.Deactivated, Time: now, Player: player, Game: id}}, nil
	})
}

// Grade scores responses that a player was given.
func (r *Referee) Grade(ctx context.Context, player game.PlayerID, grades []game.Grade) error {
	return r.do(ctx, nil, func(t *game.Tournament, now time.Time) ([]game.Event, error) {
		return t.Grades(player, grades, now)
	})
}

// ClearNotices marks all that is new as seen by a player.
func (r *Referee) ClearNotices(ctx context.Context, player game.PlayerID) error {
	return r.do(ctx, nil, func(t *game.Tournament, now time.Time) ([]game.Event, error) {
		if t.Notices(player) == 0 {
			return nil, nil
		}
		return []game.Event{{Kind: game.Noticed, Time: now, Player: player}}, nil
	})
}

// Seen marks what is new in a game as seen by a player.
func (r *Referee) Seen(ctx context.Context, player game.PlayerID, id game.GameID) error {
	return r.do(ctx, nil, func(t *game.Tournament, now time.Time) ([]game.Event, error) {
		if v, err := t.View(id, player, nil); err != nil || !v.Notice {
			return nil, err
		}
		return []game.Event{{Kind: game.Noticed, Time: now, Player: player, Game: id}}, nil
	})
}

// Expire ends the games that are overdue, as everything that changes something does first.
func (r *Referee) Expire(ctx context.Context) error {
	return r.do(ctx, nil)
}

func (r *Referee) move(ctx context.Context, e game.Event) (game.View, error) {
	return r.viewAfter(ctx, e.Player, &e.Game, func(t *game.Tournament, now time.Time) ([]game.Event, error) {
		e.Time = now
		return []game.Event{e}, nil
	})
}

// viewAfter carries out steps and returns how a player then sees a game, whose name they may set.
func (r *Referee) viewAfter(ctx context.Context, player game.PlayerID, id *game.GameID, steps ...step) (game.View, error) {
	var v game.View
	err := r.do(ctx, func(t *game.Tournament) error {
		var err error
		v, err = t.View(*id, player, r.look)
		return err
	}, steps...)
	if err != nil {
		return game.View{}, err
	}
	return v, nil
}
