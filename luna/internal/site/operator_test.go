package site_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/lunagame"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
)

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
