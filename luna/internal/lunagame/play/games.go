package play

import (
	"context"
	"errors"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/journal"
)

// step is a part of a change of the tournament.
type step = journal.Step[*game.Tournament, game.Event]

// Enter enters a player in a game: an open one that [game.Pairing] lets them join, or a new one. If
// questions is nil, the player asks them later. The context must come from [fair.From].
func (r *Referee) Enter(ctx context.Context, player game.PlayerID, questions []string) (game.View, error) {
	defer r.begin(player)()
	account, err := r.accounts.Get(ctx, accounts.ID(player))
	if err != nil {
		return game.View{}, err
	}
	tight, err := r.checkBytes(ctx)
	if err != nil {
		return game.View{}, err
	}
	origin := r.networks.Share(ctx, string(player))
	room := func(t *game.Tournament, now time.Time) ([]game.Event, error) {
		if tight != nil {
			return nil, tight
		}
		return r.makeRoom(t, origin, now)
	}
	register := func(t *game.Tournament, now time.Time) ([]game.Event, error) {
		if _, err := t.Player(player); !errors.Is(err, game.ErrUnknownPlayer) {
			return nil, err
		}
		if questions != nil {
			// Checked before anything happens, so that a refused game leaves no trace.
			if err := game.CheckQuestions(questions); err != nil {
				return nil, err
			}
		}
		if t.Counts().Open == 0 { // the game would be a new one
			if _, err := room(t, now); err != nil {
				return nil, err
			}
		}
		machine := account.Kind == accounts.Machine
		return []game.Event{{Kind: game.Registered, Time: now, Player: player, Machine: machine}}, nil
	}
	id := newGame()
	enter := func(t *game.Tournament, now time.Time) ([]game.Event, error) {
		e, err := r.pairing.rules.Enter(t, game.Event{Time: now, Player: player, Game: id,
			Questions: questions, Origin: origin})
		id = e.Game
		if err != nil || e.Kind == game.Joined {
			return []game.Event{e}, err
		}
		events, err := room(t, now)
		return append(events, e), err
	}
	return r.viewAfter(ctx, player, &id, register, enter)
}

// Interview submits a player's questions in a game.
func (r *Referee) Interview(
	ctx context.Context, player game.PlayerID, id game.GameID, questions []string,
) (game.View, error) {
	return r.move(ctx, game.Event{Kind: game.Interviewed, Player: player, Game: id, Questions: questions})
}

// Respond submits a player's responses in a game.
func (r *Referee) Respond(
	ctx context.Context, player game.PlayerID, id game.GameID, responses []string,
) (game.View, error) {
	return r.move(ctx, game.Event{Kind: game.Responded, Player: player, Game: id, Responses: responses})
}

// Guess submits a player's guess in a game.
func (r *Referee) Guess(
	ctx context.Context, player game.PlayerID, id game.GameID, guess float64,
) (game.View, error) {
	e := game.Event{Kind: game.Guessed, Player: player, Game: id, Guess: &guess, Rules: game.Rules}
	return r.viewAfter(ctx, player, &id, r.weighed(ctx, e))
}

// Deactivate ends a game, without a result unless the opponent has guessed and the player has not.
// A game that has already ended is left as it is.
func (r *Referee) Deactivate(ctx context.Context, player game.PlayerID, id game.GameID) (game.View, error) {
	return r.viewAfter(ctx, player, &id, r.leave(ctx, player, id))
}

// leave returns the step by which a player leaves a game, if it has not ended.
func (r *Referee) leave(ctx context.Context, player game.PlayerID, id game.GameID) step {
	origin, _ := r.origin(ctx)
	return func(t *game.Tournament, now time.Time) ([]game.Event, error) {
		v, err := t.View(id, player, nil)
		if err != nil || !v.Active {
			return nil, err
		}
		e := game.Event{Time: now, Player: player, Game: id, Origin: origin}
		events, err := r.pairing.rules.Leave(t, e, newGame())
		return r.blaming(t, events, err)
	}
}

// Block makes sure that a player is never paired with the opponent of a game again, and leaves the
// game if it is still being played.
func (r *Referee) Block(ctx context.Context, player game.PlayerID, id game.GameID) (game.View, error) {
	return r.viewAfter(ctx, player, &id, func(_ *game.Tournament, now time.Time) ([]game.Event, error) {
		return []game.Event{{Kind: game.Blocked, Time: now, Player: player, Game: id}}, nil
	}, r.leave(ctx, player, id))
}

// Unblock takes back [Referee.Block] for a game, or for all games of a player if the game is "".
func (r *Referee) Unblock(ctx context.Context, player game.PlayerID, id game.GameID) error {
	return r.do(ctx, player, func(_ *game.Tournament, now time.Time) ([]game.Event, error) {
		return []game.Event{{Kind: game.Unblocked, Time: now, Player: player, Game: id}}, nil
	})
}

// newGame returns the name of a new game.
func newGame() game.GameID { return game.GameID(accounts.NewID()) }

// Grade scores responses that a player was given.
func (r *Referee) Grade(ctx context.Context, player game.PlayerID, grades []game.Grade) error {
	return r.do(ctx, player, func(t *game.Tournament, now time.Time) ([]game.Event, error) {
		return t.Grades(player, grades, now)
	})
}

// ClearNotices marks everything new as seen by a player.
func (r *Referee) ClearNotices(ctx context.Context, player game.PlayerID) error {
	if n, err := r.Notices(ctx, player); n == 0 {
		return err
	}
	return r.do(ctx, player, func(_ *game.Tournament, now time.Time) ([]game.Event, error) {
		return []game.Event{{Kind: game.Noticed, Time: now, Player: player}}, nil
	})
}

// Seen marks what is new in a game as seen by a player.
func (r *Referee) Seen(ctx context.Context, player game.PlayerID, id game.GameID) error {
	return r.do(ctx, player, func(t *game.Tournament, now time.Time) ([]game.Event, error) {
		if v, err := t.View(id, player, nil); err != nil || !v.Notice {
			return nil, err
		}
		return []game.Event{{Kind: game.Noticed, Time: now, Player: player, Game: id}}, nil
	})
}

func (r *Referee) move(ctx context.Context, e game.Event) (game.View, error) {
	return r.viewAfter(ctx, e.Player, &e.Game,
		func(_ *game.Tournament, now time.Time) ([]game.Event, error) {
			e.Time = now
			return []game.Event{e}, nil
		})
}

// begin records that a player changes something. The caller calls done when it is on disk or
// refused.
func (r *Referee) begin(player game.PlayerID) (done func()) {
	r.presence.see(player)
	return r.inFlight.begin(player)
}

// do carries out steps of a player and returns when they are on disk.
func (r *Referee) do(ctx context.Context, player game.PlayerID, steps ...step) error {
	defer r.begin(player)()
	return r.journal.Do(ctx, nil, steps...)
}

// viewAfter carries out steps, which may set id, and returns the game as the player then sees it.
func (r *Referee) viewAfter(
	ctx context.Context, player game.PlayerID, id *game.GameID, steps ...step,
) (game.View, error) {
	if err := r.do(ctx, player, steps...); err != nil {
		return game.View{}, err
	}
	return r.view(ctx, player, *id)
}
