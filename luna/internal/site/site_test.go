package site_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/lunagame"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// visitor is one player's browser and API client.
type visitor struct {
	*sitetest.Person
	t     *testing.T
	token string
}

func newVisitor(t *testing.T, h http.Handler) *visitor {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return &visitor{Person: sitetest.Visitor(t, s.URL, s.Client().Transport), t: t}
}

// send posts a form, or gets a page if form is nil, and expects a status and a text in the answer.
func (v *visitor) send(path string, form url.Values, status int, want string) {
	v.t.Helper()
	method, headers := http.MethodGet, []string{}
	if form != nil {
		method = http.MethodPost
		headers = append(headers, "Content-Type", "application/x-www-form-urlencoded")
	}
	if v.token != "" {
		headers = append(headers, "Authorization", "Bearer "+v.token)
	}
	if p := v.Send(method, path, form.Encode(), headers...); p.Status != status || !strings.Contains(p.HTML, want) {
		v.t.Errorf("%s %s: %d, want %d and %q\n%s", method, path, p.Status, status, want, p.HTML)
	}
}

// TestAnotherGame plays a game other than the Luna Game on a site, alone and alongside it, through
// pages and the JSON API with the same account. Its events survive a restart.
func TestAnotherGame(t *testing.T) {
	for name, beside := range map[string][]site.Opener{
		"alone": nil, "beside the Luna Game": {lunagame.Opener(lunagame.Options{})},
	} {
		t.Run(name, func(t *testing.T) {
			o := site.Options{DB: filepath.Join(t.TempDir(), "luna.db"), Cost: sitetest.Cost}
			open := func() (*site.Site, *coin) {
				c := &coin{}
				s := suite.Must(site.Open(t.Context(), o,
					append(beside[:len(beside):len(beside)], c.open)...))(t)
				return s, c
			}
			s, c := open()
			v := newVisitor(t, s)
			v.send("/healthz", nil, 200, `"ok"`)
			v.send("/coin", nil, 200, "<h1>Log in</h1>")
			v.send("/enter/signup", url.Values{"username": {"Ann"}, "password": {"correct horse"},
				"consent": {"no"}}, 200, "Coins")
			v.send("/coin", nil, 200, "Ann has tossed 0 coins")
			v.send("/coin", url.Values{}, 200, "Ann has tossed 1 coin.")
			v.send("/me", nil, 200, "You have tossed 1 coin.")
			v.send("/rules", nil, map[bool]int{true: 200, false: 404}[beside != nil], "")

			ann := suite.Must(s.Accounts().Named(t.Context(), "ann"))(t)
			v.send("/tosses", url.Values{}, 401, "token is needed")
			v.token = suite.Must(s.Accounts().Token(ann))(t)
			v.send("/tosses", url.Values{}, 200, "2")
			v.send("/coin", nil, 200, `<span class="badge">2`)
			v.send("/me/look", url.Values{"initial": {"Ä"}, "color": {"#123456"}}, 200,
				"were saved")
			suite.OK(t, s.Close())
			if want := []string{"Ann", "Ann"}; !slices.Equal(c.renamed, want) {
				t.Errorf("the game was notified of the name %q, want %q", c.renamed, want)
			}

			s, c = open()
			defer s.Close()
			again := newVisitor(t, s)
			again.token = v.token
			again.send("/tosses", url.Values{}, 200, "3")
			again.send("/tosses", url.Values{}, 409, "no more coins")
			if err := s.Accounts().Delete(t.Context(), ann.ID); err != nil ||
				!slices.Equal(c.deleted, []accounts.ID{ann.ID}) {
				t.Errorf("the game was notified of the deletion of %q, want %q: %v",
					c.deleted, ann.ID, err)
			}
			again.send("/tosses", url.Values{}, 401, "no longer exists")
		})
	}
}

// TestSiteKnowsNoGame checks that the shared packages import no game.
func TestSiteKnowsNoGame(t *testing.T) {
	const module = "github.com/luna-rating/luna/"
	out := suite.Must(exec.Command("go", "list", "-deps", "./...").Output())(t)
	for path := range strings.Lines(string(out)) {
		path, own := strings.CutPrefix(strings.TrimSpace(path), module)
		if own && !strings.HasPrefix(path, "internal/") &&
			!strings.HasPrefix(path, "luna/internal/site") {
			t.Errorf("a package of the site imports %s", path)
		}
	}
}

