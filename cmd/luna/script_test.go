package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/luna-rating/luna/cmd/internal/clitest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/server"
	"github.com/luna-rating/luna/luna/wire"
)

// TestMain lets scripts and tests run the test binary as the program in a process of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"luna": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("LUNA_TOKEN", "")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"fails": clitest.Fails("luna", false), "server": serverCommand,
		},
		Condition:          suite.Script,
		RequireUniqueNames: true,
	})
}

// serverCommand serves a rating system with simulated people until the script ends and sets $SERVER
// to its address.
func serverCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: server")
	}
	s, err := newSite(ts.MkAbs("site.db"))
	ts.Check(err)
	ts.Defer(s.close)
	ts.Check(s.people(2))
	ts.Setenv("SERVER", s.URL)
	ts.Setenv("ADDRESS", strings.TrimPrefix(s.URL, "http://"))
}

func TestManPages(t *testing.T) { clitest.ManPages(t, run) }

func TestHelp(t *testing.T) { clitest.Help(t, rootCommand(), run) }

// TestPlayWithoutAServer checks that a player who waits for a server is told how to have one.
// testdata/script/mistakes.txtar has further mistakes.
func TestPlayWithoutAServer(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	const want = "refused; 'luna serve --db FILE' starts a server, and --server names another one\n"
	stderr := &watched{text: want, then: interrupt}
	status := run(ctx, []string{"play", "--server", "http://127.0.0.1:1", "--games", "1"},
		strings.NewReader(""), &bytes.Buffer{}, stderr)
	if status != 1 || !strings.Contains(stderr.String(), want) {
		t.Errorf("status %d, stderr %q, want 1 and %q", status, stderr.String(), want)
	}
}

// site is a running rating system with simulated people.
type site struct {
	*httptest.Server
	ctx     context.Context
	stop    context.CancelFunc
	playing sync.WaitGroup
	system  *server.Server
}

func newSite(file string) (s *site, err error) {
	s = &site{}
	s.ctx, s.stop = context.WithCancel(context.Background())
	o := server.Options{DB: file, GraceMachines: -1}
	for _, rate := range []interface{ Set(string) error }{
		&o.Limits.Registrations, &o.Limits.Logins, &o.Limits.Guesses, &o.Limits.Refusals,
		&o.Limits.Players, &o.Limits.Addresses, &o.Limits.Texts,
	} {
		if err := rate.Set("1000000/1ns"); err != nil { // no limits in tests
			return nil, err
		}
	}
	if s.system, err = server.Open(s.ctx, o); err != nil {
		return nil, err
	}
	s.Server = httptest.NewServer(s.system)
	return s, nil
}

func (s *site) close() {
	s.stop()
	s.playing.Wait()
	s.Server.Close()
	s.system.Close()
}

// people adds people who play all the time.
func (s *site) people(n int) error {
	for i := range n {
		if err := s.person(i); err != nil {
			return err
		}
	}
	return nil
}

func (s *site) person(i int) error {
	c, err := client.New(s.URL, "",
		client.Options{HTTP: &http.Client{Transport: &http.Transport{}}, Patience: -1})
	if err != nil {
		return err
	}
	if _, err := c.Register(s.ctx, wire.Credentials{Username: fmt.Sprint("person-", i),
		Password: "correct horse"}); err != nil {
		return err
	}
	p, err := player.New(player.Options{Client: c, Questions: player.ThesisQuestions(),
		Responder: responder.Fixed("The sky is blue in Albany."),
		Guesser:   player.Constant(float64(40 + 10*i)), AtOnce: game.MaxActive,
		Pace: client.Pace{Interval: 5 * time.Millisecond}})
	if err != nil {
		return err
	}
	s.playing.Go(func() { p.Run(s.ctx) })
	return nil
}
