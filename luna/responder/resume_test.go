package responder_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/responder"
)

// recorder is a service and a chat server whose replies tell how much they know of a conversation.
func recorder(t *testing.T, asked *int) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked++
		var got struct {
			ID, Conversation string
			Questions        []string
			History          []responder.Turn
			Messages         []map[string]string
		}
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
			t.Error(err)
		}
		text := fmt.Sprintf("%s %q %q %q", got.Conversation, got.Questions, got.History,
			got.Messages[min(1, len(got.Messages)):])
		json.NewEncoder(w).Encode(map[string]any{"id": got.ID, "responses": []string{text},
			"choices": []any{map[string]any{"message": map[string]string{"content": text}}}})
	}))
	t.Cleanup(s.Close)
	return s
}

// TestResume interrupts conversations after each text. They go on as without an interruption, and
// nobody outside the program is asked again.
func TestResume(t *testing.T) {
	asked := 0
	s := recorder(t, &asked)
	said := filepath.Join(t.TempDir(), "said.tsv")
	suite.OK(t, os.WriteFile(said, []byte("I am sad\twhy\nI am sad\toh\nI am glad\tgood\n"), 0o666))
	texts := []string{"My name is Ann.", "My mother is sad.", "I am sad", "I am sad", "What is my name?",
		"Well."}
	for _, spec := range []string{"eliza", "aiml", "retrieval:" + said, s.URL, "chat:" + s.URL,
		"simple"} {
		r := suite.Must(responder.Open(spec))(t)
		var history []responder.Turn
		c := responder.Converse(r, 7)
		for _, text := range texts {
			reply := suite.Must(c.Reply(t.Context(), text))(t)
			history = append(history, responder.Turn{Question: text, Response: reply})
		}
		for n, want := range history {
			asked = 0
			resumed := responder.Resume(r, 7, history[:n])
			if asked > 0 {
				t.Errorf("%s: asked %d times to resume", spec, asked)
			}
			reply, err := resumed.Reply(t.Context(), want.Question)
			if err != nil || reply != want.Response {
				t.Errorf("%s: after %d texts found %q, %v, expected %q", spec, n, reply, err,
					want.Response)
			}
		}
	}
}

// TestResumeIsTidied has a history that nobody can have seen in this form.
func TestResumeIsTidied(t *testing.T) {
	asked := 0
	s := recorder(t, &asked)
	r := suite.Must(responder.Open(s.URL))(t)
	turns := []responder.Turn{{Question: "a\nb", Response: "“c”\x00"}}
	one := responder.Resume(r, 1, turns)
	two := responder.Resume(r, 1, []responder.Turn{{Question: "a b", Response: `"c"`}})
	first := suite.Must(one.Reply(t.Context(), "x"))(t)
	if second, err := two.Reply(t.Context(), "x"); err != nil || first != second {
		t.Errorf("found %q and %q, %v", first, second, err)
	}
	if turns[0].Question != "a\nb" {
		t.Errorf("the history was changed: %q", turns)
	}
}
