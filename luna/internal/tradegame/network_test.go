package tradegame_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/luna/internal/tradegame"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
)

// TestOneNetwork has two accounts of one network wait, one of them on the page: they do not meet
// until the bettor enters from somewhere else.
func TestOneNetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, tradegame.Options{
			Targets:  []play.Target{{Name: "silent", Responder: silent{}}},
			Patience: time.Millisecond,
		}, "ann", "tom")
		post := func(name, address, path, kind, body string) {
			t.Helper()
			r := httptest.NewRequestWithContext(t.Context(), "POST", path, strings.NewReader(body))
			r.RemoteAddr, r.Host = address, "localhost"
			r.Header.Set("Content-Type", kind)
			r.Header.Set("Authorization", "Bearer "+w.players[name].token)
			r.Header.Set("Origin", "http://localhost")
			r.Header.Set("Sec-Fetch-Site", "same-origin")
			r.AddCookie(&http.Cookie{Name: "luna", Value: w.players[name].token})
			a := httptest.NewRecorder()
			if w.ServeHTTP(a, r); a.Code >= 400 {
				t.Fatalf("%s: status %d: %s", path, a.Code, a.Body)
			}
		}
		meet := func() bool {
			time.Sleep(time.Second)
			_, l := w.call("ann", "GET", "/lobby", nil)
			return l["game"] != nil
		}
		const form, json = "application/x-www-form-urlencoded", "application/json"
		post("tom", "203.0.113.7:1", "/trade/enter", form, "role=target&public=yes")
		if _, l := w.call("tom", "GET", "/lobby", nil); l["role"] != "target" {
			t.Fatalf("tom sees %v", l)
		}
		post("ann", "203.0.113.7:2", "/trade/api/enter", json, `{"consent":true}`)
		if meet() {
			t.Error("two accounts of one network meet")
		}
		post("ann", "203.0.113.7:2", "/trade/api/withdraw", json, `{}`)
		post("ann", "203.0.113.8:2", "/trade/api/enter", json, `{"consent":true}`)
		if !meet() {
			t.Error("two networks do not meet")
		}
	})
}
