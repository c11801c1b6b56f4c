package pairweb_test

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/pairweb"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/turing/lpp"
)

type press struct {
	Side string `json:"side"`
	Text string `json:"text"`
}

type typing struct {
	View   string  `json:"view"`
	Client uint32  `json:"client"`
	After  uint32  `json:"after"`
	Keys   []press `json:"keys"`
}

//luna:race
func TestKeysAreTypedOnce(t *testing.T) {
	s := newStage(t)
	x := s.play(session.Options{Here: lpp.Judge}, pairweb.Labels{Title: "Judge J1"})
	view := s.view()
	for _, c := range []struct {
		client, after uint32
		keys          []press
		accepted      int
	}{
		{1, 0, []press{{"left", "He"}, {"right", "Y"}}, 3},
		{1, 0, []press{{"left", "He"}, {"right", "Y"}}, 3},                   // sent again
		{1, 0, []press{{"left", "He"}, {"right", "Yo"}, {"left", "y\n"}}, 6}, // again, with more
		{1, 8, []press{{"left", "?"}}, 6},                                    // some are missing
		{1, 5, []press{{"left", "\n\b"}}, 7},
		{2, 0, []press{{"right", "!"}}, 1}, // another window of the same person
	} {
		got := s.post("keys", typing{view, c.client, c.after, c.keys})
		if want := fmt.Sprintf(`{"accepted":%d}`, c.accepted); got.status != 200 || got.text != want {
			t.Errorf("%+v: %d %s, expected %s", c, got.status, got.text, want)
		}
	}
	s.left.Wait(t, "Hey\n\b")
	s.right.Wait(t, "Yo!")
	if keys, _ := x.Since(0); len(keys) != 8 {
		t.Errorf("the session has %d keys", len(keys))
	}
}

// TestStreamsLoseNothing reads a session in pieces, each of which goes on where the last one was
// cut.
//
//luna:race
func TestStreamsLoseNothing(t *testing.T) {
	s := newStage(t)
	s.play(session.Options{Here: lpp.Judge}, pairweb.Labels{Title: "Judge J1"})
	view := s.view()
	text := strings.Repeat("The quick brown fox.\n", 500)
	var work sync.WaitGroup
	work.Go(func() {
		for _, part := range strings.SplitAfter(text, " ") {
			s.left.Comes(lpp.Other, part)
		}
	})
	work.Go(func() {
		for _, part := range strings.SplitAfter(text, "\n") {
			s.right.Comes(lpp.Other, part)
		}
	})
	got := map[string]string{}
	last, n := "", 0
	for n < 2*len(text) {
		next, stop := s.stream(view+".0", last) // what the address says counts the first time only
		for range 3 {
			e := next()
			if e.name != "keys" {
				continue
			}
			var runs []struct{ Side, By, Text string }
			suite.OK(t, json.Unmarshal([]byte(e.data), &runs))
			for _, r := range runs {
				got[r.Side] += r.Text
				n += len(r.Text)
			}
			if want := fmt.Sprintf("%s.%d", view, n); e.id != want {
				t.Fatalf("an event has the id %s, expected %s", e.id, want)
			}
			if last = e.id; n == 2*len(text) {
				break
			}
		}
		stop()
	}
	work.Wait()
	if got["left"] != text || got["right"] != text {
		t.Errorf("%d and %d characters arrived, expected %d each, and the same ones", len(got["left"]),
			len(got["right"]), len(text))
	}
}

