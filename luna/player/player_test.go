package player_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fast is the pace of players in tests.
var fast = client.Pace{Interval: 2 * time.Millisecond}

// dial returns a client without a token.
func dial(t testing.TB, s *server) *client.Client {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	options := client.Options{HTTP: &http.Client{Transport: transport}, FirstWait: time.Millisecond}
	return suite.Must(client.New(s.URL, "", options))(t)
}

func machine(t testing.TB, s *server, name string) *client.Client {
	c := dial(t, s)
	suite.Must(c.RegisterMachine(t.Context(), name))(t)
	return c
}

func person(t testing.TB, s *server, name string) *client.Client {
	c := dial(t, s)
	suite.Must(c.Register(t.Context(), wire.Credentials{Username: name, Password: "right password"}))(t)
	return c
}

// keep runs a player until the test ends. It must not fail.
func keep(t testing.TB, o player.Options) {
	t.Helper()
	o.Pace = fast
	p := suite.Must(player.New(o))(t)
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() {
		if err := p.Run(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	})
	t.Cleanup(func() { stop(); all.Wait() })
}

// people runs opponents who have ratings.
func people(t testing.TB, s *server, n int) {
	t.Helper()
	for i := range n {
		keep(t, player.Options{Client: person(t, s, "person-"+string(rune('a'+i))),
			Questions: player.ThesisQuestions(),
			Responder: responder.Fixed("The sky is blue in Albany"),
			Guesser:   player.Constant(float64(60 + 5*i)), AtOnce: game.MaxActive})
	}
}

// student is a guesser that counts the calls of Learn.
type student struct {
	player.Guesser
	lessons atomic.Int32
	most    atomic.Int32
}

func newStudent() *student { return &student{Guesser: player.Middle} }

func (s *student) Learn(ctx context.Context, examples []player.Example) error {
	s.lessons.Add(1)
	s.most.Store(int32(len(examples)))
	return s.Guesser.Learn(ctx, examples)
}

func TestPlaysUntilEnoughGamesAreFinished(t *testing.T) {
	s := newServer(t)
	people(t, s, 2)
	memory, learned := player.NewMemory(), newStudent()
	var seen []player.Result
	p := suite.Must(player.New(player.Options{Client: machine(t, s, "machine"),
		Questions: player.ThesisQuestions(), Responder: responder.Fixed(responder.DontKnow),
		Guesser: learned,
		Memory:  memory, Games: 12, AtOnce: 3, Pace: fast,
		Finished: func(r player.Result) { seen = append(seen, r) }}))(t)
	suite.OK(t, p.Run(t.Context()))
	me := s.player("machine")
	// A game that seemed abandoned may finish after all, even after the player has ended.
	if len(seen) < 12 || len(seen) > 14 || me.Games < len(seen) || me.Games > len(seen)+3 {
		t.Errorf("%d games finished and %d reported, want 12", me.Games, len(seen))
	}
	if me.Rating == nil || *me.Rating < 60 || *me.Rating > 65 {
		t.Errorf("rating %v, want the guesses of the people", me.Rating)
	}
	rated := 0
	for _, r := range seen {
		if r.View.OpSmartsRating != nil {
			rated++
		}
		if r.View.Guess == nil || *r.View.Guess != r.Guess.Rating {
			t.Errorf("guess %v, reported %v", r.View.Guess, r.Guess.Rating)
		}
	}
	records := memory.Records()
	if len(records) != rated || int(learned.most.Load()) != rated || rated < 4 {
		t.Errorf("%d records and %d learned of %d games with a rating", len(records),
			learned.most.Load(), rated)
	}
	for _, r := range records {
		if r.Responses[4] != "The sky is blue in Albany" || r.Rating < 60 {
			t.Errorf("record %+v", r)
		}
	}
}

