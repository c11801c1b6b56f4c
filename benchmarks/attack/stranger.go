package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/pause"
)

// stranger is a client of the Luna Game with an address and, once registered, a token.
type stranger struct {
	*server
	from  string // the address that the proxy reports
	token string
}

// crowd has connections for many strangers.
var crowd = &http.Client{
	Transport: &http.Transport{MaxIdleConnsPerHost: 256, MaxConnsPerHost: 256},
	Timeout:   2 * time.Minute,
}

// refused is an answer that is not 2xx.
type refused struct {
	status int
	text   string
	after  time.Duration // when to try again
}

func (r *refused) Error() string { return fmt.Sprintf("status %d: %.200s", r.status, r.text) }

// status returns the status of an answer from its error, 200 for none.
func status(err error) int {
	if err == nil {
		return http.StatusOK
	}
	if r, ok := errors.AsType[*refused](err); ok {
		return r.status
	}
	return 0
}

// do sends a request once, with a body in JSON if it is not nil, and decodes the answer.
func (s *stranger) do(ctx context.Context, method, path string, body, answer any) error {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return err
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, s.base+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	r.Header.Set("X-Forwarded-For", s.from)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if s.token != "" {
		r.Header.Set("Authorization", "Bearer "+s.token)
	}
	a, err := crowd.Do(r)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	text, err = io.ReadAll(a.Body)
	if err != nil {
		return err
	}
	if a.StatusCode/100 != 2 {
		seconds, _ := strconv.Atoi(a.Header.Get("Retry-After"))
		return &refused{a.StatusCode, strings.TrimSpace(string(text)),
			time.Duration(seconds) * time.Second}
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(text, answer)
}

// patient repeats a request while the server asks to wait for at most a time.
func (s *stranger) patient(
	ctx context.Context, patience time.Duration, method, path string, body, answer any,
) error {
	for {
		err := s.do(ctx, method, path, body, answer)
		r, ok := errors.AsType[*refused](err)
		if !ok || r.status != http.StatusTooManyRequests || r.after > patience ||
			strings.Contains(r.text, "too many texts") { // which come back too slowly
			return err
		}
		if stopped := pause.For(ctx, max(r.after/4, 10*time.Millisecond)); stopped != nil {
			return stopped
		}
	}
}

// guest registers a guest at an address.
func (s *server) guest(ctx context.Context, from string) (*stranger, error) {
	g := &stranger{server: s, from: from}
	var t struct{ Token string }
	err := g.patient(ctx, time.Minute, http.MethodGet, "/registerGuest", nil, &t)
	g.token = t.Token
	return g, err
}

// password is everybody's.
const password = "correct horse battery"

// person registers a person with a name at an address.
func (s *server) person(ctx context.Context, from, name string) (*stranger, error) {
	p := &stranger{server: s, from: from}
	var t struct{ Token string }
	err := p.patient(ctx, time.Minute, http.MethodPost, "/register", map[string]any{
		"username": name, "password": password, "consent": true}, &t)
	p.token = t.Token
	return p, err
}
