package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	questions = []string{"1?", "2?", "3?", "4?", "5?"}
	responses = []string{"a", "", "ç <b>", "line\nline", "\U0001F600"}
)

// quick returns a client with short retry delays.
func quick(t *testing.T, url, token string) *client.Client {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	options := client.Options{HTTP: &http.Client{Transport: transport}, FirstWait: time.Millisecond}
	return suite.Must(client.New(url, token, options))(t)
}

// two returns the clients of two registered players.
func two(t *testing.T, s *server) (a, b *client.Client) {
	t.Helper()
	a, b = quick(t, s.URL, ""), quick(t, s.URL, "")
	ann := wire.Credentials{Username: "ann", Password: "right password"}
	suite.Must(a.Register(t.Context(), ann))(t)
	suite.Must(b.RegisterMachine(t.Context(), "bot"))(t)
	return a, b
}

func TestWholeGame(t *testing.T) {
	ctx := t.Context()
	s := newServer(t)
	a, b := two(t, s)
	v := suite.Must(a.NewGame(ctx, questions))(t)
	w := suite.Must(b.NewGame(ctx, questions))(t)
	if v.ID != w.ID || w.Phase != 2 || w.Turn != game.ToAct {
		t.Fatalf("game %v in phase %d, turn %d", w.ID, w.Phase, w.Turn)
	}
	suite.Must(a.Respond(ctx, v.ID, responses))(t)
	v = suite.Must(b.Respond(ctx, v.ID, responses))(t)
	for i, r := range v.OpResponses {
		if r.Text != responses[i] {
			t.Errorf("response %d came as %q", i, r.Text)
		}
	}
	suite.OK(t, b.Grade(ctx, []game.Grade{{Response: v.OpResponses[0].ID, Score: 40}}))
	suite.Must(a.Guess(ctx, v.ID, 12.5))(t)
	suite.Must(b.Guess(ctx, v.ID, 0))(t)
	v = suite.Must(a.Game(ctx, v.ID))(t)
	if v.Phase != 6 || *v.OpGuess != 0 || *v.Responses[0].Score != 40 || *v.Outcome != game.Tied {
		t.Errorf("at the end: %+v", v)
	}
	p := suite.Must(b.Profile(ctx))(t)
	if p.Games != 1 || !p.Machine || *p.Rating != 12.5 {
		t.Errorf("profile: %+v", p)
	}
	if consent := suite.Must(a.SetConsent(ctx, true))(t); !consent {
		t.Error("no consent")
	}
}

func TestTokensAreKept(t *testing.T) {
	s := newServer(t)
	c := quick(t, s.URL, "")
	if _, err := c.Profile(t.Context()); status(err) != http.StatusUnauthorized {
		t.Errorf("without a token: %v", err)
	}
	suite.Must(c.Register(t.Context(), wire.Credentials{Username: "eve", Password: "right password"}))(t)
	_, err := c.Login(t.Context(), "eve", "wrong password")
	if e, ok := errors.AsType[*client.Error](err); !ok || e.Status != 401 || e.Message == "" {
		t.Errorf("a wrong password: %v", err)
	}
	if token := suite.Must(c.Login(t.Context(), "eve", "right password"))(t); token == "" || c.Token() != token {
		t.Errorf("token %q, kept %q", token, c.Token())
	}
	if p := suite.Must(c.Profile(t.Context()))(t); p.Username != "eve" || p.Guest {
		t.Errorf("profile %+v", p)
	}
}

func status(err error) int {
	if e, ok := errors.AsType[*client.Error](err); ok {
		return e.Status
	}
	return 0
}

