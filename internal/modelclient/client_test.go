package modelclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
)

func TestOpen(t *testing.T) {
	for address, want := range map[string]string{
		"http://h":                      "http://h/v1/embeddings http://h/v1/models h  false",
		"http://127.0.0.1:8080/#m":      "http://127.0.0.1:8080/v1/embeddings http://127.0.0.1:8080/v1/models 127.0.0.1:8080 m true",
		"HTTP://LOCALHOST/v1/":          "http://LOCALHOST/v1/embeddings http://LOCALHOST/v1/models LOCALHOST  true",
		"https://[::1]:1/api/v1#a/b:c":  "https://[::1]:1/api/v1/embeddings https://[::1]:1/api/v1/models [::1]:1 a/b:c true",
		"https://h/embeddings?v=2":      "https://h/embeddings?v=2 https://h/models?v=2 h  false",
		"http://h/v1/embeddings/#m":     "http://h/v1/embeddings http://h/v1/models h m false",
		"http://localhost.example.org/": "http://localhost.example.org/v1/embeddings http://localhost.example.org/v1/models localhost.example.org  false",
	} {
		c, err := Open(address, "embeddings", "")
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		if got := fmt.Sprint(c.Address, " ", c.models, " ", c.Host, " ", c.Model, " ", c.Loopback()); got != want {
			t.Errorf("%s:\nfound %s\nwant  %s", address, got, want)
		}
	}
	for _, bad := range []string{"", "h", "ftp://h", "http:", "http:///v1", "http://a:b@h", "http://h:x"} {
		if _, err := Open(bad, "embeddings", ""); !errors.Is(err, ErrAddress) {
			t.Errorf("%q: found %v", bad, err)
		}
	}
	t.Setenv("OTHER_KEY", "a b")
	if _, err := Open("http://h", "embeddings", "OTHER_KEY"); err == nil || err.Error() !=
		"OTHER_KEY: found a space or a character outside of ASCII, expected a key" {
		t.Errorf("found %v", err)
	}
}

func TestKey(t *testing.T) {
	t.Setenv("OTHER_KEY", "sk-other")
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		io.WriteString(w, "no: "+r.Header.Get("Authorization"))
	}))
	defer s.Close()
	for variable, want := range map[string]string{
		"OTHER_KEY": "found status 401, expected 200: no: Bearer [key]; the environment variable OTHER_KEY has the key " +
			"that was sent",
		"NO_KEY": "found status 401, expected 200: no:; the environment variable NO_KEY is not set",
	} {
		_, err := suite.Must(Open(s.URL, "embeddings", variable))(t).Embed(t.Context(), []string{"a"})
		var refusal *Refusal
		if err == nil || err.Error() != want || !errors.As(err, &refusal) || refusal.Status != 401 {
			t.Errorf("found %v, want %s", err, want)
		}
	}
}

// The error of a server that cannot be reached has neither its address nor a query in it.
func TestUnreachable(t *testing.T) {
	c := suite.Must(Open("http://127.0.0.1:1/v1?token=secret", "embeddings", ""))(t)
	c.First, c.Tries = time.Millisecond, 2
	if _, err := c.Embed(t.Context(), []string{"a"}); err == nil || strings.Contains(err.Error(), "secret") ||
		!strings.Contains(err.Error(), "127.0.0.1:1") {
		t.Errorf("found %v", err)
	}
}

func TestEmbed(t *testing.T) {
	var body map[string]any
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		json.NewDecoder(r.Body).Decode(&body)
		io.WriteString(w, `{"data":[{"index":1,"embedding":[3, -4e-1]},{"embedding":[1,2]}]}`)
	}))
	defer s.Close()
	c := suite.Must(Open(s.URL+"#m", "embeddings", ""))(t)
	v, err := c.Embed(t.Context(), []string{"<a>", "b\n"})
	if err != nil || fmt.Sprint(v) != "[[1 2] [3 -0.4]]" {
		t.Errorf("found %v, %v", v, err)
	}
	if fmt.Sprint(body) != "map[encoding_format:float input:[<a> b\n] model:m]" {
		t.Errorf("found the request %v", body)
	}
}

func TestRetryAfter(t *testing.T) {
	for header, want := range map[string]time.Duration{
		"": 0, "x": 0, "-1": 0, "0": 0, "NaN": 0, " 2 ": 2 * time.Second, "0.5": time.Second / 2,
		"1e300": 1e6 * time.Second, "Mon, 02 Jan 2006 15:04:05 GMT": -1,
	} {
		if got := retryAfter(header); got != want && (want >= 0 || got > 0) {
			t.Errorf("%q: found %v, want %v", header, got, want)
		}
	}
	if got := retryAfter(time.Now().Add(time.Minute).UTC().Format(http.TimeFormat)); got < 50*time.Second || got > time.Minute {
		t.Errorf("found %v", got)
	}
}

