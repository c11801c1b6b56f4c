package game_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

// memory is a source that keeps what a tournament has changed.
type memory struct {
	players map[game.PlayerID]game.Player
	games   map[game.GameID]game.Game
	counts  game.Counts
	guesses map[game.PlayerID][]game.Received
	ratings map[game.PlayerID][]game.PastRating
	failure error
}

func newMemory() *memory {
	return &memory{players: map[game.PlayerID]game.Player{}, games: map[game.GameID]game.Game{},
		guesses: map[game.PlayerID][]game.Received{},
		ratings: map[game.PlayerID][]game.PastRating{}}
}

func (m *memory) Player(id game.PlayerID) (game.Player, error) {
	p, ok := m.players[id]
	if !ok && m.failure == nil {
		return p, game.ErrUnknownPlayer
	}
	return p, m.failure
}

func (m *memory) Received(p game.Player) ([]game.Received, error) {
	return slices.Clone(m.guesses[p.ID]), m.failure
}

func (m *memory) Game(id game.GameID) (game.Game, error) {
	g, ok := m.games[id]
	if !ok && m.failure == nil {
		return g, game.ErrUnknownGame
	}
	return g, m.failure
}

func (m *memory) Active() ([]game.Game, error) {
	var list []game.Game
	for _, g := range m.games {
		if g.Status == game.Active {
			list = append(list, g)
		}
	}
	slices.SortFunc(list, func(a, b game.Game) int { return a.Event - b.Event })
	return list, m.failure
}

func (m *memory) Counts() (game.Counts, error) { return m.counts, m.failure }

func (m *memory) Rated(id game.PlayerID) (list []game.PlayerID, err error) {
	for _, g := range m.games {
		for i, s := range g.Seats {
			if s.Player == id && s.Guess != nil && s.Outcome != nil {
				list = append(list, g.Seats[1-i].Player)
			}
		}
	}
	return list, m.failure
}

func (m *memory) Damped() (map[game.PlayerID]float64, error) {
	damped := make(map[game.PlayerID]float64)
	for id, p := range m.players {
		if p.Damping != nil {
			damped[id] = p.Damping.Weight
		}
	}
	return damped, m.failure
}

func (m *memory) Questions(int) ([]string, error) { return nil, errors.New("unexpected") }

// write writes changes as tables would have them.
func (m *memory) write(c game.Changes, before int) {
	for _, p := range c.Noticed {
		for id, g := range m.games {
			for i := range g.Seats {
				if g.Seats[i].Player == p {
					g.Seats[i].Notice = false
				}
			}
			m.games[id] = g
		}
	}
	for _, p := range c.Players {
		m.ratings[p.ID] = append(m.ratings[p.ID], p.History...)
		p.History, p.Guesses = nil, nil
		m.players[p.ID] = p
	}
	var finished []game.Game
	for _, g := range c.Games {
		m.games[g.ID] = g
		if g.Ended > before && g.Seats[0].Outcome != nil {
			finished = append(finished, g)
		}
	}
	slices.SortFunc(finished, func(a, b game.Game) int { return a.Ended - b.Ended })
	for _, g := range finished {
		for i, s := range g.Seats {
			if by := g.Seats[1-i]; !by.Machine && by.Guess != nil {
				received := game.Received{By: by.Player, Guess: *by.Guess, Weight: 1, Origin: by.Origin}
				if by.Weight != nil {
					received.Weight = *by.Weight
				}
				m.guesses[s.Player] = append(m.guesses[s.Player], received)
			}
		}
	}
	m.counts = c.Counts
}

// TestSourceGivesTheSame replays random tournaments with a source that is written after random
// numbers of events, which then forget everything they may, and compares all players and games with
// those of a tournament that holds everything.
func TestSourceGivesTheSame(t *testing.T) {
	for seed := range uint64(8) {
		r := newReferee(t, crowd...)
		playAtRandom(r, seed)
		rng := rand.New(rand.NewPCG(seed, 1))
		m := newMemory()
		tour := suite.Must(game.Open(nil, m, 0))(t)
		before := 0
		for i, e := range r.log {
			if _, err := tour.Apply(e); err != nil {
				t.Fatalf("seed %d, event %d: %v", seed, i+1, err)
			}
			if rng.IntN(4) > 0 && i+1 < len(r.log) {
				continue
			}
			c := tour.Changes()
			m.write(c, before)
			if before = c.Events; before != i+1 {
				t.Fatalf("%d events after %d", before, i+1)
			}
			if tour.Settle(0); rng.IntN(5) == 0 {
				tour = suite.Must(game.Open(nil, m, before))(t)
			}
		}
		compareSource(t, r.Tournament, m)
		if diff := cmp.Diff(r.Counts(), tour.Counts()); diff != "" {
			t.Errorf("seed %d: %s", seed, diff)
		}
	}
}

