package main

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/ask"
	"github.com/luna-rating/luna/internal/parallel"
)

// stranger is a client of the Luna Game with an address and, once registered, a token.
type stranger struct {
	*server
	from  string // the address that the proxy reports
	token string
}

// crowd holds connections for many strangers.
var crowd = &http.Client{
	Transport: &http.Transport{MaxIdleConnsPerHost: 256, MaxConnsPerHost: 256},
	Timeout:   2 * time.Minute,
}

// status returns the status of an answer from its error, 200 for none.
func status(err error) int {
	if err == nil {
		return http.StatusOK
	}
	if r, ok := errors.AsType[*ask.Refusal](err); ok {
		return r.Status
	}
	return 0
}

// do sends a request once, with a body in JSON if it is not nil, and decodes the answer.
func (s *stranger) do(ctx context.Context, method, path string, body, answer any) error {
	return ask.Player{Client: crowd, Base: s.base, Token: s.token, Address: s.from}.Do(ctx, method, path,
		body, answer)
}

// patient repeats a request as long as the server asks to wait, for at most the given time.
func (s *stranger) patient(
	ctx context.Context, patience time.Duration, method, path string, body, answer any,
) error {
	for {
		err := s.do(ctx, method, path, body, answer)
		r, ok := errors.AsType[*ask.Refusal](err)
		if !ok || r.Status != http.StatusTooManyRequests || r.After > patience ||
			strings.Contains(r.Text, "too many texts") { // which come back too slowly
			return err
		}
		if stopped := parallel.Sleep(ctx, max(r.After/4, 10*time.Millisecond)); stopped != nil {
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

// serveGuest starts a server with a guest.
func (b *bench) serveGuest(ctx context.Context) (*server, *stranger, error) {
	s, err := b.serveLuna(ctx, "luna.db")
	if err != nil {
		return nil, nil, err
	}
	g, err := s.guest(ctx, "203.0.113.1")
	return s, g, err
}

// password is the password of all accounts.
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
