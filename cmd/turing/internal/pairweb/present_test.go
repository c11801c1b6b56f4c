package pairweb_test

import (
	"context"
	"io"
	"net/http"
	"regexp"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
)

// TestPresent checks that a person is there while their page is open, and that nobody else counts.
func TestPresent(t *testing.T) {
	suite.Slow(t, "waits until somebody has been away for long enough")
	s := newStage(t)
	ask := func(ctx context.Context, method, path string) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(ctx, method, s.http.URL+path, nil)
		must(t, err)
		answer, err := http.DefaultClient.Do(r)
		must(t, err)
		return answer
	}
	page := ""
	for _, method := range []string{http.MethodHead, http.MethodGet} {
		answer := ask(t.Context(), method, s.seat.Path())
		text, err := io.ReadAll(answer.Body)
		must(t, err)
		page = string(text)
		answer.Body.Close()
	}
	ask(t.Context(), http.MethodGet, s.seat.Path()+"events?after=x.0").Body.Close() // of no page
	if s.seat.Present() {
		t.Error("a preview of the page counts as its person")
	}
	view := regexp.MustCompile(`data-view="([^"]+)"`).FindStringSubmatch(page)[1]
	for range 2 {
		ctx, leave := context.WithCancel(t.Context())
		stream := ask(ctx, http.MethodGet, s.seat.Path()+"events?after="+view+".0")
		if !s.seat.Present() {
			t.Error("whoever has the page open is not there")
		}
		leave()
		stream.Body.Close()
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
