package responder_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/responder"
)

// TestResponderProcess is not a test but the program that the tests of commands run.
func TestResponderProcess(t *testing.T) {
	way := os.Getenv("LUNA_TEST_RESPONDER")
	if way == "" {
		t.Skip("only a program for other tests")
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for n := 0; in.Scan(); n++ {
		var asked struct {
			ID        string
			Questions []string
		}
		if err := json.Unmarshal(in.Bytes(), &asked); err != nil {
			os.Exit(3)
		}
		answer := map[string]any{"id": asked.ID, "responses": asked.Questions}
		switch {
		case way == "dies" && n == 1:
			os.Exit(1)
		case way == "sleeps":
			time.Sleep(time.Hour)
		case way == "babbles":
			fmt.Println("hello")
			continue
		case way == "other id":
			answer["id"] = "x"
		case way == "four":
			answer["responses"] = asked.Questions[:4]
		}
		line, _ := json.Marshal(answer)
		fmt.Printf("%s\n", line)
	}
	os.Exit(0)
}

// command returns a responder that runs TestResponderProcess.
func command(t *testing.T, way string, timeout time.Duration) responder.Responder {
	t.Helper()
	t.Setenv("LUNA_TEST_RESPONDER", way)
	line := fmt.Sprintf("'%s' -test.run '^TestResponderProcess$'", os.Args[0])
	c := responder.NewCommand(line, timeout)
	t.Cleanup(func() { c.Close() })
	return c
}

var five = []string{"1?", "é <&>", "line\nline", "", "5?"}

func TestCommand(t *testing.T) {
	c := command(t, "echoes", 0)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if got, err := c.Respond(t.Context(), five); err != nil || !slices.Equal(got, five) {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
	all.Wait()
}

func TestACommandIsStartedAgain(t *testing.T) {
	c := command(t, "dies", 0)
	var failed []int
	for i := range 6 { // every second request ends it
		if _, err := c.Respond(t.Context(), five); err != nil {
			failed = append(failed, i)
		}
	}
	if want := []int{1, 3, 5}; !slices.Equal(failed, want) {
		t.Errorf("requests %v failed, want %v", failed, want)
	}
}

func TestACommandsFaults(t *testing.T) {
	for way, message := range map[string]string{"babbles": "expected a line of JSON",
		"other id": `found an answer to "x"`, "four": "found 4 responses, expected 5"} {
		if _, err := command(t, way, 0).Respond(t.Context(), five); err == nil ||
			!strings.Contains(err.Error(), message) {
			t.Errorf("%s: %v", way, err)
		}
	}
	c := command(t, "sleeps", 20*time.Millisecond)
	if _, err := c.Respond(t.Context(), five); err == nil ||
		!strings.Contains(err.Error(), "no answer within 20ms") {
		t.Errorf("slow: %v", err)
	}
	none := responder.NewCommand("exec /no/such/program 2>/dev/null", 0)
	if _, err := none.Respond(t.Context(), five); err == nil {
		t.Error("no such program: no error")
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := c.Respond(ctx, five); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

func TestHTTP(t *testing.T) {
	status := http.StatusOK
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var asked map[string]any
		if json.Unmarshal(body, &asked) != nil || r.Method != http.MethodPost ||
			r.Header.Get("Content-Type") != "application/json" {
			status = http.StatusBadRequest
		}
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(map[string]any{"id": asked["id"],
			"responses": asked["questions"]})
	}))
	defer s.Close()
	for _, spec := range []string{s.URL, "http:" + s.URL} {
		r := suite.Must(responder.Open(spec))(t)
		if got, err := r.Respond(t.Context(), five); err != nil || !slices.Equal(got, five) {
			t.Errorf("%s: %q, %v", spec, got, err)
		}
		suite.OK(t, r.(io.Closer).Close())
	}
	status = http.StatusInternalServerError
	h := suite.Must(responder.Open(s.URL))(t)
	defer h.(io.Closer).Close()
	if _, err := h.Respond(t.Context(), five); err == nil ||
		!strings.Contains(err.Error(), "status 500") {
		t.Errorf("status 500: %v", err)
	}
}

// TestRedirects has services send the conversation on to another host: it must not arrive there.
func TestRedirects(t *testing.T) {
	arrived := false
	inner := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		arrived = true
	}))
	defer inner.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		s := httptest.NewServer(http.RedirectHandler(inner.URL, status))
		defer s.Close()
		for _, spec := range []string{s.URL, "chat:" + s.URL} {
			r := suite.Must(responder.Open(spec))(t)
			_, err := r.Respond(t.Context(), five)
			suite.OK(t, r.(io.Closer).Close())
			if err == nil || !strings.Contains(err.Error(), fmt.Sprint("status ", status)) || arrived {
				t.Errorf("%s: status %d is followed: %v, %v", spec, status, arrived, err)
			}
		}
	}
}

