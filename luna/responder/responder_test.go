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
			r, err := responder.Open(spec)
			suite.OK(t, err)
			_, err = r.Respond(t.Context(), five)
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
		"a\tb\nno tab\n": ":2: found no tab", "{\n": ":1: found what is not JSON",
		`{"question":"x"}`: "no question and response"} {
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
