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

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/wire"
)

// request is a request to the server.
type request struct {
	method, path string
	body         any  // written as JSON; nil is none
	public       bool // needs no token
}

// send makes one attempt of a request and decodes the answer.
func (c *Client) send(ctx context.Context, r request, answer any) error {
	_, err := c.sendForPage(ctx, r, c.o.MaxBytes, answer)
	return err
}

// pageInfo describes a page, apart from its content.
type pageInfo struct {
	bytes int64  // its size
	next  string // query of the next page; "" if there is none
}

// sendForPage is send for an answer that may have at most maxBytes and may be a page of a list.
func (c *Client) sendForPage(ctx context.Context, r request, maxBytes int64, answer any) (info pageInfo, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	hr, err := c.prepare(ctx, r)
	if err != nil {
		return info, err
	}
	resp, err := c.http.Do(hr)
	if err != nil {
		return info, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxBytes+1))
	switch {
	case err != nil && resp.StatusCode < 300:
		return info, fmt.Errorf("%s %s: reading the answer: %w", r.method, r.path, err)
	case resp.StatusCode < 200 || resp.StatusCode > 299:
		return info, refusal(r, resp, body)
	case int64(len(body)) > maxBytes:
		return info, &answerError{r.method, r.path, fmt.Errorf("more than %d bytes", c.o.MaxBytes)}
	}
	if err := json.Unmarshal(body, answer); err != nil {
		return info, &answerError{r.method, r.path, err}
	}
	return pageInfo{bytes: int64(len(body)), next: nextPage(resp.Header)}, nil
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
	httpx.Forward(ctx, hr.Header)
	if token := c.Token(); token != "" && !r.public {
		hr.Header.Set("Authorization", "Bearer "+token)
	}
	return hr, nil
}

// refusal returns the error for an answer whose status is not 2xx.
func refusal(r request, resp *http.Response, body []byte) error {
	e := &Error{
		Method: r.method, Path: r.path, Status: resp.StatusCode,
		RetryAfter: retryAfter(resp.Header.Get("Retry-After")),
	}
	var m wire.Message
	if json.Unmarshal(body, &m) == nil {
		e.Message = short(m.Message)
	}
	if to := resp.Header.Get("Location"); to != "" && e.Message == "" {
		e.Message = short("the server is at " + to)
	}
	return e
}

// short truncates what is quoted from an answer.
func short(s string) string {
	const maxLength = 500
	s = strings.ToValidUTF8(s, "\ufffd")
	if runes := []rune(s); len(runes) > maxLength {
		return string(runes[:maxLength]) + "…"
	}
	return s
}

// retryAfter parses the header of that name: a number of seconds or a time.
func retryAfter(s string) time.Duration {
	if n, err := strconv.ParseUint(s, 10, 31); err == nil {
		return time.Duration(n) * time.Second
	}
	if at, err := http.ParseTime(s); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}

// repeat sends a request that is safe to repeat, and retries after temporary failures.
func (c *Client) repeat(ctx context.Context, r request, answer any) error {
	return c.retry(ctx, temporary, func() error { return c.send(ctx, r, answer) })
}

// once sends a request that must not be carried out twice. It retries only after failures without
// effect.
func (c *Client) once(ctx context.Context, r request, answer any) error {
	err := c.retry(ctx, withoutEffect, func() error { return c.send(ctx, r, answer) })
	_, badAnswer := errors.AsType[*answerError](err)
	if err != nil && (badAnswer || temporary(err) && !withoutEffect(err)) {
		return fmt.Errorf("%w: %w", ErrUnclear, err)
	}
	return err
}