func TestRefusals(t *testing.T) {
	ctx := t.Context()
	s := newServer(t)
	a, _ := two(t, s)
	var invalid *game.InvalidError
	_, err := a.NewGame(ctx, questions[:4])
	if !errors.As(err, &invalid) {
		t.Errorf("four questions: %v", err)
	}
	for _, guess := range []float64{-1, 101} {
		if _, err := a.Guess(ctx, "g", guess); !errors.As(err, &invalid) {
			t.Errorf("a guess of %v: %v", guess, err)
		}
	}
	if _, err := a.Respond(ctx, "g", []string{"\xff", "", "", "", ""}); !errors.As(err, &invalid) {
		t.Errorf("a response that is not UTF-8: %v", err)
	}
	if _, err := a.Guess(ctx, "no/such?game", 5); status(err) != http.StatusNotFound {
		t.Errorf("no such game: %v", err)
	}
	for range game.MaxActive {
		suite.Must(a.NewGame(ctx, questions))(t)
	}
	if _, err := a.NewGame(ctx, questions); !errors.Is(err, game.ErrTooManyGames) {
		t.Errorf("a ninth game: %v", err)
	}
	list := suite.Must(a.Games(ctx))(t)
	if _, err := a.Guess(ctx, list[0].ID, 5); status(err) != http.StatusConflict {
		t.Errorf("a guess in the interview: %v", err)
	}
	if v := suite.Must(a.Deactivate(ctx, list[0].ID))(t); v.Active {
		t.Error("still active")
	}
}

// broken returns a hook that answers 502 to the next armed requests for a path.
func broken(path string) (
	after func(http.ResponseWriter, *http.Request) bool, armed *atomic.Int32,
) {
	armed = new(atomic.Int32)
	return func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, path) || armed.Add(-1) < 0 {
			return false
		}
		w.WriteHeader(http.StatusBadGateway)
		return true
	}, armed
}

func TestLostAnswersToSubmissions(t *testing.T) {
	for _, when := range []string{"before", "after"} {
		t.Run(when, func(t *testing.T) {
			ctx := t.Context()
			s := newServer(t)
			responding, r := broken("/response")
			guessing, g := broken("/guess")
			hook := func(w http.ResponseWriter, req *http.Request) bool {
				return responding(w, req) || guessing(w, req)
			}
			if when == "before" {
				s.Fault = hook
			} else {
				s.After = hook
			}
			a, b := two(t, s)
			v := suite.Must(a.NewGame(ctx, questions))(t)
			suite.Must(b.NewGame(ctx, questions))(t)
			r.Store(1)
			g.Store(1)
			for _, c := range []*client.Client{a, b} {
				suite.Must(c.Respond(ctx, v.ID, responses))(t)
			}
			v = suite.Must(a.Guess(ctx, v.ID, 33))(t)
			if v.Guess == nil || *v.Guess != 33 || r.Load() > 0 || g.Load() > 0 {
				t.Errorf("guess: %s; %d and %d failures left, want none",
					cmp.Diff(new(33.0), v.Guess), r.Load(), g.Load())
			}
			if n := s.Accepted("response") + s.Accepted("guess"); n != 3 {
				t.Errorf("%d submissions, want 3", n)
			}
			if _, err := a.Guess(ctx, v.ID, 34); status(err) != http.StatusConflict {
				t.Errorf("another guess: %v", err)
			}
			if _, err := a.Guess(ctx, v.ID, 33); err != nil {
				t.Errorf("the same guess: %v", err)
			}
		})
	}
}

func TestInterviewAfterwards(t *testing.T) {
	// A game is opened with questions, so a second interview is refused unless it is the same.
	s := newServer(t)
	a, _ := two(t, s)
	v := suite.Must(a.NewGame(t.Context(), questions))(t)
	if _, err := a.Interview(t.Context(), v.ID, questions); err != nil {
		t.Errorf("the same questions: %v", err)
	}
	other := slices.Clone(questions)
	other[4] = "6?"
	if _, err := a.Interview(t.Context(), v.ID, other); status(err) != http.StatusConflict {
		t.Errorf("other questions: %v", err)
	}
}

func TestLostAnswerToNewGame(t *testing.T) {
	s := newServer(t)
	after, armed := broken("/home")
	s.After = after
	a, _ := two(t, s)
	armed.Store(1)
	if _, err := a.NewGame(t.Context(), questions); !errors.Is(err, client.ErrUnclear) ||
		status(err) != http.StatusBadGateway {
		t.Errorf("found %v", err)
	}
	if n := s.Accepted("home"); n != 1 {
		t.Errorf("%d games opened", n)
	}
}

// scripted answers requests without a network, so that tests can run in a synctest bubble.
type scripted func(r *http.Request, n int) (*http.Response, error)

