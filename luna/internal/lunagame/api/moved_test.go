package api_test

import (
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/luna/game"
)

// TestGamesGoOn has a player who is moved to another game play on by the name of the first one
// alone.
func TestGamesGoOn(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	ann, bob := s.register("ann"), s.register("bob")
	enter := func(token string) game.View {
		return s.view(s.json(token, "POST", "/home", map[string]any{"questions": texts("a player", "question")}))
	}
	first := enter(ann)
	enter(bob)
	stays, moves := enter(ann), enter(bob) // since they play each other already
	s.json(ann, "GET", "/home/"+string(first.ID)+"/deactivate", nil)
	home := "/home/" + string(moves.ID)
	want := func(v game.View, phase int) {
		t.Helper()
		if v.ID != moves.ID || v.Moved != stays.ID || v.Phase != phase {
			t.Errorf("found game %s, moved to %s, in phase %d; expected %s, %s, %d", v.ID, v.Moved, v.Phase,
				moves.ID, stays.ID, phase)
		}
	}
	for end := time.Now().Add(time.Minute); moves.Phase < 2 && time.Now().Before(end); {
		moves = s.view(s.json(bob, "GET", home, nil))
	}
	want(moves, 2)
	responses := map[string]any{"responses": texts("a player", "response")}
	want(s.view(s.json(bob, "POST", home+"/response", responses)), 3)
	s.expect(s.json(bob, "POST", home+"/response", responses), 409, "")
	s.json(ann, "POST", "/home/"+string(stays.ID)+"/response", responses)
	want(s.view(s.json(bob, "POST", home+"/guess", map[string]any{"guess": 50})), 5)
	want(s.view(s.json(bob, "GET", home+"/deactivate", nil)), 5)
	if v := s.view(s.json(ann, "GET", "/home/"+string(stays.ID), nil)); v.Active {
		t.Error("the game goes on although one has left it")
	}
}