func TestCatchesUp(t *testing.T) {
	s := newServer(t)
	c := machine(t, s, "machine")
	people(t, s, 2)
	path := filepath.Join(t.TempDir(), "memory.jsonl")
	set := player.ThesisQuestions()
	games := make(map[game.GameID]bool)
	for round := range 3 {
		memory := suite.Must(player.OpenMemory(path, set))(t)
		learned := newStudent()
		ctx, stop := context.WithCancel(t.Context())
		n := 0
		p := suite.Must(player.New(player.Options{Client: c, Questions: set,
			Responder: responder.Fixed(responder.DontKnow), Guesser: learned, Memory: memory, Pace: fast,
			Finished: func(player.Result) {
				if n++; n == 4 {
					stop()
				}
			}}))(t)
		if err := p.Run(ctx); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if round > 0 && learned.lessons.Load() == 0 {
			t.Error("nothing was learned from earlier games")
		}
		for _, e := range memory.Examples() {
			games[e.Game] = true
		}
		suite.OK(t, memory.Close())
		if round == 1 { // as if the program had been killed before it could write
			suite.OK(t, forget(path, 2))
		}
	}
	// The memory has all finished games against rated players, each once.
	memory := suite.Must(player.OpenMemory(path, set))(t)
	defer memory.Close()
	want := 0
	views := suite.Must(c.Games(t.Context()))(t)
	for _, v := range views {
		if v.OpSmartsRating != nil && games[v.ID] {
			want++
		}
	}
	if got := len(memory.Examples()); got != want || want < 6 {
		t.Errorf("%d examples in the file, want %d", got, want)
	}
}

// TestALostGameIsFound loses the answers of the server to every second request to enter a game and
// to every third other request.
func TestALostGameIsFound(t *testing.T) {
	s := newServer(t)
	var entered, other atomic.Int32
	s.after = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodGet || strings.HasPrefix(r.URL.Path, "/register") {
			return false
		}
		if r.URL.Path == "/home" && entered.Add(1)%2 == 0 ||
			r.URL.Path != "/home" && other.Add(1)%3 == 0 {
			w.WriteHeader(http.StatusBadGateway)
			return true
		}
		return false
	}
	people(t, s, 2)
	p := suite.Must(player.New(player.Options{Client: machine(t, s, "machine"),
		Questions: player.ThesisQuestions(), Responder: responder.Fixed(responder.DontKnow),
		Guesser: player.Middle, Games: 8, AtOnce: 2, Pace: fast}))(t)
	suite.OK(t, p.Run(t.Context()))
	if me := s.player("machine"); me.Games < 8 {
		t.Errorf("%d games finished", me.Games)
	}
}

// TestTwoPlayersAlone checks that two players without others do not end up waiting for each other,
// each in a game of their own.
func TestTwoPlayersAlone(t *testing.T) {
	s := newServer(t)
	var both sync.WaitGroup
	for _, name := range []string{"one", "other"} {
		c := machine(t, s, name)
		p := suite.Must(player.New(player.Options{Client: c, Questions: player.ThesisQuestions(),
			Responder: responder.Fixed(responder.DontKnow), Guesser: player.Middle, Games: 5, Pace: fast}))(t)
		both.Go(func() {
			if err := p.Run(t.Context()); err != nil {
				t.Error(err)
			}
			views, err := c.Games(t.Context())
			if err != nil {
				t.Error(err)
			}
			for _, v := range views {
				if v.Active && v.Phase < 2 {
					t.Errorf("%s left a game open that nobody else will join: %s", name, v.ID)
				}
			}
		})
	}
	both.Wait()
	if n := s.player("one").Games; n < 5 || n > 8 {
		t.Errorf("%d games finished, expected 5 or a little more", n)
	}
}

func TestAPlayerWhoIsNotKnownStops(t *testing.T) {
	s := newServer(t)
	p := suite.Must(player.New(player.Options{Client: dial(t, s), Questions: player.ThesisQuestions(),
		Responder: responder.Fixed(responder.DontKnow), Guesser: player.Middle}))(t)
	if err := p.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "401") {
		t.Errorf("found %v", err)
	}
}