func TestSeatOverTheRounds(t *testing.T) {
	s := newStage(t)
	waiting := s.do("GET", s.url(""), "")
	if waiting.status != 200 || !strings.Contains(waiting.text, "<h1>Please wait</h1>") {
		t.Errorf("before the first round: %+v", waiting)
	}
	next, stop := s.stream(s.view()+".0", "")
	defer stop()
	if e := next(); e.name != "state" {
		t.Errorf("first event %+v", e)
	}
	x := s.play(session.Options{Here: lpp.Judge, Question: session.Points},
		pairweb.Labels{Title: "Judge J1, round 1"})
	if e := next(); e.name != "changed" {
		t.Errorf("when the round begins, the event is %+v", e)
	}
	first := s.view()
	if first == waiting.text {
		t.Error("the round has the identifier of the message")
	}
	next, stop2 := s.stream(first+".0", "")
	defer stop2()
	if e := next(); !strings.Contains(e.data, `"phase":"talking"`) ||
		!strings.Contains(e.data, `"may_type":true}`) {
		t.Errorf("at the beginning: %+v", e)
	}
	s.post("keys", typing{first, 1, 0, []press{{"left", "a"}}})
	if e := next(); e.name != "keys" || !strings.Contains(e.data, `"client":1,"count":1`) {
		t.Errorf("after a key: %+v", e)
	}
	decide := func(verdict string) answer {
		return s.do("POST", s.url("verdict"), `{"view":"`+first+`",`+verdict+`}`)
	}
	if got := decide(`"left":70,"right":30`); got.status != 422 {
		t.Errorf("a verdict before the end: %+v", got)
	}
	x.Stop()
	if e := next(); !strings.Contains(e.data, `"phase":"asking","remains":0,"may_type":false`) {
		t.Errorf("at the end: %+v", e)
	}
	if got := s.post("keys", typing{first, 1, 1, []press{{"left", "b"}}}); got.status != 403 ||
		!strings.Contains(got.text, "the time is over") {
		t.Errorf("a key after the end: %+v", got)
	}
	for _, wrong := range []string{`"left":50,"right":50`, `"left":50`, `"human":"left"`} {
		if got := decide(wrong); got.status != 422 {
			t.Errorf("verdict %s: %+v", wrong, got)
		}
	}
	if got := decide(`"left":70,"right":30`); got.status != 200 {
		t.Errorf("the verdict: %+v", got)
	}
	if v := x.State().Verdict; v == nil || v.Left != 70 {
		t.Errorf("the verdict is %+v", v)
	}
	if e := next(); !strings.Contains(e.data, `"phase":"done"`) {
		t.Errorf("after the verdict: %+v", e)
	}
	s.seat.Say(pairweb.Labels{Title: "Judge J1"}, "Round 2 begins at 11:00.")
	if got := s.do("GET", s.url(""), ""); !strings.Contains(got.text, "Round 2 begins at 11:00.") {
		t.Errorf("the message is missing: %s", got.text)
	}
	// A page of an earlier round can do nothing.
	if got := s.post("keys", typing{first, 1, 1, []press{{"left", "b"}}}); got.status != 409 {
		t.Errorf("a key of an earlier round: %+v", got)
	}
	next, stop3 := s.stream(first+".1", "")
	defer stop3()
	if e := next(); e.name != "changed" {
		t.Errorf("an earlier page hears %+v", e)
	}
}

// TestNothingTellsTheSides compares the pages of two judges for whom the sides are exchanged.
func TestNothingTellsTheSides(t *testing.T) {
	var pages []string
	for range 2 {
		s := newStage(t)
		s.play(session.Options{Here: lpp.Judge, Question: session.Choice},
			pairweb.Labels{Title: "Judge"})
		// One entity's line is broken; the other's works.
		s.left.Break(len(pages) == 0)
		s.right.Break(len(pages) == 1)
		view := s.view()
		for _, side := range []string{"left", "right"} {
			typed := typing{view, uint32(len(side)), 0, []press{{side, "Hi"}}}
			if got := s.post("keys", typed); got.status != 200 ||
				got.text != `{"accepted":2}` {
				t.Errorf("at the %s: %+v", side, got)
			}
		}
		next, stop := s.stream(view+".0", "")
		text := s.do("GET", s.url(""), "").text + next().data + next().data
		stop()
		text = regexp.MustCompile(`"remains":\d+`).ReplaceAllString(text, "REMAINS")
		pages = append(pages, strings.ReplaceAll(text, view, "VIEW"))
	}
	suite.Equal(t, "the page of the other judge", pages[0], pages[1])
}

