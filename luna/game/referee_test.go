package game_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

var start = time.Date(2016, 2, 18, 12, 0, 0, 123456789, time.FixedZone("EST", -5*3600))

// referee plays games for tests. Each event advances the clock by a second.
type referee struct {
	t   testing.TB
	now time.Time
	*whole
}

func newReferee(t testing.TB, players ...game.PlayerID) *referee {
	r := &referee{t: t, now: start, whole: newWhole(nil)}
	for _, p := range players {
		r.do(game.Event{Kind: game.Registered, Player: p,
			Machine: strings.HasPrefix(string(p), "bot")})
	}
	return r
}

// try applies an event at the time of the clock.
func (r *referee) try(e game.Event) ([]game.PlayerID, error) {
	r.now = r.now.Add(time.Second)
	e.Time = r.now
	return r.Apply(e)
}

func (r *referee) do(e game.Event) []game.PlayerID {
	r.t.Helper()
	notified, err := r.try(e)
	if err != nil {
		r.t.Fatalf("%s: %v", e.Kind, err)
	}
	return notified
}

func (r *referee) refuse(want error, e game.Event) {
	r.t.Helper()
	if _, err := r.try(e); !errors.Is(err, want) {
		r.t.Fatalf("%s: error %v, want %v", e.Kind, err, want)
	}
}

// enter makes a player enter a game with questions, and returns the game.
func (r *referee) enter(p game.PlayerID, name game.GameID) game.GameID {
	r.t.Helper()
	e := suite.Must(r.Enter(p, name, texts(p, "question"), r.now))(r.t)
	r.do(e)
	return e.Game
}

// move submits what a stage needs from a player.
func (r *referee) move(p game.PlayerID, id game.GameID, guess float64) []game.PlayerID {
	r.t.Helper()
	g := suite.Must(r.Game(id))(r.t)
	return r.do(moveOf(g.Stage(), p, id, guess))
}

func moveOf(s game.Stage, p game.PlayerID, id game.GameID, guess float64) game.Event {
	switch s {
	case game.Interviewing:
		return game.Event{Kind: game.Interviewed, Player: p, Game: id,
			Questions: texts(p, "question")}
	case game.Responding:
		return game.Event{Kind: game.Responded, Player: p, Game: id,
			Responses: texts(p, "response")}
	}
	return game.Event{Kind: game.Guessed, Player: p, Game: id, Guess: &guess}
}

// play plays a complete game in which a and b make the given guesses.
func (r *referee) play(name game.GameID, a, b game.PlayerID, guessOfA, guessOfB float64) {
	r.t.Helper()
	r.enter(a, name)
	if got := r.enter(b, name+"?"); got != name {
		r.t.Fatalf("%s joined %s, not %s", b, got, name)
	}
	for range 2 {
		r.move(a, name, guessOfA)
		r.move(b, name, guessOfB)
	}
}

func (r *referee) view(id game.GameID, p game.PlayerID) game.View {
	r.t.Helper()
	return suite.Must(r.View(id, p, looks))(r.t)
}

// notices counts what is new for a player, and nothing for one whom the tournament does not know.
func (r *referee) notices(p game.PlayerID) int {
	return notices(r.whole, p)
}

func notices(tour *whole, p game.PlayerID) (n int) {
	for g := range tour.Games() {
		for _, s := range g.Seats {
			if s.Player == p && s.Notice {
				n++
			}
		}
	}
	return n
}

// gamesOf returns the games of a player, oldest first.
func gamesOf(tour *whole, p game.PlayerID) (ids []game.GameID) {
	for g := range tour.Games() {
		if g.Seats[0].Player == p || g.Seats[1].Player == p {
			ids = append(ids, g.ID)
		}
	}
	return ids
}

func (r *referee) player(p game.PlayerID) game.Player {
	r.t.Helper()
	return suite.Must(r.Player(p))(r.t)
}

func looks(p game.PlayerID) game.Look {
	return game.Look{Initial: "look of " + string(p), Color: "color of " + string(p)}
}

func texts(p game.PlayerID, kind string) []string {
	var list []string
	for i := range game.Questions {
		list = append(list, fmt.Sprintf("%s %d of %s", kind, i, p))
	}
	return list
}

// state returns everything a tournament holds as text, precise to the bit.
func state(t testing.TB, tour *whole, players []game.PlayerID) string {
	var b strings.Builder
	write := func(x any) {
		text := suite.Must(json.Marshal(x))(t)
		b.Write(append(text, '\n'))
	}
	for g := range tour.Games() {
		write(g)
		for _, s := range g.Seats {
			if s.Player != "" {
				v := suite.Must(tour.View(g.ID, s.Player, looks))(t)
				write(v)
			}
		}
	}
	for _, id := range players {
		p, err := tour.Player(id)
		write([]any{p, err, notices(tour, id)})
	}
	return b.String()
}

