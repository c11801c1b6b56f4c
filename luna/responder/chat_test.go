package responder

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"

	"github.com/luna-rating/luna/internal/suite"
)

// chatServer starts a server and opens a responder for it that has little patience.
func chatServer(t *testing.T, handler http.HandlerFunc) *chat {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	r := suite.Must(Open("chat:" + s.URL + "/v1#small"))(t)
	c := r.(*chat)
	t.Cleanup(func() { c.Close() })
	c.server.Timeout, c.server.First = 2*time.Second, time.Millisecond
	return c
}

// answer is short for what a handler writes to.
type answer = http.ResponseWriter

func say(w http.ResponseWriter, text string) {
	json.NewEncoder(w).Encode(map[string]any{"id": "x", "object": "chat.completion",
		"choices": []any{map[string]any{"index": 0, "finish_reason": "stop",
			"message": map[string]any{"role": "assistant", "content": text}}}})
}

// hang answers when the client has gone.
func hang(_ http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body) // a server notices it only then
	<-r.Context().Done()
}

func TestChat(t *testing.T) {
	t.Setenv(ChatKeyVariable, "sk-secret")
	var bodies []map[string]any
	c := chatServer(t, func(w answer, r *http.Request) {
		var body map[string]any
		json.NewDecoder(r.Body).Decode(&body)
		bodies = append(bodies, body)
		if r.URL.Path != "/v1/chat/completions" || r.Method != "POST" ||
			r.Header.Get("Authorization") != "Bearer sk-secret" {
			http.Error(w, "no", http.StatusBadRequest)
			return
		}
		say(w, "<think>hm\nhm</think>\n**Nice**:\n\n- to meet you…")
	})
	conversation := Converse(c, 1)
	for range 2 {
		reply, err := conversation.Reply(t.Context(), "Hi")
		if err != nil || reply != "Nice: to meet you..." {
			t.Errorf("%q, %v", reply, err)
		}
	}
	said := func(role, content string) any {
		return map[string]any{"role": role, "content": content}
	}
	want := []any{said("system", defaultChatSystem), said("user", "Hi"),
		said("assistant", "Nice: to meet you..."), said("user", "Hi")}
	if diff := cmp.Diff(want, bodies[1]["messages"]); diff != "" || bodies[1]["model"] != "small" {
		t.Errorf("%v: %s", bodies[1], diff)
	}
	list, err := c.Respond(t.Context(), []string{"Hi", "Hi"})
	if err != nil || len(list) != 2 || len(bodies[3]["messages"].([]any)) != 2 {
		t.Errorf("%q, %v, %v", list, err, bodies[3])
	}
}

// A server that refuses max_tokens is asked by the newer name from then on.
func TestChatSettings(t *testing.T) {
	t.Setenv("LUNA_TEST_KEY", "sk-other")
	var bodies []map[string]any
	s := httptest.NewServer(http.HandlerFunc(func(w answer, r *http.Request) {
		var body map[string]any
		json.NewDecoder(r.Body).Decode(&body)
		bodies = append(bodies, body)
		if body["max_tokens"] != nil {
			http.Error(w, `{"error":{"message":"Unsupported parameter: 'max_tokens'"}}`, http.StatusBadRequest)
			return
		}
		say(w, r.Header.Get("Authorization"))
	}))
	defer s.Close()
	warm := 1.5
	r := suite.Must(Options{ChatModel: "large", ChatSystem: "You are Ann.", ChatTemperature: &warm, ChatTokens: 70,
		ChatKey: "LUNA_TEST_KEY"}.Open("chat:" + s.URL))(t)
	for range 2 {
		if list, err := r.Respond(t.Context(), []string{"Hi"}); err != nil || list[0] != "Bearer [key]" {
			t.Errorf("%q, %v", list, err)
		}
	}
	messages := []any{map[string]any{"role": "system", "content": "You are Ann."},
		map[string]any{"role": "user", "content": "Hi"}}
	old := map[string]any{"model": "large", "stream": false, "temperature": 1.5, "messages": messages}
	old["max_tokens"] = 70.0
	newer := maps.Clone(old)
	delete(newer, "max_tokens")
	newer["max_completion_tokens"] = 70.0
	if diff := cmp.Diff([]map[string]any{old, newer, newer}, bodies); diff != "" {
		t.Error(diff)
	}
}

