package responder_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/responder"
)

// TestHistory checks what a service is told of a conversation.
func TestHistory(t *testing.T) {
	var bodies []map[string]any
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var asked map[string]any
		json.Unmarshal(body, &asked)
		bodies = append(bodies, asked)
		list := asked["questions"].([]any)
		json.NewEncoder(w).Encode(map[string]any{"id": asked["id"],
			"responses": []string{"**re** " + list[0].(string)}})
	}))
	defer s.Close()
	r := suite.Must(responder.Open(s.URL))(t)
	defer r.(io.Closer).Close()
	c, other := responder.Converse(r, 1), responder.Converse(r, 2)
	for _, text := range []string{"a", "b\n"} {
		reply, err := c.Reply(t.Context(), text)
		if want := "re " + strings.TrimSpace(text); err != nil || reply != want {
			t.Errorf("%q, %v, want %q", reply, err, want)
		}
	}
	suite.Must(other.Reply(t.Context(), "c"))(t)
	suite.Must(r.Respond(t.Context(), []string{"d"}))(t)
	suite.OK(t, c.Close())
	for _, b := range bodies {
		delete(b, "id")
	}
	id := bodies[0]["conversation"].(string)
	if id == bodies[2]["conversation"] || len(id) != 32 {
		t.Errorf("the conversations are %v and %v", id, bodies[2]["conversation"])
	}
	want := []map[string]any{
		{"questions": []any{"a"}, "conversation": id},
		{"questions": []any{"b"}, "conversation": id,
			"history": []any{map[string]any{"question": "a", "response": "re a"}}},
		{"questions": []any{"c"}, "conversation": bodies[2]["conversation"]},
		{"questions": []any{"d"}},
	}
	if diff := cmp.Diff(want, bodies); diff != "" {
		t.Error(diff)
	}
}

// TestLongConversation has a program that knows nothing of conversations and reads lines of 1 MiB.
func TestLongConversation(t *testing.T) {
	suite.Slow(t, "holds a long conversation")
	c := responder.Converse(command(t, "echoes", 0), 1)
	for range 200 {
		text := strings.Repeat("x", 9_999)
		reply, err := c.Reply(t.Context(), text)
		if suite.OK(t, err); reply != text[:responder.MaxReply] {
			t.Fatalf("found %.600q", reply)
		}
	}
}

type several []string

func (s several) Respond(context.Context, []string) ([]string, error) { return s, nil }

func TestBadReplies(t *testing.T) {
	for _, list := range [][]string{{}, {"a", "b"}} {
		_, err := responder.Converse(several(list), 1).Reply(t.Context(), "x")
		if err == nil || !strings.Contains(err.Error(), "responses, expected 1") {
			t.Errorf("%q: %v", list, err)
		}
	}
	_, err := responder.Converse(several{"\n\u200b "}, 1).Reply(t.Context(), "x")
	if !errors.Is(err, responder.ErrNoReply) {
		t.Errorf("empty: %v", err)
	}
}

func TestSimple(t *testing.T) {
	r, err := responder.Open("simple")
	suite.OK(t, err)
	reply, err := responder.Converse(r, 1).Reply(t.Context(), "Are you human?")
	if want := "Hmmm... That's an interesting question."; err != nil || reply != want {
		t.Errorf("%q, %v, want %q", reply, err, want)
	}
}
