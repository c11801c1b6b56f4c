package archive_test

import (
	"cmp"
	"iter"
	"slices"

	"github.com/luna-rating/luna/luna/game"
)

// whole is a tournament whose source is empty and stays so: it holds everything.
type whole struct {
	*game.Tournament
	Log    []game.Event // applied so far
	opened []game.GameID
}

// newWhole returns a tournament without players.
func newWhole() *whole {
	t := new(whole)
	t.Tournament, _ = game.Open(nil, game.Empty{}, 0) // an empty source does not fail
	return t
}

// Apply applies an event and adds it to the log.
func (t *whole) Apply(e game.Event) ([]game.PlayerID, error) {
	notified, err := t.Tournament.Apply(e)
	if err == nil {
		t.Log = append(t.Log, e)
	}
	if err == nil && e.Kind == game.Opened {
		t.opened = append(t.opened, e.Game)
	}
	return notified, err
}

// Games returns all games in the order in which they were opened, with their texts.
func (t *whole) Games() iter.Seq[game.Game] {
	return func(yield func(game.Game) bool) {
		for _, id := range t.opened {
			if g, _ := t.Game(id); !yield(g) {
				return
			}
		}
	}
}

// Game returns a game with its texts.
func (t *whole) Game(id game.GameID) (game.Game, error) {
	g, err := t.Tournament.Game(id)
	return t.withTexts(g), err
}

// View returns a game as a player may see it, with texts.
func (t *whole) View(
	id game.GameID, viewer game.PlayerID, looks func(game.PlayerID) game.Look,
) (game.View, error) {
	g, err := t.Game(id)
	if err != nil {
		return game.View{}, err
	}
	return g.View(viewer, looks)
}

// withTexts adds the texts of a game, unless its player took them along to another one.
func (t *whole) withTexts(g game.Game) game.Game {
	for i := range g.Seats {
		s := &g.Seats[i]
		if g.Status == game.Left && g.Seats[1].Player == "" && g.Moved != "" {
			continue
		}
		if s.QuestionsEvent > 0 {
			s.Questions = t.Log[s.QuestionsEvent-1].Questions
		}
		if s.ResponsesEvent > 0 {
			s.Responses = t.Log[s.ResponsesEvent-1].Responses
		}
	}
	return g
}

// seatsOf returns the games of a player in a tournament that holds all, in the order in which the
// player entered them, and the player's seats.
func seatsOf(t *whole, id game.PlayerID) (games []game.Game, seats []int) {
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

func gamesOf(t *whole, id game.PlayerID) (ids []game.GameID) {
	games, _ := seatsOf(t, id)
	for _, g := range games {
		ids = append(ids, g.ID)
	}
	return ids
}

func noticesOf(t *whole, id game.PlayerID) (n int) {
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
func questionsOf(t *whole, id game.PlayerID) (list []game.AskedQuestion) {
	games, seats := seatsOf(t, id)
	index := make(map[string]int)
	for i, g := range slices.Backward(games) {
		s := g.Seats[seats[i]]
		if g.Status == game.Left || g.Status == game.TimedOut {
			continue
		}
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
