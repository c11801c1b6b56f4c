package demo

import (
	"context"
	"errors"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/internal/lunagame"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
)

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
