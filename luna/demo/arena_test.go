package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"math"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/internal/lunagame"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/responder"
)

// TestArena has two machines play simulated people and checks their scores. It does so twice on one
// file, as an arena with --db does.
//
//luna:race
func TestArena(t *testing.T) {
	suite.Slow(t, "plays in real time")
	db := filepath.Join(t.TempDir(), "luna.db")
	for again := range 2 {
		t.Run(fmt.Sprint("again=", again), func(t *testing.T) { visitArena(t, db, again) })
	}
}

func visitArena(t *testing.T, db string, again int) {
	ctx := t.Context()
	var lines, table bytes.Buffer
	scores := newScores(5, 3, &lines)
	s := suite.Must(site.Open(ctx, site.Options{DB: db, Cost: sitetest.Cost, Log: slog.New(slog.DiscardHandler)},
		lunagame.Opener(lunagame.Options{Finished: scores.Finished})))(t)
	defer s.Close()
	h := httptest.NewServer(s)
	defer h.Close()
	a := suite.Must(enterArena(ctx, h.URL, 5, 5))(t)
	defer a.Close()
	suite.OK(t, a.WarmUp(ctx))
	for _, m := range a.people {
		p := suite.Must(a.clients[m].Profile(ctx))(t)
		if p.Games == 0 || p.Rating == nil || p.Look.Initial != lookInitial {
			t.Errorf("after the warm-up %s has %d games, initial %s", m.name, p.Games, p.Look.Initial)
		}
		if again == 0 && p.Games > rounds {
			t.Errorf("%s has played %d games to warm up", m.name, p.Games)
		}
	}

	playing, end := context.WithCancel(ctx)
	done := make(chan error, 3)
	go func() { done <- a.Run(playing) }()
	counting := make(chan error, 1)
	go func() { counting <- scores.Count(playing, s.Accounts(), a.Abilities()) }()
	for i := range 2 {
		go func() { done <- visit(ctx, h.URL, fmt.Sprint("machine ", again, i), 4-i) }()
	}
	for range 2 {
		suite.OK(t, <-done)
	}
	suite.OK(t, <-counting)
	end()
	suite.OK(t, <-done)
	suite.OK(t, scores.WriteTable(&table))
	if n := strings.Count(lines.String(), "true ability "); n < 3 ||
		!strings.Contains(lines.String(), "game 3 with simulated-") {
		t.Errorf("the lines are\n%s", &lines)
	}
	for _, want := range []string{"SIMULATED", "(seed 5)", "from abilities",
		fmt.Sprintf("machine %d", again)} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, &table)
		}
	}
}

// visit plays some games as a machine that does not know the exam.
func visit(ctx context.Context, url, name string, games int) error {
	c, err := client.New(url, "", client.Options{})
	if err == nil {
		_, err = c.RegisterMachine(ctx, name)
	}
	if err != nil {
		return err
	}
	set := player.ThesisQuestions()
	p, err := player.New(player.Options{Client: c, Questions: set, AtOnce: 4, Games: games,
		Responder: responder.Fixed("a referendum"), Guesser: player.Template(set.Questions),
		Pace: client.Pace{Interval: 20 * time.Millisecond, Longest: 100 * time.Millisecond}})
	if err != nil {
		return err
	}
	return p.Run(ctx)
}