// A page of an attacker, whose name resolves to this machine, reads and sends nothing. With https,
// browsers are told to keep to it.
func TestHostsAndHeaders(t *testing.T) {
	const year = "max-age=31536000"
	for _, c := range []struct {
		o    site.Options
		host string
		want int
		hsts string
	}{
		{site.Options{Hosts: []string{}}, "attacker.example", 421, ""},
		{site.Options{Hosts: []string{}}, "localhost:8080", 200, ""},
		{site.Options{Hosts: []string{}}, "127.0.0.1:8080", 200, ""},
		{site.Options{Hosts: []string{"luna.lan"}}, "luna.lan:8080", 200, ""},
		{site.Options{Hosts: []string{}, BaseURL: "https://luna.example.org"}, "luna.example.org", 200,
			year},
		{site.Options{BaseURL: "https://luna.example.org"}, "backend", 200, year},
		{site.Options{BaseURL: "http://luna.lan"}, "backend", 200, ""},
	} {
		c.o.DB = filepath.Join(t.TempDir(), "luna.db")
		s := suite.Must(site.Open(t.Context(), c.o, new(coin).open))(t)
		defer s.Close()
		for _, path := range []string{"/livez", "/registerGuest", "/", "/static/luna.css", "/nothing"} {
			r := httptest.NewRequest("GET", path, http.NoBody)
			r.Host = c.host
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if refused := w.Code == http.StatusMisdirectedRequest; refused != (c.want == 421) {
				t.Errorf("%s of %s with %v: %d", path, c.host, c.o.Hosts, w.Code)
			}
			for name, want := range map[string]string{
				"Strict-Transport-Security": c.hsts, "X-Content-Type-Options": "nosniff",
				"Cross-Origin-Opener-Policy":   "same-origin",
				"Cross-Origin-Resource-Policy": "same-origin",
			} {
				if got := w.Header().Get(name); got != want {
					t.Errorf("%s of %s: %s is %q, expected %q", path, c.host, name, got, want)
				}
			}
			secured := http.Header{}
			httpx.Secure(secured, "")
			for name := range secured {
				if w.Header().Get(name) == "" {
					t.Errorf("%s of %s has no %s", path, c.host, name)
				}
			}
		}
	}
}

// toss is the event of the coin game: a player tossed a coin.
type toss struct {
	Player accounts.ID `json:"player"`
}

// tosses is the state of the game: how often players have tossed, and who has since it was saved.
type tosses struct {
	count map[accounts.ID]int
	new   map[accounts.ID]bool
}

var errNoMoreCoins = errors.New("there are no more coins")

// coin is a game with one page and one endpoint. It imports the packages of the site and no others.
type coin struct {
	store   *store.Store
	journal *journal.Journal[*tosses, toss]

	mu      sync.Mutex
	renamed []string
	deleted []accounts.ID
}

// open adds the game to a site.
func (c *coin) open(ctx context.Context, h site.Host) (*site.Game, error) {
	files := os.DirFS("testdata/coin")
	if err := h.Store.Migrate(ctx, "coin", files); err != nil {
		return nil, err
	}
	c.store = h.Store
	rules := journal.Rules[*tosses, toss]{
		Load: c.load,
		Apply: func(all *tosses, e toss) error {
			if all.count[e.Player] == 3 {
				return errNoMoreCoins
			}
			all.count[e.Player]++
			all.new[e.Player] = true
			return nil
		},
		Save:  save,
		Saved: func(all *tosses) { clear(all.new) },
	}
	var err error
	c.journal, err = journal.Open(ctx, store.LogOf[toss](h.Store, "coin_events"), rules,
		journal.Options{Clock: h.Clock, Log: h.Log})
	if err != nil {
		return nil, err
	}
	return &site.Game{
		Endpoints: []jsonapi.Route{{Method: "POST", Path: "/tosses",
			Answer: func(call *jsonapi.Call) (any, error) {
				return c.toss(call.Context, call.Account.ID)
			}}},
		Pages: pages.Set{
			Name: "coin", Home: "/coin", Templates: os.DirFS("testdata/coin/templates"),
			Menu: pages.Link{Path: "/coin", Text: "Coins"},
			Routes: []pages.Route{
				{Pattern: "GET /coin", Page: func(x *pages.Exchange) error {
					n := c.count(x.Account.ID)
					return x.Show(http.StatusOK, pages.View{Page: "coin", Title: "Coins", Body: n})
				}},
				{Pattern: "POST /coin", Page: func(x *pages.Exchange) error {
					if _, err := c.toss(x.Context(), x.Account.ID); err != nil {
						return err
					}
					return x.Redirect("/coin")
				}},
			},
			Notices: c.count,
			Profile: func(x *pages.Exchange) (any, error) { return c.count(x.Account.ID), nil },
		},
		Statuses: httpx.Rules{httpx.Is(http.StatusConflict, errNoMoreCoins)},
		Accounts: accounts.Observer{Changed: c.changed, Deleted: c.forget},
		Health:   c.journal.Health,
		Close:    c.journal.Close,
	}, nil
}

