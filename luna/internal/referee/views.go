package referee

import (
	"context"
	"iter"
	"slices"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// Game returns a game as a player sees it.
func (r *Referee) Game(player game.PlayerID, id game.GameID) (v game.View, err error) {
	var opponent game.PlayerID
	r.read(player, func(t *game.Tournament) { v, opponent, err = viewOf(t, id, player) })
	return r.withLook(v, opponent), err
}

// Games returns a player's games, most recently entered first. [Referee.EachGame] needs less
// memory.
func (r *Referee) Games(player game.PlayerID) ([]game.View, error) {
	views := []game.View{}
	for v, err := range r.EachGame(player) {
		if err != nil {
			return nil, err
		}
		views = append(views, v)
	}
	return views, nil
}

// GameIDs returns the identifiers of a player's games, most recently entered first.
func (r *Referee) GameIDs(player game.PlayerID) []game.GameID {
	var list []game.GameID
	r.read(player, func(t *game.Tournament) {
		list, _ = t.GamesOf(player) // which fails for players who have not entered a game yet
	})
	slices.Reverse(list)
	return list
}

// EachGame iterates over a player's games in the order of [Referee.Games], each as it is when its
// turn comes. An error ends the iteration.
func (r *Referee) EachGame(player game.PlayerID) iter.Seq2[game.View, error] {
	return func(yield func(game.View, error) bool) {
		for _, id := range r.GameIDs(player) {
			v, err := r.Game(player, id)
			if !yield(v, err) || err != nil {
				return
			}
		}
	}
}

// Player returns what the tournament knows of a player. One who has not entered a game yet has
// done nothing.
func (r *Referee) Player(player game.PlayerID) game.Player {
	p := game.Player{ID: player}
	r.read(player, func(t *game.Tournament) {
		if known, err := t.Player(player); err == nil {
			p = known
		}
	})
	return p
}

// Questions returns the questions that a player has asked, most recently asked first.
func (r *Referee) Questions(player game.PlayerID) []game.AskedQuestion {
	list := []game.AskedQuestion{}
	r.read(player, func(t *game.Tournament) {
		if asked, err := t.QuestionsOf(player); err == nil {
			list = asked
		}
	})
	return list
}

// Notices counts the games with something new for a player.
func (r *Referee) Notices(player game.PlayerID) (n int) {
	r.read(player, func(t *game.Tournament) { n = t.Notices(player) })
	return n
}

// All returns all games in the order in which they were opened, with their secrets, as of one
// moment. It is for exports and the operator, never for players.
func (r *Referee) All() (list []game.Game) {
	r.journal.Read(func(t *game.Tournament) { list = slices.Collect(t.Games()) })
	return list
}

// read calls a function with the tournament as it is on disk, once the player's own changes are.
func (r *Referee) read(player game.PlayerID, look func(*game.Tournament)) {
	r.inFlight.wait(player)
	r.journal.Read(look)
}

// viewOf returns a game as a player sees it, but for the opponent's look, and the opponent if that
// is to be seen.
func viewOf(
	t *game.Tournament, id game.GameID, player game.PlayerID,
) (v game.View, opponent game.PlayerID, err error) {
	v, err = t.View(id, player, func(other game.PlayerID) game.Look {
		opponent = other
		return game.Look{}
	})
	return v, opponent, err
}

// withLook adds the opponent's look to a view. Looks may have to be read from disk, so it must not
// be called while the tournament is locked.
func (r *Referee) withLook(v game.View, opponent game.PlayerID) game.View {
	if v.OpLook != nil {
		*v.OpLook = r.look(opponent)
	}
	return v
}

// look returns how a player appears to others.
func (r *Referee) look(player game.PlayerID) game.Look {
	if l, ok := r.looks.Load(player); ok {
		return l.(game.Look)
	}
	a, err := r.accounts.Get(context.Background(), accounts.ID(player))
	if err != nil {
		return game.Look{} // not worth a failure
	}
	l, _ := r.looks.LoadOrStore(player, lookOf(a)) // one that was stored meanwhile is newer
	return l.(game.Look)
}

func lookOf(a accounts.Account) game.Look { return game.Look{Initial: a.Initial, Color: a.Color} }

func (r *Referee) accountChanged(a accounts.Account) {
	r.looks.Store(game.PlayerID(a.ID), lookOf(a))
}

func (r *Referee) accountDeleted(id accounts.ID) { r.looks.Delete(game.PlayerID(id)) }
