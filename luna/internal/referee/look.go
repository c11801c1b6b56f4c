package referee

import (
	"context"
	"iter"
	"slices"

	"github.com/luna-rating/luna/luna/game"
)

// Game returns a game as a player sees it.
func (r *Referee) Game(player game.PlayerID, id game.GameID) (game.View, error) {
	var v game.View
	err := r.read(func(t *game.Tournament) error {
		var err error
		v, err = t.View(id, player, r.look)
		return err
	})
	return v, err
}

// Games returns a player's games as she sees them, the one last entered first. [Referee.EachGame] needs less memory.
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

// GameIDs are those of a player's games, the one last entered first.
func (r *Referee) GameIDs(player game.PlayerID) ([]game.GameID, error) {
	list := []game.GameID{}
	err := r.read(func(t *game.Tournament) error {
		if ids, err := t.GamesOf(player); err == nil { // else she has not entered one yet
			list = ids
		}
		return nil
	})
	slices.Reverse(list)
	return list, err
}

// EachGame are the games that [Referee.Games] returns, each as it is when its turn comes, so that there may be very many. After an
// error there are no more.
func (r *Referee) EachGame(player game.PlayerID) iter.Seq2[game.View, error] {
	return func(yield func(game.View, error) bool) {
		ids, err := r.GameIDs(player)
		if err != nil {
			yield(game.View{}, err)
			return
		}
		for _, id := range ids {
			v, err := r.Game(player, id)
			if !yield(v, err) || err != nil {
				return
			}
		}
	}
}

// Player returns what the tournament knows of a player: her own business. One who has not entered a game yet has done nothing.
func (r *Referee) Player(player game.PlayerID) (game.Player, error) {
	var p game.Player
	err := r.read(func(t *game.Tournament) error {
		var err error
		if p, err = t.Player(player); err != nil {
			p = game.Player{ID: player}
		}
		return nil
	})
	return p, err
}

// Questions returns the questions that a player has asked, the one last asked first.
func (r *Referee) Questions(player game.PlayerID) ([]game.Asked, error) {
	list := []game.Asked{}
	err := r.read(func(t *game.Tournament) error {
		if asked, err := t.QuestionsOf(player); err == nil {
			list = asked
		}
		return nil
	})
	return list, err
}

// Notices counts the games with something new for a player.
func (r *Referee) Notices(player game.PlayerID) (int, error) {
	n := 0
	err := r.read(func(t *game.Tournament) error {
		n = t.Notices(player)
		return nil
	})
	return n, err
}

// All are all games in the order in which they were opened, with their secrets: for exports and the operator, never for players. It is
// a picture of one moment.
func (r *Referee) All() (iter.Seq[game.Game], error) {
	var list []game.Game
	err := r.read(func(t *game.Tournament) error {
		for g := range t.Games() {
			list = append(list, g)
		}
		return nil
	})
	return func(yield func(game.Game) bool) {
		for _, g := range list {
			if !yield(g) {
				return
			}
		}
	}, err
}

// look tells how a player appears to others.
func (r *Referee) look(player game.PlayerID) game.Look {
	if l, ok := r.looks.Load(player); ok {
		return l.(game.Look)
	}
	a, err := r.store.Account(context.Background(), player)
	if err != nil {
		return game.Look{} // a look is not worth a failure
	}
	l, _ := r.looks.LoadOrStore(player, a.Look()) // another one is newer
	return l.(game.Look)
}
