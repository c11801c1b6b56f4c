package client

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

	"github.com/luna-rating/luna/luna/wire"
)

// request is what is asked of the server.
type request struct {
	method, path string
	body         any // written as JSON; nil is none
	public       bool
}

// send makes one attempt of a request and reads the answer into a value.
func (c *Client) send(ctx context.Context, r request, into any) error {
	ctx, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	hr, err := c.prepare(ctx, r)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(hr)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, c.o.MostBytes+1))
	switch {
	case err != nil && resp.StatusCode < 300:
		return fmt.Errorf("%s %s: reading the answer: %w", r.method, r.path, err)
	case resp.StatusCode < 200 || resp.StatusCode > 299:
		return refusal(r, resp, answer)
	case int64(len(answer)) > c.o.MostBytes:
		return &answerError{r.method, r.path, fmt.Errorf("more than %d bytes", c.o.MostBytes)}
	}
	if err := json.Unmarshal(answer, into); err != nil {
		return &answerError{r.method, r.path, err}
	}
	return nil
}

func (c *Client) prepare(ctx context.Context, r request) (*http.Request, error) {
	var body io.Reader
	if r.body != nil {
		text, err := json.Marshal(r.body)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(text)
	}
	hr, err := http.NewRequestWithContext(ctx, r.method, c.base.String()+r.path, body)
	if err != nil {
		return nil, err
	}
	if r.body != nil {
		hr.Header.Set("Content-Type", "application/json")
	}
	hr.Header.Set("Accept", "application/json")
	hr.Header.Set("User-Agent", c.o.Agent)
	if token := c.Token(); token != "" && !r.public {
		hr.Header.Set("Authorization", "Bearer "+token)
	}
	return hr, nil
}

// refusal makes an error of an answer that is none to what was asked.
func refusal(r request, resp *http.Response, answer []byte) error {
	e := &Error{Method: r.method, Path: r.path, Status: resp.StatusCode, RetryAfter: retryAfter(resp.Header.Get("Retry-After"))}
	var m wire.Message
	if json.Unmarshal(answer, &m) == nil {
		e.Message = short(m.Message)
	}
	if to := resp.Header.Get("Location"); to != "" && e.Message == "" {
		e.Message = short("the server is at " + to)
	}
	return e
}

// short bounds what is quoted of an answer.
func short(s string) string {
	const most = 500
	s = strings.ToValidUTF8(s, "\ufffd")
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}

// retryAfter reads the header of that name: seconds, or a time.
func retryAfter(s string) time.Duration {
	if n, err := strconv.ParseUint(s, 10, 31); err == nil {
		return time.Duration(n) * time.Second
	}
	if at, err := http.ParseTime(s); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}

// repeat makes a request that may be made twice without harm, again and again after passing failures.
func (c *Client) repeat(ctx context.Context, r request, into any) error {
	return c.retry(ctx, passing, func() error { return c.send(ctx, r, into) })
}

// once makes a request that must not be made twice: again only after failures that certainly had no effect.
func (c *Client) once(ctx context.Context, r request, into any) error {
	err := c.retry(ctx, untouched, func() error { return c.send(ctx, r, into) })
	_, unread := errors.AsType[*answerError](err)
	if err != nil && (unread || passing(err) && !untouched(err)) {
		return fmt.Errorf("%w: %w", ErrUnclear, err)
	}
	return err
}
