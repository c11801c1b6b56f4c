package responder

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	// maxChatTokens is the default of [Options].ChatTokens.
	maxChatTokens = 1000
	// maxChatTries is how often a request is sent to a server that is overloaded or broken.
	maxChatTries = 4
	// maxRetryAfter is the longest time that a server may ask to wait; otherwise it is an error.
	maxRetryAfter = 30 * time.Second
)

// completion is the body of a request to a chat server.
type completion struct {
	Model     string    `json:"model,omitempty"`
	Messages  []message `json:"messages"`
	MaxTokens int       `json:"max_tokens,omitempty"`
	// NewMaxTokens takes the place of MaxTokens at servers that refuse it.
	NewMaxTokens int      `json:"max_completion_tokens,omitempty"`
	Temperature  *float64 `json:"temperature,omitempty"`
	Stream       bool     `json:"stream"`
}

// request returns the body of a request.
func (c *chat) request(messages []message) ([]byte, error) {
	r := completion{Model: c.model, Messages: messages, MaxTokens: c.tokens, Temperature: c.temperature}
	if c.newer.Load() {
		r.MaxTokens, r.NewMaxTokens = 0, c.tokens
	}
	return json.Marshal(r)
}

// complete returns the server's reply to some messages.
func (c *chat) complete(ctx context.Context, messages []message) (string, error) {
	timeout := fmt.Errorf("no answer within %v", c.timeout)
	ctx, cancel := context.WithTimeoutCause(ctx, c.timeout, timeout)
	defer cancel()
	waits := backoff.NewExponentialBackOff()
	waits.InitialInterval, waits.Multiplier = c.first, 2
	reply, err := backoff.Retry(ctx, func() (string, error) {
		body, err := c.request(messages)
		if err != nil {
			return "", backoff.Permanent(err)
		}
		return c.try(ctx, body)
	},
		backoff.WithBackOff(waits), backoff.WithMaxTries(maxChatTries),
		backoff.WithMaxElapsedTime(c.timeout))
	switch {
	case err == nil:
		return reply, nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		err = context.Cause(ctx)
	}
	return "", fmt.Errorf("responder chat:%s: %w", c.address, err)
}

// try sends a request once. An error that another attempt would not mend is permanent.
func (c *chat) try(ctx context.Context, body []byte) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address, bytes.NewReader(body))
	if err != nil {
		return "", backoff.Permanent(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if c.key != "" {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err != nil {
		return "", err
	}
	if c.key != "" { // some servers repeat it
		answer = bytes.ReplaceAll(answer, []byte(c.key), []byte("[key]"))
	}
	if resp.StatusCode == http.StatusBadRequest && bytes.Contains(answer, []byte("max_tokens")) &&
		c.newer.CompareAndSwap(false, true) {
		return "", &backoff.RetryAfterError{} // at once, by the newer name
	}
	if resp.StatusCode != http.StatusOK {
		return "", refused(resp, answer)
	}
	reply, err := replyFrom(answer)
	if err != nil {
		return "", backoff.Permanent(err)
	}
	return reply, nil
}

// replyFrom returns the reply in a server's answer.
func replyFrom(answer []byte) (string, error) {
	if len(answer) > maxAnswer {
		return "", fmt.Errorf("found an answer of more than %d bytes, expected a short one",
			maxAnswer)
	}
	var got struct {
		Choices []struct {
			Message struct{ Content *string }
		}
	}
	const want = `expected {"choices":[{"message":{"content":…`
	if err := json.Unmarshal(answer, &got); err != nil {
		return "", fmt.Errorf("found the answer %.60q, %s: %w", answer, want, err)
	}
	if len(got.Choices) == 0 || got.Choices[0].Message.Content == nil {
		return "", fmt.Errorf("found an answer without a reply, %s", want)
	}
	reply := thoughts.ReplaceAllString(*got.Choices[0].Message.Content, "")
	if Tidy(reply, maxReply) == "" {
		return "", ErrNoReply
	}
	return reply, nil
}

// thoughts matches the thoughts that some models write before their reply. If they are cut off,
// they have no end.
var thoughts = regexp.MustCompile(`(?s)^\s*<think>.*?(</think>|$)`)

// refused returns the error of an answer with another status than 200.
func refused(resp *http.Response, answer []byte) error {
	text := fmt.Sprintf("found status %d, expected 200", resp.StatusCode)
	if m := messageFrom(answer); m != "" {
		text += ": " + m
	}
	err := errors.New(text)
	switch resp.StatusCode {
	case http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
	default:
		return backoff.Permanent(err)
	}
	seconds, bad := strconv.Atoi(strings.TrimSpace(resp.Header.Get("Retry-After")))
	switch {
	case bad != nil || seconds <= 0:
		return err
	case seconds > int(maxRetryAfter.Seconds()):
		return backoff.Permanent(fmt.Errorf("%w (it asks to wait for %d s)", err, seconds))
	}
	after := &backoff.RetryAfterError{Duration: time.Duration(seconds) * time.Second}
	return &waitError{error: err, after: after}
}

// waitError is an error after which the server asks the client to wait.
type waitError struct {
	error
	after *backoff.RetryAfterError
}

func (w *waitError) Unwrap() []error { return []error{w.error, w.after} }

// messageFrom returns the message in a refusal: {"error":{"message":…}}, {"error":…},
// {"message":…} or else the text itself.
func messageFrom(answer []byte) string {
	var got struct {
		Error   json.RawMessage
		Message string
	}
	text := string(answer)
	if json.Unmarshal(answer, &got) == nil {
		var inner struct{ Message string }
		var plain string
		switch {
		case json.Unmarshal(got.Error, &inner) == nil && inner.Message != "":
			text = inner.Message
		case json.Unmarshal(got.Error, &plain) == nil && plain != "":
			text = plain
		case got.Message != "":
			text = got.Message
		}
	}
	return Tidy(text, 200)
}
