package demo

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/suite"
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

func TestEnterArena(t *testing.T) {
	for _, url := range []string{"127.0.0.1", "http://127.0.0.1:1"} {
		ctx, end := context.WithTimeout(t.Context(), 10*time.Millisecond)
		if _, err := enterArena(ctx, url, 2, 1); err == nil {
			t.Errorf("%s: no error", url)
		}
		end()
	}

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
