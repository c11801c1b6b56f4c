package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/server"
	"github.com/luna-rating/luna/luna/trade"
)

// request sends a request to a server, with a body in JSON if it is not empty.
func request(s http.Handler, token, method, path, body string) (answer map[string]any, text string) {
	r := httptest.NewRequestWithContext(context.Background(), method, path, strings.NewReader(body))
	r.RemoteAddr, r.Host = "127.0.0.1:1", "localhost"
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	_ = json.Unmarshal(w.Body.Bytes(), &answer)
	return answer, w.Body.String()
}

func openGames(t *testing.T, db string, games ...string) *server.Server {
	t.Helper()
	s := suite.Must(server.Open(t.Context(), server.Options{DB: db, Games: games, Trading: server.Trading{
		Patience: time.Millisecond, Settings: trade.Settings{Delay: -1},
	}}))(t)
	return s
}

// TestTexts plays a game of Turing Trade and removes its texts, while the server offers both games,
// while it offers only the other one, and by the operator's command. The tables of both games are
// verified, made again and verified.
func TestTexts(t *testing.T) {
	suite.Slow(t, "plays dozens of games")
	for _, how := range []string{"operator", "both", server.LunaGame, server.TradingGame} {
		t.Run(how, func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "luna.db")
			s := openGames(t, db)
			var tokens []string
			for _, role := range []string{"bettor", "target"} {
				a, text := request(s, "", "POST", "/register", fmt.Sprintf(
					`{"username":"a %s","password":"correct horse","consent":true}`, role))
				token, ok := a["token"].(string)
				if !ok {
					t.Fatal(text)
				}
				tokens = append(tokens, token)
				request(s, token, "POST", "/trade/api/enter", fmt.Sprintf(`{"role":%q,"consent":true}`, role))
			}
			var game string
			for game == "" {
				a, _ := request(s, tokens[0], "GET", "/trade/api/lobby", "")
				game, _ = a["game"].(string)
				time.Sleep(time.Millisecond)
			}
			for _, act := range []string{
				`{"type":"question","text":"my secret","key":"1"}`,
				`{"type":"done","key":"2"}`, // ends the game, for there is no other bettor
			} {
				_, text := request(s, tokens[0], "POST", "/trade/api/games/"+game+"/act", act)
				if !strings.Contains(text, "true") {
					t.Fatal(text)
				}
			}
			logs := func(s http.Handler) (text string) {
				for range 100 {
					if _, text = request(s, "", "GET", "/trade/logs.jsonl", ""); text != "" {
						break
					}
					time.Sleep(50 * time.Millisecond)
				}
				return text
			}
			if text := logs(s); !strings.Contains(text, "my secret") {
				t.Fatalf("the logs are %q", text)
			}
			switch how {
			case "both":
			case "operator":
				suite.OK(t, server.EraseTexts(t.Context(), db, "a bettor"))
			default:
				suite.OK(t, s.Close())
				s = openGames(t, db, how)
			}
			if how != "operator" {
				suite.OK(t, s.EraseTexts(t.Context(), "a bettor"))
			}
			suite.OK(t, s.Close())
			for range 2 {
				v, err := server.Verify(t.Context(), db, nil)
				if err != nil || len(v.Problems) > 0 || v.Games != 1 {
					t.Errorf("%+v, %v", v, err)
				}
				suite.OK(t, server.Rebuild(t.Context(), db))
			}
			s = openGames(t, db)
			defer s.Close()
			if text := logs(s); strings.Contains(text, "secret") || !strings.Contains(text, "[removed]") {
				t.Errorf("the logs are %q", text)
			}
		})
	}
}

// TestGames opens servers with games that do not exist, and with programs that do not.
func TestGames(t *testing.T) {
	for _, o := range []server.Options{
		{Games: []string{"chess"}}, {Games: []string{"luna", "luna"}}, {Games: []string{}},
		{Trading: server.Trading{Targets: []string{"oracle"}}},
		{Trading: server.Trading{Targets: []string{"simple", "simple"}}},
		{Trading: server.Trading{Targets: []string{}}},
		{Trading: server.Trading{Settings: trade.Settings{StartPrice: 200}}},
		{Trading: server.Trading{Settings: trade.Settings{Market: "bazaar"}}},
	} {
		o.DB = filepath.Join(t.TempDir(), "luna.db")
		if s, err := server.Open(t.Context(), o); err == nil {
			t.Errorf("%+v: found no error", o)
			s.Close()
		}
	}
}

// TestArchiveTarget has the program that follows the site's own games as the only target.
func TestArchiveTarget(t *testing.T) {
	for spec, valid := range map[string]bool{
		"retrieval": true, "echo=retrieval": true, "retrieval:": false, "retrieval:missing": false,
	} {
		s, err := server.Open(t.Context(), server.Options{
			DB:      filepath.Join(t.TempDir(), "luna.db"),
			Trading: server.Trading{Targets: []string{spec}},
		})
		if valid != (err == nil) {
			t.Errorf("%s: %v", spec, err)
		}
		if err == nil {
			s.Close()
		}
	}
}