func TestRequestsRefused(t *testing.T) {
	s := newStage(t)
	s.play(session.Options{Here: lpp.Judge}, pairweb.Labels{Title: "Judge J1"})
	view := s.view()
	one := []press{{"left", "a"}}
	good := suite.Must(json.Marshal(typing{view, 1, 0, one}))(t)
	for _, c := range []struct {
		name, method, url, text string
		headers                 []string
		status                  int
	}{
		{"no token", "GET", s.http.URL + "/", "", nil, 404},
		{"another token", "GET", s.http.URL + "/" + rand.Text() + "/", "", nil, 404},
		{"another token", "POST", s.http.URL + "/" + rand.Text() + "/keys", string(good), nil, 404},
		{"no slash", "GET", s.http.URL + "/" + s.seat.Token(), "", nil, 303},
		{"unknown", "GET", s.url("other"), "", nil, 404},
		{"method", "GET", s.url("keys"), "", nil, 404},
		{"method", "DELETE", s.url(""), "", nil, 404},
		{"method", "POST", s.url("events?after=" + view + ".0"), "", nil, 404},
		{"after", "GET", s.url("events"), "", nil, 400},
		{"after", "GET", s.url("events?after=" + view + ".-1"), "", nil, 400},
		{"after", "GET", s.url("events"), "", []string{"Last-Event-ID", "x"}, 400},
		{"static", "GET", s.http.URL + "/static/seat.go", "", nil, 404},
		{"static", "POST", s.http.URL + "/static/page.js", "", nil, 404},
		{"rebinding", "GET", s.url(""), "", []string{"Host", "evil.test"}, 421},
		{"rebinding", "POST", s.url("keys"), string(good), []string{"Host", "evil.test"}, 421},
		{"across sites", "POST", s.url("keys"), string(good), []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"across origins", "POST", s.url("keys"), string(good), []string{"Origin", "http://evil.test"}, 403},
		{"a form", "POST", s.url("keys"), string(good), []string{"Content-Type", "text/plain"}, 415},
		{"no JSON", "POST", s.url("keys"), "{", nil, 400},
		{"two values", "POST", s.url("keys"), string(good) + "{}", nil, 400},
		{"unknown field", "POST", s.url("keys"), `{"viev":""}`, nil, 400},
		{"no client", "POST", s.url("keys"), `{"view":"` + view + `"}`, nil, 400},
		{"old view", "POST", s.url("keys"), `{"view":"x","client":1}`, nil, 409},
		{"long", "POST", s.url("keys"), `{"view":"` + strings.Repeat("x", 70_000) + `"}`, nil, 413},
		{"letter", "POST", s.url("keys"), strings.Replace(string(good), `"a"`, `"é"`, 1), nil, 422},
		{"control", "POST", s.url("keys"), strings.Replace(string(good), `"a"`, "\"\\u001b\"", 1), nil, 422},
		{"side", "POST", s.url("keys"), strings.Replace(string(good), "left", "up", 1), nil, 422},
		{"verdict", "POST", s.url("verdict"), `{"view":"` + view + `","human":"left"}`, nil, 422},
	} {
		got := s.do(c.method, c.url, c.text, c.headers...)
		if got.status != c.status {
			t.Errorf("%s %s (%s): %d, expected %d: %s", c.method, c.url, c.name, got.status, c.status,
				got.text)
		}
		if strings.Contains(got.text, s.seat.Token()) {
			t.Errorf("%s: the answer has the token: %s", c.name, got.text)
		}
		secured := http.Header{}
		httpx.Secure(secured, "")
		for name := range secured {
			if got.header.Get(name) == "" {
				t.Errorf("%s has no %s", c.name, name)
			}
		}
		for name, want := range map[string]string{"Referrer-Policy": "no-referrer",
			"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"} {
			if got.header.Get(name) != want {
				t.Errorf("%s: header %s is %q", c.name, name, got.header.Get(name))
			}
		}
	}
	if s.left.Got() != "" {
		t.Errorf("%q was typed", s.left.Got())
	}
}

func TestTokens(t *testing.T) {
	server := pairweb.New(nil)
	defer server.Close()
	seat := suite.Must(server.Seat("abcdefghijklmnopqrstuv"))(t)
	suite.Equal(t, "the path", seat.Path(), "/abcdefghijklmnopqrstuv/")
	for _, bad := range []string{"abcdefghijklmnopqrstuv", "short", "static",
		strings.Repeat("x", 65), "abcdefghijklmnopqrstu/"} {
		suite.Fails(t, "no error for the token", suite.Err(server.Seat(bad)), "…")
	}
}

func TestManyKeysOfAnEntity(t *testing.T) {
	s := newStage(t)
	x := s.play(session.Options{Here: lpp.Judge}, pairweb.Labels{Title: "Judge J1"})
	view := s.view()
	const n = 50_000
	go func() {
		for range n / 100 {
			s.left.Comes(lpp.Other, strings.Repeat("x", 100))
		}
	}()
	next, stop := s.stream(view+".0", "")
	defer stop()
	messages := 0
	for got := 0; got < n; messages++ {
		if e := next(); e.name == "keys" {
			_, err := fmt.Sscanf(e.id, view+".%d", &got)
			suite.OK(t, err)
		}
	}
	if messages > n/100+10 {
		t.Errorf("%d keys came in %d messages", n, messages)
	}
	suite.OK(t, x.Type(keylog.Right, 'x'))
	s.right.Wait(t, "x")
}

func TestCloseEndsStreams(t *testing.T) {
	s := newStage(t)
	s.play(session.Options{Here: lpp.Judge}, pairweb.Labels{Title: "Judge J1"})
	next, stop := s.stream(s.view()+".0", "")
	defer stop()
	next()
	s.server.Close()
	if e := next(); e.name != "" {
		t.Errorf("after Close an event comes: %+v", e)
	}
	if got := s.do("GET", s.url(""), ""); got.status != http.StatusOK {
		t.Errorf("after Close the page answers %d", got.status)
	}
}

// TestPresent checks that a person is there while their page is open, and that nobody else counts.
func TestPresent(t *testing.T) {
	suite.Slow(t, "waits until somebody has been away for long enough")
	s := newStage(t)
	s.do(http.MethodHead, s.url(""), "")
	view := s.view()
	s.do(http.MethodGet, s.url("events?after=x.0"), "") // of no page
	if s.seat.Present() {
		t.Error("a preview of the page counts as its person")
	}
	for range 2 {
		_, leave := s.stream(view+".0", "")
		if !s.seat.Present() {
			t.Error("whoever has the page open is not there")
		}
		leave()
		time.Sleep(time.Second)
		if !s.seat.Present() {
			t.Error("a page that loads again is not there")
		}
		time.Sleep(5 * time.Second)
		if s.seat.Present() {
			t.Error("somebody who has left is still there")
		}
	}
}