func compareSource(t *testing.T, want *game.Tournament, m *memory) {
	t.Helper()
	for g := range want.Games() {
		for i := range g.Seats {
			g.Seats[i].Questions, g.Seats[i].Responses = nil, nil
		}
		if diff := cmp.Diff(g, m.games[g.ID]); diff != "" {
			t.Fatalf("game %s (-complete +source): %s", g.ID, diff)
		}
	}
	for _, id := range crowd {
		p := suite.Must(want.Player(id))(t)
		if diff := cmp.Diff(p.History, m.ratings[id], cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("ratings of %s (-complete +source): %s", id, diff)
		}
		p.History, p.Guesses = nil, nil
		if diff := cmp.Diff(p, m.players[id]); diff != "" {
			t.Fatalf("player %s (-complete +source): %s", id, diff)
		}
	}
}

// TestSourceFails checks that the failure of a source is an error and nothing else.
func TestSourceFails(t *testing.T) {
	r := newReferee(t, crowd...)
	playAtRandom(r, 1)
	m := newMemory()
	tour, _ := game.Open(nil, m, 0)
	for _, e := range r.log {
		suite.Must(tour.Apply(e))(t)
	}
	m.write(tour.Changes(), 0)
	tour.Settle(0)
	var ended game.Game
	for _, g := range m.games {
		if g.Status == game.Finished {
			ended = g
		}
	}
	m.failure = errors.New("disk")
	e := game.Event{Kind: game.Noticed, Player: ended.Seats[0].Player, Game: ended.ID, Time: r.now}
	if _, err := tour.Apply(e); !errors.Is(err, m.failure) {
		t.Errorf("an event of a game that cannot be loaded: %v", err)
	}
	if _, err := tour.Game(ended.ID); !errors.Is(err, m.failure) {
		t.Errorf("a game: %v", err)
	}
	if _, err := game.Open(nil, m, len(r.log)); !errors.Is(err, m.failure) {
		t.Errorf("opening: %v", err)
	}
	m.failure = nil
	if _, err := tour.Apply(e); err != nil {
		t.Error(err)
	}
	for _, err := range []error{
		second(tour.GamesOf(crowd[0])), second(tour.QuestionsOf(crowd[0])),
		second(tour.Notices(crowd[0])),
	} {
		if err != game.ErrIncomplete {
			t.Errorf("what is not held: %v", err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// TestRemovedTexts replays a log whose texts have been removed: the result differs in texts alone.
func TestRemovedTexts(t *testing.T) {
	r := newReferee(t, crowd...)
	playAtRandom(r, 2)
	var bare []game.Event
	for _, e := range r.log {
		bare = append(bare, e.WithoutTexts())
	}
	if again := bare[len(bare)-1].WithoutTexts(); !cmp.Equal(again, bare[len(bare)-1]) {
		t.Error("removing texts twice differs from once")
	}
	tour := suite.Must(game.Replay(nil, slices.Values(throughJSON(t, bare))))(t)
	for g := range r.Games() {
		for i := range g.Seats {
			g.Seats[i].Questions, g.Seats[i].Responses = nil, nil
		}
		got, err := tour.Game(g.ID)
		if diff := cmp.Diff(g, got); diff != "" || err != nil {
			t.Fatal(diff, err)
		}
		if g.Status != game.Finished {
			continue
		}
		v, err := tour.View(g.ID, g.Seats[0].Player, nil)
		if want := fmt.Sprint(make([]string, game.Questions)); err != nil ||
			fmt.Sprint(game.QuestionTexts(v.OpQuestions)) != want ||
			fmt.Sprint(game.ResponseTexts(v.OpResponses)) != want {
			t.Fatalf("a game without its texts looks like %+v (%v)", v, err)
		}
	}
}

// playAtRandom applies random events, some of which are refused.
func playAtRandom(r *referee, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 7))
	for n := range 1000 {
		if rng.IntN(300) == 0 {
			r.now = r.now.Add(time.Duration(rng.IntN(4)) * 24 * time.Hour)
		}
		if rng.IntN(5) == 0 {
			for _, e := range r.Overdue(r.now) {
				r.do(e)
			}
		}
		r.try(randomEvent(rng, r, n))
	}
}