func TestChatIsRepeated(t *testing.T) {
	for _, status := range []int{429, 500, 502, 503, 504} {
		var n atomic.Int32
		c := chatServer(t, func(w answer, _ *http.Request) {
			if n.Add(1) < 3 {
				w.WriteHeader(status)
				return
			}
			say(w, "Hello")
		})
		reply, err := Converse(c, 1).Reply(t.Context(), "Hi")
		if err != nil || reply != "Hello" || n.Load() != 3 {
			t.Errorf("status %d: %q, %v after %d attempts", status, reply, err, n.Load())
		}
	}
	var n atomic.Int32
	c := chatServer(t, func(w answer, _ *http.Request) {
		if n.Add(1) < 3 {
			panic(http.ErrAbortHandler) // the connection breaks
		}
		say(w, "Hello")
	})
	if reply, err := Converse(c, 1).Reply(t.Context(), "Hi"); err != nil || reply != "Hello" {
		t.Errorf("%q, %v", reply, err)
	}
}

func TestChatWaits(t *testing.T) {
	suite.Slow(t, "waits for time limits")
	var n atomic.Int32
	c := chatServer(t, func(w answer, _ *http.Request) {
		if n.Add(1) == 1 {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(429)
			return
		}
		say(w, "Hello")
	})
	start := time.Now()
	_, err := Converse(c, 1).Reply(t.Context(), "Hi")
	if took := time.Since(start); err != nil || took < time.Second {
		t.Errorf("%v after %v", err, took)
	}
}

func TestChatFaults(t *testing.T) {
	suite.Slow(t, "waits for time limits")
	t.Setenv(ChatKeyVariable, "sk-secret")
	for message, handler := range map[string]http.HandlerFunc{
		"found status 401, expected 200: bad key [key]": func(w answer, _ *http.Request) {
			w.WriteHeader(401)
			fmt.Fprint(w, `{"error":{"message":"bad key\nsk-secret"}}`)
		},
		"found status 404, expected 200: model 'x' not found": func(w answer, _ *http.Request) {
			w.WriteHeader(404)
			fmt.Fprint(w, `{"error":"model 'x' not found"}`)
		},
		"found status 307, expected 200": func(w answer, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusTemporaryRedirect)
		},
		"it asks to wait for 3600 s": func(w answer, _ *http.Request) {
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(429)
		},
		"found status 503, expected 200: busy": func(w answer, _ *http.Request) {
			http.Error(w, "busy", http.StatusServiceUnavailable)
		},
		`found the answer "hello [key]", expected {"choices"`: func(w answer, _ *http.Request) {
			fmt.Fprint(w, "hello sk-secret")
		},
		"found an answer without a reply": func(w answer, _ *http.Request) {
			fmt.Fprint(w, `{"choices":[{"message":{"content":null}}]}`)
		},
		"the responder's reply is empty": func(w answer, _ *http.Request) {
			say(w, "<think>never ends")
		},
		"found an answer of more than": func(w answer, _ *http.Request) { // 100 MB
			chunk := []byte(`{"choices":[{"message":{"content":"` + strings.Repeat("x", 1<<20))
			for range 100 {
				if _, err := w.Write(chunk); err != nil {
					return
				}
			}
		},
		"no answer within 2s": hang,
		"EOF":                 func(answer, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		t.Run(message, func(t *testing.T) {
			c := chatServer(t, handler)
			reply, err := Converse(c, 1).Reply(t.Context(), "Hi")
			if err == nil || !strings.Contains(err.Error(), message) {
				t.Errorf("%q, %v", reply, err)
			}
			for e := err; e != nil; e = errors.Unwrap(e) {
				if strings.Contains(e.Error(), "secret") || strings.Contains(e.Error(), "\n") {
					t.Errorf("the key or a line break is in %q", e)
				}
			}
		})
	}
}

func TestChatIsCanceled(t *testing.T) {
	c := chatServer(t, hang)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := Converse(c, 1).Reply(ctx, "Hi"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("found %v", err)
	}
}

