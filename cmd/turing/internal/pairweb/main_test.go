package pairweb_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/cmd/turing/internal/pairweb"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/cmd/turing/internal/session/sessiontest"
	"github.com/luna-rating/luna/turing/lpp"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// stage is a server with a seat.
type stage struct {
	t           *testing.T
	server      *pairweb.Server
	http        *httptest.Server
	seat        *pairweb.Seat
	left, right *sessiontest.Line
	browser     context.Context // where one is used
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{t: t, server: pairweb.New([]string{})}
	var err error
	s.seat, err = s.server.Seat("")
	suite.OK(t, err)
	s.http = httptest.NewServer(s.server)
	t.Cleanup(func() {
		s.server.Close()
		s.http.CloseClientConnections()
		s.http.Close()
		http.DefaultClient.CloseIdleConnections()
	})
	return s
}

// play shows a session, which runs until it is done or the test ends.
func (s *stage) play(o session.Options, l pairweb.Labels) *session.Session {
	s.t.Helper()
	if o.Lines == nil {
		s.left, s.right = sessiontest.NewLine(), sessiontest.NewLine()
		o.Lines = []session.Line{s.left, s.right}
		if o.Here == lpp.Other {
			o.Lines = o.Lines[:1]
		}
	}
	if o.Clock == nil {
		o.Clock = session.NewClock(time.Hour)
	}
	x := session.New(o)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = x.Run(ctx)
	}()
	s.t.Cleanup(func() {
		cancel()
		<-ended
	})
	s.seat.Show(x, l)
	return x
}

func (s *stage) url(path string) string { return s.http.URL + s.seat.Path() + path }

// answer is that of the server.
type answer struct {
	status int
	text   string
	header http.Header
}

func (s *stage) do(method, url, text string, headers ...string) answer {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, url, strings.NewReader(text))
	suite.OK(s.t, err)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	res, err := client.Do(r)
	suite.OK(s.t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	suite.OK(s.t, err)
	return answer{res.StatusCode, string(body), res.Header}
}

// view is the identifier of what the page shows.
func (s *stage) view() string {
	s.t.Helper()
	_, rest, _ := strings.Cut(s.do("GET", s.url(""), "").text, `data-view="`)
	id, _, ok := strings.Cut(rest, `"`)
	if !ok {
		s.t.Fatal("the page has no identifier")
	}
	return id
}

// post sends JSON.
func (s *stage) post(path string, data any, headers ...string) answer {
	s.t.Helper()
	text, err := json.Marshal(data)
	suite.OK(s.t, err)
	return s.do("POST", s.url(path), string(text), headers...)
}

// event is a server-sent event.
type event struct{ id, name, data string }

// stream listens for events.
func (s *stage) stream(after, last string) (next func() event, stop func()) {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", s.url("events?after="+after), nil)
	suite.OK(s.t, err)
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	res, err := http.DefaultClient.Do(r)
	suite.OK(s.t, err)
	if res.StatusCode != http.StatusOK {
		s.t.Fatalf("the stream answers %d", res.StatusCode)
	}
	events := make(chan event, 1000)
	go func() {
		defer close(events)
		defer res.Body.Close()
		in := bufio.NewReader(res.Body)
		var e event
		for {
			line, err := in.ReadBytes('\n')
			if err != nil {
				return
			}
			name, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte(": "))
			switch string(name) {
			case "id":
				e.id = string(value)
			case "event":
				e.name = string(value)
			case "data":
				e.data = string(value)
			case "":
				if e.name != "" {
					events <- e
				}
				e = event{}
			}
		}
	}()
	return func() event {
		s.t.Helper()
		select {
		case e := <-events:
			return e
		case <-time.After(20 * time.Second):
			s.t.Fatal("no event comes")
			return event{}
		}
	}, cancel
}