// TestPeopleLeaveThoseWhoDoNotAct checks that people are patient only as long as somebody is free.
func TestPeopleLeaveThoseWhoDoNotAct(t *testing.T) {
	a := &arena{gate: newGate()}
	if got := a.patience(); got != impatient {
		t.Errorf("patience %v while nobody is free", got)
	}
	leave := suite.Must(a.gate.enter(t.Context()))(t)
	if got := a.patience(); got != patient {
		t.Errorf("patience %v while somebody is free", got)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := a.gate.enter(ended); err == nil {
		t.Error("a second person passes the gate")
	}
	leave()
	leave()
	if a.gate.waiting.Load() != 0 {
		t.Errorf("%d wait", a.gate.waiting.Load())
	}
}

func TestArenaSize(t *testing.T) {
	if _, err := enterArena(t.Context(), "http://127.0.0.1:1", 1, 1); err == nil ||
		!strings.Contains(err.Error(), "1 people found") {
		t.Error(err)
	}
	var b bytes.Buffer
	suite.OK(t, newScores(1, 0, nil).WriteTable(&b))
	if !strings.HasPrefix(b.String(), "no visiting player has finished") {
		t.Errorf("an empty table is %q", &b)
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// byModel guesses with a model of package lrp, as cmd/luna does.
type byModel struct {
	set   player.QuestionSet
	model atomic.Pointer[lrp.Model]
}

func newByModel(set player.QuestionSet) (player.Guesser, error) {
	g := &byModel{set: set}
	return g, g.Learn(context.Background(), nil)
}

func (g *byModel) Learn(ctx context.Context, examples []player.Example) error {
	d := &datasets.Dataset{Name: g.set.Name, Questions: g.set.Questions}
	for _, e := range examples {
		d.Respondents = append(d.Respondents,
			datasets.Respondent{ID: string(e.Game), Responses: e.Responses, Rating: e.Rating / 100})
	}
	m, err := lrp.Train(ctx, d, lrp.TrainOptions{Folds: -1})
	if err == nil {
		g.model.Store(m)
	}
	return err
}

func (g *byModel) Guess(_ context.Context, responses []string) (player.Guess, error) {
	rating, err := g.model.Load().Rating(responses)
	return player.Guess{Rating: 100 * rating, Low: math.NaN(), High: math.NaN()}, err
}

// newMiddle returns a trivial guesser, for tests that are not about the machine.
func newMiddle(player.QuestionSet) (player.Guesser, error) { return player.Middle, nil }

// serve starts a server with a new rating system, to be stopped by the caller.
func serve() (url string, stop func()) {
	dir, err := os.MkdirTemp("", "luna-demo")
	check(err)
	o := site.Options{DB: filepath.Join(dir, "luna.db"), Cost: sitetest.Cost}
	s, err := site.Open(context.Background(), o, lunagame.Opener(lunagame.Options{}))
	check(err)
	h := httptest.NewServer(s)
	return h.URL, func() {
		h.Close()
		check(s.Close())
		check(os.RemoveAll(dir))
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func TestPlayOnServer(t *testing.T) {
	url, stop := serve()
	defer stop()
	var reports atomic.Int64
	ctx, end := context.WithCancel(t.Context())
	defer end()
	o := Options{NewGuesser: newByModel, Games: 12, People: 6, Seed: 2,
		progress: func(progress) { reports.Add(1) }}
	s := suite.Must(openStage(ctx, url, o))(t)
	defer s.Close()
	r := suite.Must(s.Play(ctx))(t)
	if !r.Server || r.MachineGames != 12 || len(r.Games) < 12 ||
		reports.Load() != int64(len(r.Games)) {
		t.Errorf("%d games, %d of them the machine's, %d progress reports", len(r.Games),
			r.MachineGames, reports.Load())
	}
	checkGames(t, r)

	// Stay does the same, more slowly. Players first finish the games that Play left unfinished:
	// otherwise none could enter another game with the same opponent.
	rec := newRecorder(s.cast, Options{progress: func(p progress) {
		if p.Games >= 16 && p.Machine >= 5 {
			end()
		}
	}})
	if err := s.play(ctx, rec, quick, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("playing on: %v", err)
	}
	ctx = t.Context()
	if _, err := openStage(ctx, url, o); err == nil || !strings.Contains(err.Error(), "register ") {
		t.Errorf("opening with players already registered: %v", err)
	}
	visitor := suite.Must(client.New(url, "", client.Options{}))(t)
	if _, err := visitor.Login(ctx, "simulated-1", password); err != nil {
		t.Errorf("logging in as a simulated person: %v", err)
	}
}

func TestPlayEndsWithItsContext(t *testing.T) {
	url, stop := serve()
	defer stop()
	ctx, end := context.WithCancel(t.Context())
	s := suite.Must(openStage(ctx, url, Options{NewGuesser: newMiddle, People: 4, Seed: 2,
		progress: func(p progress) {
			if p.Games == 3 {
				end()
			}
		}}))(t)
	defer s.Close()
	if _, err := s.Play(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, expected context.Canceled", err)
	}
	if err := s.Stay(ctx); err != nil {
		t.Errorf("staying with a canceled context: %v", err)
	}
}

// TestUnreachableServer covers unreachable servers and invalid addresses.
func TestUnreachableServer(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	end()
	if _, err := openStage(ctx, "http://127.0.0.1:1",
		Options{NewGuesser: newMiddle, People: 2}); err == nil {
		t.Error("no error")
	}
	if _, err := openStage(t.Context(), "127.0.0.1",
		Options{NewGuesser: newMiddle, People: 2}); err == nil ||
		!strings.Contains(err.Error(), "server") {
		t.Errorf("invalid address: %v", err)
	}
}
