// Package ask sends JSON requests to a server that is measured or attacked, like a player who knows
// only the description of the interface.
package ask

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Player is a client that sends requests.
type Player struct {
	Client  *http.Client
	Base    string // URL of the server
	Token   string // "" for none
	Address string // reported by a proxy for the player, "" for no proxy
}

// Refusal is the error for an answer whose status is not 2xx.
type Refusal struct {
	Status int
	Text   string
	After  time.Duration // when to try again
}

// Error returns the status and the beginning of the answer.
func (r *Refusal) Error() string { return fmt.Sprintf("status %d: %.200s", r.Status, r.Text) }

// Do sends a request once, with body as JSON unless it is nil, reads the whole answer, and decodes
// it into answer unless that is nil. The error is a [Refusal] if the server refused.
func (p Player) Do(ctx context.Context, method, path string, body, answer any) error {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return err
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, p.Base+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if p.Address != "" {
		r.Header.Set("X-Forwarded-For", p.Address)
	}
	if p.Token != "" {
		r.Header.Set("Authorization", "Bearer "+p.Token)
	}
	a, err := p.Client.Do(r)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	if text, err = io.ReadAll(a.Body); err != nil {
		return err
	}
	if a.StatusCode/100 != 2 {
		seconds, _ := strconv.Atoi(a.Header.Get("Retry-After"))
		return fmt.Errorf("%s %s: %w", method, path, &Refusal{a.StatusCode,
			strings.TrimSpace(string(text)), time.Duration(seconds) * time.Second})
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(text, answer)
}