func TestMessages(t *testing.T) {
	for answer, want := range map[string]string{
		`{"error":{"message":"a\u0000\u202e\n b"}}`: "a b",
		`{"error":"a"}`:           "a",
		`{"message":"a"}`:         "a",
		"<p>\r\n\ta\xff\x1b[1m":   "<p> a[1m",
		"":                        "",
		strings.Repeat("é", 9999): strings.Repeat("é", 199) + "…",
	} {
		if got := messageFrom([]byte(answer)); got != want {
			t.Errorf("%.50q: found %q, want %q", answer, got, want)
		}
	}
}

// All requests that were on their way when a server refused max_tokens are sent again.
//
//luna:race
func TestNewMaxTokens(t *testing.T) {
	var refused sync.WaitGroup
	refused.Add(2)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		json.NewDecoder(r.Body).Decode(&body)
		if body["max_tokens"] != nil {
			refused.Done()
			refused.Wait()
			w.WriteHeader(http.StatusBadRequest)
			io.WriteString(w, `{"error":{"message":"unsupported","param":"max_tokens"}}`)
			return
		}
		fmt.Fprintf(w, `{"choices":[{"message":{"content":"%v"}}]}`, body["max_completion_tokens"])
	}))
	defer s.Close()
	c := suite.Must(Open(s.URL, "chat/completions", ""))(t)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if reply, err := c.Complete(t.Context(), nil, Settings{Tokens: 7}); err != nil || reply.Text != "7" {
				t.Errorf("found %v, %v", reply, err)
			}
		})
	}
	wg.Wait()
}

func TestDestination(t *testing.T) {
	for address, want := range map[string]string{
		"https://api.example.org/v1?x=y#m": "leave this computer for api.example.org",
		"http://192.0.2.1:8080/v1":         "leave this computer, unencrypted, for 192.0.2.1:8080",
		"http://localhost:11434/v1":        "go to localhost:11434, a server on this computer",
	} {
		if got := suite.Must(Open(address, "embeddings", ""))(t).Destination(); got != want {
			t.Errorf("%s: found %q, want %q", address, got, want)
		}
	}
}

// Servers refuse fields one by one, a form of replies without naming it. Requests that follow leave
// them out from the start.
func TestRefusedFields(t *testing.T) {
	var sent []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		json.NewDecoder(r.Body).Decode(&body)
		var has []string
		for _, field := range []string{"max_tokens", "temperature", "response_format"} {
			if body[field] != nil {
				has = append(has, field)
			}
		}
		sent = append(sent, strings.Join(has, "+"))
		switch {
		case len(has) == 0:
			io.WriteString(w, `{"choices":[{"message":{"content":"<think>a</think>b"}}],
				"usage":{"prompt_tokens":12.0,"completion_tokens":-3}}`)
		case has[0] == "response_format":
			w.WriteHeader(http.StatusUnprocessableEntity)
			io.WriteString(w, "no grammars")
		default:
			w.WriteHeader(http.StatusBadRequest)
			io.WriteString(w, "unsupported: "+has[0])
		}
	}))
	defer s.Close()
	c := suite.Must(Open(s.URL, "chat/completions", ""))(t)
	for range 2 {
		reply, err := c.Complete(t.Context(), nil, Settings{Tokens: 7, Temperature: new(float64), Schema: true})
		if want := (Reply{"b", 12, 0}); err != nil || reply != want {
			t.Errorf("found %v, %v, want %v", reply, err, want)
		}
	}
	want := "[max_tokens+temperature+response_format temperature+response_format response_format  ]"
	if got := fmt.Sprint(sent); got != want {
		t.Errorf("found the fields %s, want %s", got, want)
	}
}

// A server that says nothing is not asked again.
func TestAttempt(t *testing.T) {
	var asked atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}))
	defer s.Close()
	c := suite.Must(Open(s.URL, "chat/completions", ""))(t)
	c.First, c.Attempt = time.Millisecond, 20*time.Millisecond
	_, err := c.Complete(t.Context(), nil, Settings{})
	if err == nil || err.Error() != "no answer within 20ms" || asked.Load() != 1 {
		t.Errorf("found %v after %d requests", err, asked.Load())
	}
}
