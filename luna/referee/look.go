package referee

import (
	"context"
	"iter"

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

// Games returns a player's games as she sees them, the one last entered first.
func (r *Referee) Games(player game.PlayerID) ([]game.View, error) {
	views := []game.View{}
	err := r.read(func(t *game.Tournament) error {
		ids, err := t.GamesOf(player)
		if err != nil {
			return nil // she has not entered one yet
		}
		for i := range ids {
			v, err := t.View(ids[len(ids)-1-i], player, r.look)
			if err != nil {
				return err
			}
			views = append(views, v)
		}
		return nil
	})
	return views, err
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
