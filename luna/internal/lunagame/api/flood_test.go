package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/guard"
	"github.com/luna-rating/luna/luna/wire"
)

// TestTextsPerAddressAreLimited has a player open and leave games, each of which stays in the log.
func TestTextsPerAddressAreLimited(t *testing.T) {
	s := newSite(t, guard.Limits{Texts: guard.Rate{Burst: 1000, Every: time.Second}}, "")
	token, other := s.register("ann"), s.register("bob")
	long := wire.Questions{Questions: []string{strings.Repeat("x", 5000), "b", "c", "d", "e"}}
	opened := 0
	for ; opened < 1000; opened++ {
		a := s.json(token, "POST", "/home", long)
		if a.status == 429 {
			if a.header.Get("Retry-After") == "" ||
				!strings.Contains(message(t, a), "too many texts from this address") {
				t.Error(a)
			}
			break
		}
		s.view(s.json(token, "GET", "/home/"+string(s.view(a).ID)+"/deactivate", nil))
	}
	if opened < 30 || opened > 60 { // 5 KiB of texts and 16 KiB for the game itself
		t.Errorf("%d games were opened", opened)
	}
	// reading is free
	s.view(s.json(token, "GET", "/home/"+string(read[[]wire.Game](t,
		s.json(token, "GET", "/home", nil))[0].ID), nil))
	if a := s.json(other, "POST", "/home", long); a.status != 429 {
		t.Errorf("another player at the same address: %v", a)
	}
	elsewhere := func(peer, host string) func(*http.Request) {
		return func(r *http.Request) { r.RemoteAddr, r.Host = peer, host }
	}
	body := string(suite.Must(json.Marshal(long))(t))
	s.view(s.send(other, "POST", "/home", "application/json", body,
		elsewhere("198.51.100.1:5000", "luna.example.org")))
	s.view(s.send(other, "POST", "/home", "application/json", body,
		elsewhere("127.0.0.1:5000", "localhost")))
	s.now = s.now.Add(30 * time.Second)
	s.view(s.json(token, "POST", "/home", long))
}

// TestLongListsCount has a player repeatedly request a long list of their own texts.
func TestLongListsCount(t *testing.T) {
	suite.Slow(t, "plays hundreds of games")
	s := newSite(t, guard.Limits{Players: guard.Rate{Burst: 100, Every: time.Second}}, "")
	token := s.register("ann")
	if a := s.json(token, "GET", "/home", nil); a.status != 200 || a.body != "[]" {
		t.Error(a)
	}
	long := make([]string, game.Questions)
	for i := range long {
		long[i] = strings.Repeat("<", game.MaxCharacters) // which JSON escapes
	}
	var ids []game.GameID
	for range 8 {
		ids = append([]game.GameID{s.view(s.json(token, "POST", "/home",
			wire.Questions{Questions: long})).ID}, ids...)
	}
	list := read[[]wire.Game](t, s.json(token, "GET", "/home", nil))
	for i, v := range list {
		one := s.view(s.json(token, "GET", "/home/"+string(ids[i]), nil))
		if v.ID != ids[i] || one.ID != v.ID || v.Questions[4].Text != long[4] ||
			one.Questions[4] != v.Questions[4] {
			t.Errorf("game %d of the list is %.100v", i, v)
		}
	}
	asked := 0
	for asked < 100 && s.json(token, "GET", "/home", nil).status == 200 {
		asked++
	}
	if len(list) != 8 || asked < 10 || asked > 20 { // 1.2 MB count as four more requests
		t.Errorf("a list of %d games was returned %d times", len(list), asked)
	}
}