// toss records a toss and returns the player's number of tosses.
func (c *coin) toss(ctx context.Context, player accounts.ID) (n int, err error) {
	count := func(all *tosses) error {
		n = all.count[player]
		return nil
	}
	err = c.journal.Do(ctx, count,
		func(*tosses, time.Time) ([]toss, error) { return []toss{{player}}, nil })
	return n, err
}

// load reads the state from its table.
func (c *coin) load(ctx context.Context, _ int) (*tosses, error) {
	all := &tosses{make(map[accounts.ID]int), make(map[accounts.ID]bool)}
	rows, err := c.store.Read().QueryContext(ctx, "SELECT player, tosses FROM coin_players")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var player accounts.ID
		var n int
		if err := rows.Scan(&player, &n); err != nil {
			return nil, err
		}
		all.count[player] = n
	}
	return all, rows.Err()
}

// save writes what has changed.
func save(ctx context.Context, tx *sql.Tx, all *tosses) error {
	for player := range all.new {
		_, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO coin_players VALUES (?, ?)",
			string(player), all.count[player])
		if err != nil {
			return err
		}
	}
	return nil
}

// count reads the table, as all readers do.
func (c *coin) count(player accounts.ID) (n int) {
	row := c.store.Read().QueryRow("SELECT tosses FROM coin_players WHERE player = ?", string(player))
	_ = row.Scan(&n) // 0 for one who has not tossed
	return n
}

func (c *coin) changed(a accounts.Account) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.renamed = append(c.renamed, a.Username)
}

func (c *coin) forget(id accounts.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deleted = append(c.deleted, id)
}

func openSite(t *testing.T, o site.Options) *site.Site {
	t.Helper()
	o.Cost = sitetest.Cost
	s := suite.Must(site.Open(t.Context(), o, lunagame.Opener(lunagame.Options{})))(t)
	t.Cleanup(func() {
		suite.OK(t, s.Close())
	})
	return s
}

