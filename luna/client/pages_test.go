package client_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// Games and questions beyond the first page are found, each once.
func TestAllPages(t *testing.T) {
	const ended = 103
	ctx := t.Context()
	a, _ := two(t, newServer(t))
	for range ended {
		v := suite.Must(a.NewGame(ctx, questions))(t)
		suite.Must(a.Deactivate(ctx, v.ID))(t)
	}
	var active []game.GameID
	for i := range 2 {
		v := suite.Must(a.NewGame(ctx, []string{"a?", "b?", "c?", "d?", fmt.Sprintf("%d?", i)}))(t)
		active = append(active, v.ID)
	}
	views := suite.Must(a.Games(ctx))(t)
	seen := make(map[game.GameID]bool)
	for _, v := range views {
		seen[v.ID] = true
	}
	if len(views) != ended+2 || len(seen) != ended+2 || views[0].ID != active[1] {
		t.Errorf("%d games, %d different ones, the first is %v", len(views), len(seen), views[0].ID)
	}
	playing := suite.Must(a.ActiveGames(ctx))(t)
	if len(playing) != 2 || playing[0].ID != active[1] || playing[1].ID != active[0] {
		t.Errorf("active games: %+v", playing)
	}
	n := 0
	for v, err := range a.EachGame(ctx) {
		suite.OK(t, err)
		if n++; v.Active != (n <= 2) {
			t.Errorf("game %d: active %v", n, v.Active)
		}
		if n == 50 {
			break
		}
	}
}

// pagesOf serves /home: each page has the games and the link that the functions return.
func pagesOf(t *testing.T, games func(page int) string, next func(page int) string) *client.Client {
	t.Helper()
	page := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/home" {
			t.Errorf("a request for %s", r.URL)
		}
		page++
		if link := next(page); link != "" {
			w.Header().Set("Link", link)
		}
		fmt.Fprint(w, games(page))
	}))
	t.Cleanup(s.Close)
	return suite.Must(client.New(s.URL, "secret", client.Options{MaxBytes: 4 << 20}))(t)
}

func oneGame(int) string { return `[{"id": "g"}]` }

// A server before version 0.2 has one page of all games, the last one entered first.
func TestActiveGamesOfAnOldServer(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		json.NewEncoder(w).Encode([]wire.Game{{View: game.View{ID: "a", Active: true}},
			{View: game.View{ID: "ended"}}, {View: game.View{ID: "b", Active: true}}})
	}))
	defer s.Close()
	c := suite.Must(client.New(s.URL, "secret", client.Options{}))(t)
	views, err := c.ActiveGames(t.Context())
	if err != nil || len(views) != 2 || views[0].ID != "a" || views[1].ID != "b" {
		t.Errorf("%+v, %v", views, err)
	}
}

// A link is followed for its query alone: a proxy may serve the site below another path, and no
// server can send the token elsewhere.
func TestLinks(t *testing.T) {
	for _, link := range []string{
		`</home?before=%d>; rel="next"`,
		`</behind/a/proxy?before=%d&limit=7>; rel=next`,
		`<http://192.0.2.1/elsewhere?before=%d>; title="x"; rel="next"`,
		`</first?x=1>; rel="first", </home?before=%d>; REL="NEXT"`,
	} {
		c := pagesOf(t, oneGame, func(page int) string {
			if page == 3 {
				return ""
			}
			return fmt.Sprintf(link, page)
		})
		if list, err := c.Games(t.Context()); err != nil || len(list) != 3 {
			t.Errorf("%s: %d games, error %v, expected 3", link, len(list), err)
		}
	}
	for _, link := range []string{
		`</home?before=1>; rel="prev"`, `nothing`, `<>; rel="next"`, `</a>; rel="next"`, `;;;=,<`,
	} {
		c := pagesOf(t, oneGame, func(int) string { return link })
		if list, err := c.Games(t.Context()); err != nil || len(list) != 1 {
			t.Errorf("%s: %d games, error %v, expected 1", link, len(list), err)
		}
	}
}

// A list that never ends is refused.
func TestEndlessPages(t *testing.T) {
	suite.Slow(t, "reads thousands of pages")
	large := func(int) string { return `[{"id":"` + strings.Repeat("x", 1<<20) + `"}]` }
	other := func(page int) string { return fmt.Sprintf(`</o?before=%d>; rel="next"`, page) }
	same := func(int) string { return `</o?before=1>; rel="next"` }
	empty := func(int) string { return "[]" }
	for name, c := range map[string]*client.Client{
		"does not end": pagesOf(t, oneGame, same),
		"not end":      pagesOf(t, empty, other),
		"4194304":      pagesOf(t, large, other),
		"list":         pagesOf(t, oneGame, other),
	} {
		if list, err := c.Games(t.Context()); err == nil || list != nil ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("%d games, error %v, expected %q", len(list), err, name)
		}
	}
}

// A request that is made for another one carries the identifiers of that one.
func TestIdentifiersAreForwarded(t *testing.T) {
	const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	var found http.Header
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		found = r.Header
		w.Write([]byte(`{"token":"t"}`))
	}))
	defer server.Close()
	c := suite.Must(client.New(server.URL, "", client.Options{HTTP: server.Client()}))(t)
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("X-Request-ID", "req-7")
	r.Header.Set("traceparent", parent)
	r, _ = httpx.Identify(httptest.NewRecorder(), r)
	suite.Must(c.RegisterGuest(r.Context()))(t)
	if found.Get("X-Request-ID") != "req-7" || found.Get("traceparent") != parent {
		t.Errorf("%v", found)
	}
}
