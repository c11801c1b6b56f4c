package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/internal/pause"
	"github.com/luna-rating/luna/luna/wire"
)

// client uses the wire interface with form-encoded requests, like a program of 2016.
type client struct {
	http  *http.Client
	base  string
	token string
	took  *measure.Latencies
}

// status is a response that is not 2xx.
type status struct {
	code    int
	message string
}

func (s *status) Error() string { return fmt.Sprintf("status %d: %s", s.code, s.message) }

// do sends a request once and decodes the answer.
func (c *client) do(ctx context.Context, method, path string, form url.Values, answer any) error {
	r, err := http.NewRequestWithContext(ctx, method, c.base+path, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	began := time.Now()
	response, err := c.http.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	c.took.Add(time.Since(began))
	if response.StatusCode/100 != 2 {
		var m wire.Message
		if err := json.Unmarshal(body, &m); err != nil || m.Message == "" {
			return fmt.Errorf("%s %s: status %d without a message: %.100s",
				method, path, response.StatusCode, body)
		}
		return &status{response.StatusCode, m.Message}
	}
	return json.Unmarshal(body, answer)
}

// insist repeats a request until it is answered, since the server may be down.
func (c *client) insist(
	ctx context.Context, method, path string, form url.Values, answer any,
) error {
	for {
		err := c.do(ctx, method, path, form, answer)
		s, refused := err.(*status)
		if err == nil || refused &&
			s.code != http.StatusServiceUnavailable && s.code != http.StatusTooManyRequests {
			return err
		}
		if stopped := pause.For(ctx, 20*time.Millisecond); stopped != nil {
			return fmt.Errorf("%w; the last attempt: %w", stopped, err)
		}
	}
}