func request(h http.Handler, method, path, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// While another program locks the database, the site lives and is not ready.
func TestReadiness(t *testing.T) {
	suite.Slow(t, "waits for a database that is busy")
	path := filepath.Join(t.TempDir(), "luna.db")
	s := openSite(t, site.Options{DB: path})
	db := suite.Must(sql.Open("sqlite", path+"?_txlock=immediate"))(t)
	defer db.Close()
	tx := suite.Must(db.Begin())(t)
	for path, want := range map[string]int{"/livez": 200, "/healthz": 200, "/readyz": 503} {
		for name, h := range map[string]http.Handler{"site": s, "operator": s.Operator()} {
			if w := request(h, "GET", path, ""); w.Code != want {
				t.Errorf("%s of the %s: %d %s", path, name, w.Code, w.Body)
			}
		}
	}
	w := request(s, "GET", "/readyz", "")
	if w.Header().Get("Retry-After") == "" ||
		!strings.Contains(w.Body.String(), `"message":"the database cannot be written now`) {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
	suite.OK(t, tx.Rollback())
	for w.Code != 200 { // as soon as the write that waits is done
		w = request(s, "GET", "/readyz", "")
	}
	if w.Body.String() != `{"status":"ready"}` {
		t.Error(w.Body)
	}
}

// The metrics tell of requests by route, games, players and the database, and nothing of persons.
func TestMetrics(t *testing.T) {
	s := openSite(t, site.Options{DB: filepath.Join(t.TempDir(), "luna.db")})
	var tokens []string
	for _, name := range []string{"secretname", "other"} {
		w := request(s, "POST", "/register", `{"username":"`+name+`","password":"correct horse"}`)
		var token struct{ Token string }
		suite.OK(t, json.Unmarshal(w.Body.Bytes(), &token))
		tokens = append(tokens, "Bearer "+token.Token)
	}
	for _, token := range tokens {
		w := request(s, "POST", "/home", `{"questions":["a","b","c","d","e"]}`, "Authorization", token)
		if w.Code != 200 {
			t.Fatal(w.Body)
		}
	}
	request(s, "POST", "/home", `{"questions":["a","b","c","d","e"]}`, "Authorization", tokens[0])
	request(s, "GET", "/registerGuest", "")
	request(s, "GET", "/home/secretgame", "", "Authorization", tokens[0])
	request(s, "GET", "/secretpath", "")
	request(s, "GET", "/enter/login", "")
	request(s, "GET", "/export/answers.jsonl", "")
	request(s, "GET", "/home/x/secret/path", "")
	w := request(s.Operator(), "GET", "/metrics", "")
	text := w.Body.String()
	for _, line := range []string{
		`luna_requests_total{path="POST /register",code="200"} 2`,
		`luna_requests_total{path="POST /home",code="200"} 3`,
		`luna_requests_total{path="GET /home/{game}",code="404"} 1`,
		`luna_requests_total{path="GET /enter/login",code="200"} 1`,
		`luna_requests_total{path="/export",code="200"} 1`,
		`luna_requests_total{path="/",code="404"} 1`,
		`luna_requests_total{path="other",code="404"} 1`,
		`luna_request_duration_seconds_count{path="POST /home"} 3`,
		`luna_requests_in_flight 0`, `luna_ready 1`,
		`luna_accounts{kind="person"} 2`, `luna_accounts{kind="guest"} 1`,
		`luna_accounts{kind="machine"} 0`, `luna_sessions_active 2`, `luna_mail_queue_length 0`,
		`luna_players 2`, `luna_games{state="open"} 1`, `luna_games{state="playing"} 1`,
		`luna_games{state="finished"} 0`, `luna_games{state="ended"} 0`, `luna_journal_events 5`,
	} {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("no line %s", line)
		}
	}
	if strings.Contains(text, "luna_database_bytes 0\n") || !strings.Contains(text, "luna_database_bytes ") {
		t.Error("the database has no size")
	}
	if strings.Contains(text, "secret") || t.Failed() {
		t.Errorf("the metrics are\n%s", text)
	}
	for _, path := range []string{"/metrics", "/home", "/"} {
		h := map[bool]http.Handler{true: s, false: s.Operator()}[path == "/metrics"]
		if w := request(h, "GET", path, ""); w.Code != 404 {
			t.Errorf("%s is at the wrong address: %d", path, w.Code)
		}
	}
}

// Identifiers of a request are in its answer, its refusal and the log.
func TestIdentifiers(t *testing.T) {
	const trace = "0af7651916cd43dd8448eb211c80319c"
	var logged bytes.Buffer
	o := &slog.HandlerOptions{Level: slog.LevelDebug}
	s := openSite(t, site.Options{
		DB: filepath.Join(t.TempDir(), "luna.db"), Log: slog.New(slog.NewJSONHandler(&logged, o)),
	})
	w := request(s, "GET", "/home", "", "X-Request-ID", "req-7",
		"traceparent", "00-"+trace+"-b7ad6b7169203331-01")
	if w.Code != 401 || w.Header().Get("X-Request-ID") != "req-7" ||
		!strings.Contains(w.Body.String(), `"request_id":"req-7"`) {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	var record map[string]any
	suite.OK(t, json.Unmarshal(logged.Bytes(), &record))
	if record["request_id"] != "req-7" || record["trace_id"] != trace ||
		record["route"] != "GET /home" || record["status"] != 401. {
		t.Errorf("%v", record)
	}
	if w := request(s, "GET", "/nothing", ""); len(w.Header().Get("X-Request-ID")) < 20 {
		t.Errorf("a page has no identifier: %v", w.Header())
	}
}
