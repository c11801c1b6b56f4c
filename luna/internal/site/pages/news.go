package pages

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// News is what is new for a player, and for an open page of a game. A visitor's page may have a
// state, too.
type News struct {
	New    int    `json:"-"`      // how much is new, for the menu
	Text   string `json:"text"`   // says what it is
	Link   string `json:"link"`   // leads to it
	State  string `json:"state"`  // of the page: it shows something else as soon as this changes
	Change string `json:"change"` // says what the page does not show yet
}

// The time limits of a stream of news.
const (
	newsTick  = 8 * time.Second // between heartbeats
	newsTicks = 100             // then it ends, so that the session is checked again
)

// gone is the state of a page that the player can no longer see.
const gone = "gone"

// news tells a script what is new for the player and for its page.
func (s *site) news(x *Exchange) error {
	page, player := x.Request.URL.Query().Get("page"), accounts.ID("")
	if x.Account != nil {
		player = x.Account.ID
	}
	answer := struct {
		Player bool           `json:"player"` // is logged in
		New    map[string]int `json:"new"`    // by the path of a game
		News
	}{x.Account != nil || x.suspended != nil, make(map[string]int), News{}}
	for _, set := range s.sets {
		if set.News == nil {
			continue
		}
		n, err := set.News(x.Context(), player, page)
		switch {
		case err != nil && x.Status(err) >= http.StatusInternalServerError:
			return err
		case err != nil:
			n.State, n.Change = gone, "This page is no longer there."
		}
		answer.New[set.Home] = n.New
		if n.Text != "" {
			answer.Text, answer.Link = n.Text, n.Link
		}
		if n.State != "" {
			answer.State, answer.Change = n.State, n.Change
		}
	}
	if x.suspended != nil {
		answer.State, answer.Change = gone, "Your account is suspended."
	}
	return x.JSON(http.StatusOK, answer)
}

// newsEvents wakes the player's pages by server-sent events: “news” when something may be new, and
// “tick” now and then. It reads nothing from the disk.
func (s *site) newsEvents(x *Exchange) error {
	if x.Account == nil {
		return &Refusal{Status: http.StatusUnauthorized, Title: "Log in", Text: "You are not logged in."}
	}
	woken, stop, err := s.Accounts.Follow(x.Account.ID)
	if err != nil {
		return err
	}
	defer stop()
	out, err := x.Stream("text/event-stream")
	if err != nil {
		return err
	}
	httpx.MakeWay(x.Context())
	tick := time.NewTicker(newsTick)
	defer tick.Stop()
	what := "tick"
	for range newsTicks {
		if _, err := fmt.Fprintf(out, "data: %s\n\n", what); err != nil {
			return nil // the client is gone
		}
		select {
		case <-woken:
			what = "news"
		case <-tick.C:
			what = "tick"
		case <-x.Context().Done():
			return nil
		}
	}
	return nil
}

// JSON answers a script with a value.
func (x *Exchange) JSON(status int, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	x.done, x.refused = true, status >= 400
	x.w.Header().Set("Content-Type", "application/json")
	x.w.WriteHeader(status)
	_, _ = x.w.Write(data) // fails only if the client is gone
	return nil
}

// NoContent tells a script that there is nothing, and that nothing will follow.
func (x *Exchange) NoContent() error {
	x.done = true
	x.w.WriteHeader(http.StatusNoContent)
	return nil
}

// Stream begins an answer that continues until the page returns, if there is room for it. Each
// Write reaches the client at once; its error means that the client is gone. The context of the
// request then ends when the server does, too, and the page must return.
func (x *Exchange) Stream(contentType string) (io.Writer, error) {
	ctx, err := httpx.Stay(x.Context())
	if err != nil {
		return nil, err
	}
	x.done, x.Request = true, x.Request.WithContext(ctx)
	h := x.w.Header()
	h.Set("Content-Type", contentType)
	h.Set("X-Accel-Buffering", "no") // some proxies wait for more otherwise
	return flushed{x.w, http.NewResponseController(x.w)}, nil
}

type flushed struct {
	io.Writer
	conn *http.ResponseController
}

// Write implements [io.Writer].
func (f flushed) Write(p []byte) (int, error) {
	n, err := f.Writer.Write(p)
	if err == nil {
		err = f.conn.Flush()
	}
	return n, err
}
