package game_test

import (
	"fmt"
	"iter"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// whole is a tournament whose source is empty and stays so: it holds everything.
type whole struct {
	*game.Tournament
	Log    []game.Event // applied so far
	opened []game.GameID
}

// newWhole returns a tournament without players.
func newWhole(a game.Aggregate) *whole {
	t := new(whole)
	t.Tournament, _ = game.Open(a, logged{t: t}, 0) // an empty source does not fail
	return t
}

// replay returns the tournament to which a log leads. An error names the first event that the rules
// refuse, counted from 1.
func replay(a game.Aggregate, events iter.Seq[game.Event]) (*whole, error) {
	t := newWhole(a)
	for e := range events {
		if _, err := t.Apply(e); err != nil {
			return nil, fmt.Errorf("event %d (%q): %w", len(t.Log)+1, e.Kind, err)
		}
	}
	return t, nil
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

// Enter returns the event by which a player enters a game at once, whoever waits there.
func (t *whole) Enter(
	id game.PlayerID, name game.GameID, questions []string, now time.Time,
) (game.Event, error) {
	return game.Pairing{MachineGames: true}.Enter(t.Tournament,
		game.Event{Time: now, Player: id, Game: name, Questions: questions})
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

// withTexts adds the texts of a game that has not ended without a result.
func (t *whole) withTexts(g game.Game) game.Game {
	for i := range g.Seats {
		s := &g.Seats[i]
		if g.Status == game.Left || g.Status == game.TimedOut {
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

// logged is a source that has nothing but the questions of a log.
type logged struct {
	game.Empty
	t *whole
}

func (s logged) Questions(event int) ([]string, error) { return s.t.Log[event-1].Questions, nil }