func (f scripted) client(t *testing.T, o client.Options) *client.Client {
	t.Helper()
	n := 0
	o.HTTP = &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
		n++
		return f(r, n)
	})}
	return suite.Must(client.New("http://luna.test/base/", "token", o))(t)
}

type roundTripper func(r *http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func reply(status int, body string, header ...string) (*http.Response, error) {
	w := httptest.NewRecorder()
	for i := 0; i < len(header); i += 2 {
		w.Header().Set(header[i], header[i+1])
	}
	w.WriteHeader(status)
	io.WriteString(w, body)
	return w.Result(), nil
}

func TestWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		reported := 0
		c := scripted(func(r *http.Request, n int) (*http.Response, error) {
			if r.Header.Get("Authorization") != "Bearer token" ||
				r.URL.String() != "http://luna.test/base/home" {
				t.Errorf("%s with %q", r.URL, r.Header)
			}
			if n == 1 {
				return reply(429, `{"message":"slowly"}`, "Retry-After", "40")
			}
			if waited := time.Since(start); waited < 40*time.Second || waited > 51*time.Second {
				t.Errorf("waited %v, but the server asked for 40 s", waited)
			}
			return reply(200, `[]`)
		}).client(t, client.Options{Failed: func(err error, wait time.Duration) {
			if reported++; status(err) != 429 || wait < 40*time.Second {
				t.Errorf("reported %v and %v", err, wait)
			}
		}})
		if suite.Must(c.Games(t.Context()))(t); reported != 1 {
			t.Errorf("reported %d times", reported)
		}
	})
}

func TestPatienceEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start, times := time.Now(), 0
		down := errors.New("connection reset")
		c := scripted(func(_ *http.Request, n int) (*http.Response, error) {
			times = n
			return nil, down
		}).client(t, client.Options{Patience: time.Minute})
		_, err := c.Games(t.Context())
		if took := time.Since(start); !errors.Is(err, down) || times < 5 || times > 20 ||
			took < 15*time.Second || took > time.Minute {
			t.Errorf("%d attempts in %v, then %v", times, took, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := c.Games(ctx); err == nil {
			t.Error("no error after the context ended")
		}
	})
}

func TestPermanentFailures(t *testing.T) {
	for name, do := range map[string]scripted{
		"another server": func(*http.Request, int) (*http.Response, error) {
			return reply(200, "<html>")
		},
		"a fault": func(*http.Request, int) (*http.Response, error) {
			return reply(500, `{"message":"a fault"}`)
		},
		"moved": func(*http.Request, int) (*http.Response, error) {
			return reply(301, "", "Location", "https://luna.test")
		},
		"too large": func(*http.Request, int) (*http.Response, error) {
			return reply(200, `["`+strings.Repeat("x", 2000)+`"]`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			times := 0
			c := scripted(func(r *http.Request, n int) (*http.Response, error) {
				times = n
				return do(r, n)
			}).client(t, client.Options{MaxBytes: 1000})
			if _, err := c.Games(t.Context()); err == nil || times != 1 {
				t.Errorf("%d attempts, then %v", times, err)
			}
		})
	}
}

func TestPace(t *testing.T) {
	p := client.Pace{Interval: time.Second, Longest: 3 * time.Second}
	near := func(got, want time.Duration) {
		t.Helper()
		if got < want*9/10 || got > want*11/10 {
			t.Errorf("waits %v, want about %v", got, want)
		}
	}
	near(p.Next(true), time.Second)
	near(p.Next(false), 1250*time.Millisecond)
	for range 10 {
		p.Next(false)
	}
	near(p.Next(false), 3*time.Second)
	near(p.Next(true), time.Second)
	near(new(client.Pace).Next(false), 10*time.Second)
}

func TestAddresses(t *testing.T) {
	for _, bad := range []string{"", "localhost:8080", "ftp://x", "http://", "http://a:b@x",
		"http://x?y", "http://x#y", "http://[::1"} {
		if _, err := client.New(bad, "", client.Options{}); err == nil ||
			strings.Contains(fmt.Sprint(err), "a:b") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if c := suite.Must(client.New(" https://x/luna/ ", "", client.Options{}))(t); c.Server() != "https://x/luna" {
		t.Errorf("server %q", c.Server())
	}
}