func TestChatAddresses(t *testing.T) {
	for spec, want := range map[string]string{
		"chat:http://h":                           "http://h/v1/chat/completions",
		"chat:http://h:1/#m":                      "http://h:1/v1/chat/completions",
		"chat:https://h/v1":                       "https://h/v1/chat/completions",
		"chat:https://h/api/v1/":                  "https://h/api/v1/chat/completions",
		"chat:https://h/x/chat/completions?v=2#m": "https://h/x/chat/completions?v=2",
	} {
		r, err := Options{ChatModel: "other"}.Open(spec)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		c := r.(*chat)
		if c.server.Address != want || (c.server.Model == "m") != strings.HasSuffix(spec, "#m") {
			t.Errorf("%s: found %s, model %s, want %s", spec, c.server.Address, c.server.Model, want)
		}
	}
	for _, bad := range []string{"chat:", "chat:x", "chat:ftp://h", "chat://h",
		"chat:http://a:b@h/"} {
		if _, err := Open(bad); !errors.Is(err, ErrSpec) {
			t.Errorf("%s: found the error %v", bad, err)
		}
	}
	t.Setenv(ChatKeyVariable, "a\nb")
	if _, err := Open("chat:http://h"); err == nil ||
		!strings.Contains(err.Error(), ChatKeyVariable) {
		t.Errorf("a key of two lines: %v", err)
	}
}

func TestTidy(t *testing.T) {
	for text, want := range map[string]string{
		"  a \t\n b\r\nc ":                        "a b c",
		"It’s “fine” — really…":                   `It's "fine" - really...`,
		"1914–1918":                               "1914-1918",
		"**Yes**, I *do* like _it_ very __much__": "Yes, I do like it very much",
		"2*3*4 = 24, and a_b_c":                   "2*3*4 = 24, and a_b_c",
		"2 * 3 * 4":                               "2 * 3 * 4",
		"# Head\n\n- one\n* two\n+ three":         "Head one two three",
		"1. one\n2. two":                          "one two",
		"1. I said one":                           "1. I said one",
		"-5 degrees":                              "-5 degrees",
		"> quoted\n---\nsaid":                     "quoted said",
		"```go\nx := 1\n```":                      "x := 1",
		"use `ls` or [this](http://x.y/z)":        "use ls or this",
		"(*not* \"_that_\")!":                     `(not "that")!`,
		"e\u0301 \u00a0\u200b\ufeffx\x07\x00":     "é x",
		"\xffbad\x80":                             "bad",
		"❤\ufe0f":                                 "❤",
		"\u202eevil":                              "evil",
		"":                                        "",
	} {
		if got := Tidy(text, 100); got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

func TestTidyCuts(t *testing.T) {
	for _, c := range []struct {
		text string
		max  int
		want string
	}{
		{"One two. Three four.", 20, "One two. Three four."},
		{"One two. Three four.", 19, "One two."},
		{"One two. Three four.", 8, "One two."},
		{"One two three", 9, "One two"},
		{"One two three", 7, "One two"},
		{"A. Nine nine nine nine", 16, "A. Nine nine"}, // too little were left of it
		{"ééééé", 3, "ééé"},
		{"x", 0, ""},
		{"x", -1, ""},
	} {
		if got := Tidy(c.text, c.max); got != c.want {
			t.Errorf("%q, %d: found %q, want %q", c.text, c.max, got, c.want)
		}
	}
}

func FuzzTidy(f *testing.F) {
	f.Add("**a** [b](c)\n1. x\n2. y", 10)
	f.Add("`````__~~***", 3)
	f.Fuzz(func(t *testing.T, text string, max int) {
		max = min(max, 1000)
		got := Tidy(text, max)
		switch {
		case !utf8.ValidString(got), !norm.NFC.IsNormalString(got):
			t.Errorf("%q, %d: %q is not NFC", text, max, got)
		case got != strings.TrimSpace(got), strings.Contains(got, "  "),
			strings.ContainsFunc(got, unicode.IsControl):
			t.Errorf("%q, %d: %q is not one plain line", text, max, got)
		case got != "" && utf8.RuneCountInString(got) > max:
			t.Errorf("%q: %q has more than %d characters", text, got, max)
		}
	})
}

// ClosableResponder is a responder of a program.
type ClosableResponder interface {
	Responder
	io.Closer
}

// NewCommand returns a responder that runs a command line, with a timeout of its own if not 0.
func NewCommand(line string, timeout time.Duration) ClosableResponder {
	if timeout == 0 {
		timeout = respondTimeout
	}
	return newCommand(line, timeout)
}
