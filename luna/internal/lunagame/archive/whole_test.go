package archive_test

import (
	"cmp"
	"slices"

	"github.com/luna-rating/luna/luna/game"
)

// seatsOf returns the games of a player in a tournament that holds all, in the order in which the
// player entered them, and the player's seats.
func seatsOf(t *game.Tournament, id game.PlayerID) (games []game.Game, seats []int) {
	for g := range t.Games() {
		if g.Seats[0].Player == id || g.Seats[1].Player == id {
			games = append(games, g)
		}
	}
	seatOf := func(g *game.Game) int {
		if g.Seats[0].Player == id {
			return 0
		}
		return 1
	}
	slices.SortFunc(games, func(a, b game.Game) int {
		return cmp.Compare(a.Seats[seatOf(&a)].Number, b.Seats[seatOf(&b)].Number)
	})
	for i := range games {
		seats = append(seats, seatOf(&games[i]))
	}
	return games, seats
}

func gamesOf(t *game.Tournament, id game.PlayerID) (ids []game.GameID) {
	games, _ := seatsOf(t, id)
	for _, g := range games {
		ids = append(ids, g.ID)
	}
	return ids
}

func noticesOf(t *game.Tournament, id game.PlayerID) (n int) {
	games, seats := seatsOf(t, id)
	for i, g := range games {
		if g.Seats[seats[i]].Notice {
			n++
		}
	}
	return n
}

// questionsOf returns the different questions that a player has asked in games that did not end
// without a result, the most recent first.
func questionsOf(t *game.Tournament, id game.PlayerID) (list []game.AskedQuestion) {
	games, seats := seatsOf(t, id)
	index := make(map[string]int)
	for i, g := range slices.Backward(games) {
		s := g.Seats[seats[i]]
		counted := make(map[string]bool) // a set may have the same text twice
		v, _ := g.View(id, nil)
		for _, q := range v.Questions {
			at, known := index[q.Text]
			if !known {
				at = len(list)
				index[q.Text] = at
				list = append(list, game.AskedQuestion{Question: q})
			}
			if s.Outcome != nil && !counted[q.Text] {
				counted[q.Text] = true
				list[at].Games++
				if *s.Outcome == game.Won {
					list[at].Wins++
				}
			}
		}
	}
	return list
}
