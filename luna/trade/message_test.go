package trade

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/suite"
)

// TestMessagesRoundTrip writes and reads all messages of a game.
func TestMessagesRoundTrip(t *testing.T) {
	g := suite.Must(New(Settings{Bettors: []string{"ann", "bob", "eve"}}))(t)
	for i, e := range []Event{
		{Kind: Question, Bettor: "ann", Text: "<one>?"}, {Kind: Question, Bettor: "bob", Text: "two?"},
		{Kind: Answer, Text: "first"}, {Kind: Bet, Bettor: "ann", Side: Computer},
		{Kind: Bet, Bettor: "bob", Side: Human}, {Kind: Bet, Bettor: "bob", Side: Computer},
		{Kind: Done, Bettor: "ann"},
		{Kind: Leave, Who: "ann"}, {Kind: Leave, Who: Target},
		{Kind: End, Reason: TargetLeft, Nature: Human},
	} {
		e.Time = time.Duration(i) * 1500 * time.Millisecond
		if err := g.Apply(e); err != nil {
			t.Fatal(e, err)
		}
	}
	kinds := make(map[MessageKind]bool)
	for v := TheTarget; v <= 2; v++ {
		for _, m := range g.Look(v, 0, time.Minute) {
			kinds[m.Kind] = true
			text := suite.Must(json.Marshal(m))(t)
			var back Message
			suite.OK(t, json.Unmarshal(text, &back))
			if diff := cmp.Diff(m, back); diff != "" {
				t.Errorf("%s (-written +read):\n%s", text, diff)
			}
		}
	}
	if len(kinds) != 9 {
		t.Errorf("the game has messages of the kinds %v, expected all nine", kinds)
	}
	for _, text := range []string{`{"type":"price","t":-1}`, `{"type":3}`, `{"holding":{"kind":"cat"}}`} {
		if err := json.Unmarshal([]byte(text), new(Message)); err == nil {
			t.Errorf("%s was read", text)
		}
	}
}
