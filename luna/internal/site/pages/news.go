package pages

import (
	"fmt"
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