func TestCanned(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"lines.jsonl": `{"question":"What color is the sky?","response":"Blue"}` + "\n\n" +
			`{"question":"Why does poverty exist?","response":""}` + "\n",
		"tabs.tsv": "\ufeffWhat color is the sky?\tBlue\r\nWhy does poverty exist?\t\r\n" +
			"what color IS the sky\tnever\r\n",
	} {
		path := filepath.Join(dir, name)
		suite.OK(t, os.WriteFile(path, []byte(content), 0o666))
		r := suite.Must(responder.Open("canned:" + path))(t)
		got := suite.Must(r.Respond(t.Context(), []string{"what color is the sky ??",
			"What color is the clear sky?", "WHY DOES POVERTY EXIST", "Who are you?", ""}))(t)
		want := []string{"Blue", "Blue", "", "I do not know.", "I do not know."}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for content, message := range map[string]string{"": "no question",
		"a\tb\nno tab\n":   `:2: found "no tab", expected a question, a tab and its response`,
		"{\n":              `:1: found "{", expected an object in JSON`,
		`{"question":"x"}`: "found neither a type nor a question with its response"} {
		path := filepath.Join(dir, "bad")
		suite.OK(t, os.WriteFile(path, []byte(content), 0o666))
		if _, err := responder.Open("canned:" + path); err == nil ||
			!strings.Contains(err.Error(), message) {
			t.Errorf("%q: %v", content, err)
		}
	}
}

func TestResponderSpecs(t *testing.T) {
	for _, bad := range []string{"", "fixed", "canned", "canned:", "command: ", "http:", "http:x",
		"ftp://x", "hello"} {
		r, err := responder.Open(bad)
		if (bad == "fixed") != (err == nil) || err != nil && !errors.Is(err, responder.ErrSpec) {
			t.Errorf("%q: %v, %v", bad, r, err)
		}
	}
	r := suite.Must(responder.Open("fixed:a:b"))(t)
	if got, err := r.Respond(t.Context(), five); err != nil || got[4] != "a:b" {
		t.Errorf("%q, %v", got, err)
	}
	if r, err := responder.Open("gibberish"); err != nil || r == nil {
		t.Errorf("%v", err)
	}
}

// TestKinds holds messages and the document against the list of kinds.
func TestKinds(t *testing.T) {
	document := suite.Must(os.ReadFile("../../docs/playing.md"))(t)
	_, err := responder.Open("nobody")
	if err == nil {
		t.Fatal("opened a responder of no kind")
	}
	for _, k := range responder.Kinds() {
		if !strings.Contains(err.Error(), k.Form()) {
			t.Errorf("the error does not name %s: %v", k.Form(), err)
		}
		if !strings.Contains(string(document), "\n| `"+k.Form()+"` |") {
			t.Errorf("docs/playing.md has no row for %s", k.Form())
		}
		if k.What != "" {
			continue
		}
		if _, err := responder.Open(k.Name + ":more"); err == nil {
			t.Errorf("%s: what follows the colon is ignored", k.Name)
		}
	}
}

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
		if reply := suite.Must(c.Reply(t.Context(), text))(t); reply != text[:500] {
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
	r := suite.Must(responder.Open("simple"))(t)
	reply, err := responder.Converse(r, 1).Reply(t.Context(), "Are you human?")
	if want := "Hmmm... That's an interesting question."; err != nil || reply != want {
		t.Errorf("%q, %v, want %q", reply, err, want)
	}
}

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