// flaky fails every other time.
type flaky struct{ n atomic.Int32 }

func (f *flaky) Respond(_ context.Context, questions []string) ([]string, error) {
	if f.n.Add(1)%2 == 1 {
		return nil, errors.New("not now")
	}
	return []string{strings.Repeat("é", 6000), "\xff", "", questions[3], "b"}, nil
}

func TestARespondersFaults(t *testing.T) {
	s := newServer(t)
	people(t, s, 1)
	m := machine(t, s, "machine")
	p := suite.Must(player.New(player.Options{Client: m, Questions: player.ThesisQuestions(),
		Responder: &flaky{}, Guesser: player.Middle, Games: 2, Pace: fast}))(t)
	suite.OK(t, p.Run(t.Context()))
	views := suite.Must(m.Games(t.Context()))(t)
	i := slices.IndexFunc(views, func(v game.View) bool { return v.Turn == game.Complete })
	got := views[i].Responses
	if n := len([]rune(got[0].Text)); n != game.MaxCharacters || got[1].Text != "\ufffd" ||
		got[3].Text != "Why does poverty exist?" {
		t.Errorf("responses of %d characters, then %+v", n, got[1:])
	}
}

func TestOptions(t *testing.T) {
	c := suite.Must(client.New("http://x", "", client.Options{}))(t)
	good := player.Options{Client: c, Questions: player.ThesisQuestions(),
		Responder: responder.Fixed(responder.DontKnow), Guesser: player.Middle}
	for name, change := range map[string]func(*player.Options){
		"no client": func(o *player.Options) { o.Client = nil },
		"four questions": func(o *player.Options) {
			o.Questions.Questions = o.Questions.Questions[:4]
		},
		"nine at once": func(o *player.Options) { o.AtOnce = 9 },
		"-1 games":     func(o *player.Options) { o.Games = -1 },
	} {
		o := good
		change(&o)
		if _, err := player.New(o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	suite.Must(player.New(good))(t)
}

func TestLearnDue(t *testing.T) {
	lessons, learned := 0, 0
	for have := 1; have <= 1000; have++ {
		if player.LearnDue(learned, have) {
			lessons, learned = lessons+1, have
		}
	}
	if lessons < 100 || lessons > 250 {
		t.Errorf("learned %d times from 1000 examples", lessons)
	}
	if player.LearnDue(10, 10) || !player.LearnDue(0, 1) {
		t.Error("due without a new example, or not due after the first")
	}
}

func TestReport(t *testing.T) {
	records := []player.Record{
		{Example: player.Example{Rating: 80}, Guess: player.PointGuess(70)},
		{Example: player.Example{Rating: 60}, Guess: player.PointGuess(math.NaN())},
		{Example: player.Example{Rating: 10}, Guess: player.PointGuess(30)},
		{Example: player.Example{Rating: 50}, Guess: player.PointGuess(50)},
	}
	got := player.Report(records, 3)
	want := []player.Errors{
		{First: 1, Last: 3, Games: 2, Player: 15, RunningMean: (30 + 60) / 2., Constant: 35},
		{First: 4, Last: 4, Games: 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
}

func TestGibberish(t *testing.T) {
	g := responder.NewGibberish(1)
	long, short := 0, 200
	for range 300 {
		list := suite.Must(g.Respond(t.Context(), player.ThesisQuestions().Texts()))(t)
		for _, text := range list {
			if strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ") != "" {
				t.Fatalf("found %q", text)
			}
			long, short = max(long, len(text)), min(short, len(text))
		}
	}
	if long != 200 || short != 1 {
		t.Errorf("from %d to %d characters", short, long)
	}
}

func TestQuestionsAreThoseOfTheThesis(t *testing.T) {
	var keys []string
	for _, q := range player.ThesisQuestions().Questions {
		keys = append(keys, q.Key...)
	}
	if want := []string{"blue", "ball", "7 8 9", "poverty", "albany"}; !slices.Equal(keys, want) {
		t.Errorf("keys %q", keys)
	}
}

// TestFollowsAMove has a server withdraw the game in which the player waits, and put the player
// into another one, which the player must find by the game that it knows.
func TestFollowsAMove(t *testing.T) {
	questions := make([]game.Question, game.Questions)
	for i, text := range player.ThesisQuestions().Texts() {
		questions[i] = game.Question{Text: text}
	}
	games := map[string]game.View{
		"":          {ID: "old", Phase: 1, Active: true, Questions: questions},
		"/home/old": {ID: "old", Phase: 1, Moved: "new", Questions: questions},
		"/home/new": {ID: "new", Phase: 2, Active: true, Turn: game.ToAct, Questions: questions,
			OpQuestions: questions},
	}
	looks, responded := 0, make(chan struct{})
	mux := http.NewServeMux()
	answer := func(w http.ResponseWriter, v any) { _ = json.NewEncoder(w).Encode(v) }
	mux.HandleFunc("GET /home", func(w http.ResponseWriter, _ *http.Request) {
		looks++
		answer(w, []wire.Game{})
	})
	mux.HandleFunc("POST /home", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, wire.Game{View: games[""]})
	})
	mux.HandleFunc("GET /home/{id}", func(w http.ResponseWriter, r *http.Request) {
		answer(w, wire.Game{View: games[r.URL.Path]})
	})
	mux.HandleFunc("POST /home/new/response", func(w http.ResponseWriter, _ *http.Request) {
		close(responded)
		v := games["/home/new"]
		v.Phase, v.Turn = 3, game.Waiting
		answer(w, wire.Game{View: v})
	})
	s := httptest.NewServer(mux)
	defer s.Close()
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	c := suite.Must(client.New(s.URL, "token", client.Options{HTTP: &http.Client{Transport: transport}}))(t)
	p := suite.Must(player.New(player.Options{Client: c, Questions: player.ThesisQuestions(),
		Responder: echo{}, Guesser: player.Middle, Pace: fast}))(t)
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	ended := make(chan error)
	go func() { ended <- p.Run(ctx) }()
	select {
	case <-responded:
	case <-ctx.Done():
		t.Error("the player does not respond in the game to which it was moved")
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if looks > 1 {
		t.Errorf("looked %d times at all games, want once at the start", looks)
	}
}

// echo responds to questions with the questions.
type echo struct{}

func (echo) Respond(_ context.Context, questions []string) ([]string, error) { return questions, nil }

// TestRemembersWhereItWasMoved has a server answer for the game that the player knows with the one
// in which they were moved and which has ended, as servers do.
func TestRemembersWhereItWasMoved(t *testing.T) {
	questions := make([]game.Question, game.Questions)
	for i, text := range player.ThesisQuestions().Texts() {
		questions[i] = game.Question{Text: text}
	}
	rating := 60.0
	entered := game.View{ID: "old", Phase: 1, Active: true, Questions: questions}
	ended := game.View{ID: "old", Moved: "new", Phase: 6, Turn: game.Complete, Questions: questions,
		OpQuestions: questions, OpResponses: make([]game.Response, game.Questions), OpSmartsRating: &rating}
	mux := http.NewServeMux()
	for pattern, v := range map[string]any{"GET /home": []wire.Game{}, "POST /home": wire.Game{View: entered},
		"GET /home/old": wire.Game{View: ended}} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(v) })
	}
	s := httptest.NewServer(mux)
	defer s.Close()
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	c := suite.Must(client.New(s.URL, "token", client.Options{HTTP: &http.Client{Transport: transport}}))(t)
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	memory := player.NewMemory()
	p := suite.Must(player.New(player.Options{Client: c, Questions: player.ThesisQuestions(), Responder: echo{},
		Guesser: player.Middle, Pace: fast, Memory: memory, Finished: func(player.Result) { stop() }}))(t)
	if err := p.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if e := memory.Examples(); len(e) != 1 || e[0].Game != "new" {
		t.Errorf("remembered %v, expected the game \"new\"", e)
	}
}