// throughJSON returns a log after encoding and decoding.
func throughJSON(t testing.TB, log []game.Event) []game.Event {
	var read []game.Event
	for _, e := range log {
		text := suite.Must(json.Marshal(e))(t)
		var back game.Event
		suite.OK(t, json.Unmarshal(text, &back))
		read = append(read, back)
	}
	return read
}

func checkReplay(t testing.TB, r *referee, players []game.PlayerID) {
	t.Helper()
	again := suite.Must(replay(nil, slices.Values(throughJSON(t, r.Log))))(t)
	if a, b := state(t, r.whole, players), state(t, again, players); a != b {
		t.Fatalf("replaying the log gives another state:\n%s\n%s", a, b)
	}
}

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
	type got struct {
		event int
		about game.PlayerID
		game.Received
	}
	var all []got
	for _, p := range c.Players {
		m.ratings[p.ID] = append(m.ratings[p.ID], p.History...)
		for _, s := range p.Stalls {
			if s.Price > 0 {
				all = append(all, got{s.Event, p.ID, game.PriceOf(s)})
			}
		}
		p.History, p.Guesses, p.Stalls = nil, nil, nil
		m.players[p.ID] = p
	}
	for _, g := range c.Games {
		m.games[g.ID] = g
		for i, s := range g.Seats {
			by := g.Seats[1-i]
			if g.Ended <= before || g.Seats[0].Outcome == nil || by.Machine || by.Guess == nil {
				continue
			}
			received := game.Received{By: by.Player, Guess: *by.Guess, Weight: 1, Origin: by.Origin}
			if by.Weight != nil {
				received.Weight = *by.Weight
			}
			all = append(all, got{g.Ended, s.Player, received})
		}
	}
	slices.SortFunc(all, func(a, b got) int { return a.event - b.event })
	for _, x := range all {
		m.guesses[x.about] = append(m.guesses[x.about], x.Received)
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
		for i, e := range r.Log {
			if _, err := tour.Apply(e); err != nil {
				t.Fatalf("seed %d, event %d: %v", seed, i+1, err)
			}
			if rng.IntN(4) > 0 && i+1 < len(r.Log) {
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
		compareSource(t, r.whole, m)
		if diff := cmp.Diff(r.Counts(), tour.Counts()); diff != "" {
			t.Errorf("seed %d: %s", seed, diff)
		}
	}
}

func compareSource(t *testing.T, want *whole, m *memory) {
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
		p.History, p.Guesses, p.Stalls = nil, nil, nil
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
	for _, e := range r.Log {
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
	if _, err := game.Open(nil, m, len(r.Log)); !errors.Is(err, m.failure) {
		t.Errorf("opening: %v", err)
	}
	m.failure = nil
	suite.Must(tour.Apply(e))(t)
}

// TestRemovedTexts replays a log whose texts have been removed: the result differs in texts alone.
func TestRemovedTexts(t *testing.T) {
	r := newReferee(t, crowd...)
	playAtRandom(r, 2)
	var bare []game.Event
	for _, e := range r.Log {
		bare = append(bare, e.WithoutTexts())
	}
	if again := bare[len(bare)-1].WithoutTexts(); !cmp.Equal(again, bare[len(bare)-1]) {
		t.Error("removing texts twice differs from once")
	}
	tour := suite.Must(replay(nil, slices.Values(throughJSON(t, bare))))(t)
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

// playAtRandom applies random events and returns how many are refused, which must change nothing.
func playAtRandom(r *referee, seed uint64) (refused int) {
	rng := rand.New(rand.NewPCG(seed, 7))
	for n := range 1000 {
		if rng.IntN(400) == 0 {
			r.now = r.now.Add(time.Duration(rng.IntN(4)) * 24 * time.Hour)
		}
		if rng.IntN(5) == 0 {
			for _, e := range r.Overdue(r.now) {
				r.do(e)
			}
		}
		e, before := randomEvent(rng, r, n), ""
		if n%100 == 0 {
			before = state(r.t, r.whole, crowd)
		}
		if _, err := r.try(e); err != nil {
			refused++
			if before != "" && state(r.t, r.whole, crowd) != before {
				r.t.Fatalf("seed %d: %s was refused but changed the state", seed, e.Kind)
			}
		}
	}
	return refused
}
