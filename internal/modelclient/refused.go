package modelclient

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/luna-rating/luna/internal/text"
)

// Refusal is the error of an answer with another status than 200.
type Refusal struct {
	Status int
	text   string
	answer []byte
	after  error // says when to ask again, if the server does
}

// Error says which status was found, and what the server says about it.
func (r *Refusal) Error() string { return r.text }

// Unwrap returns the error that says when to ask again, or nil.
func (r *Refusal) Unwrap() error { return r.after }

// refused returns the error of an answer with another status than 200.
func (c *Client) refused(resp *http.Response, answer []byte) error {
	err := &Refusal{Status: resp.StatusCode, text: fmt.Sprintf("found status %d, expected 200", resp.StatusCode),
		answer: answer}
	if m := messageFrom(answer); m != "" {
		err.text += ": " + m
	}
	switch resp.StatusCode {
	case http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		wait := retryAfter(resp.Header.Get("Retry-After"))
		if wait > 0 {
			err.after = &backoff.RetryAfterError{Duration: wait}
		}
		if wait <= c.MaxWait {
			return err
		}
		err.text += fmt.Sprintf(" (it asks to wait for %.0f s)", wait.Seconds())
	case http.StatusUnauthorized, http.StatusForbidden:
		is := "is not set"
		if c.key != "" {
			is = "has the key that was sent"
		}
		err.text += fmt.Sprintf("; the environment variable %s %s", c.variable, is)
	}
	return backoff.Permanent(err)
}

// retryAfter returns how long a server asks to wait, in seconds or until a time; 0 if it does not.
func retryAfter(header string) time.Duration {
	const most = 1e6 // seconds
	header = strings.TrimSpace(header)
	if seconds, err := strconv.ParseFloat(header, 64); err == nil && seconds > 0 {
		return time.Duration(min(seconds, most) * float64(time.Second))
	}
	if at, err := http.ParseTime(header); err == nil {
		return time.Until(at)
	}
	return 0
}

// messageFrom returns the message in a refusal: {"error":{"message":…}}, {"error":…},
// {"message":…} or else the text itself, on one line.
func messageFrom(answer []byte) string {
	var got struct{ Error, Message any }
	_ = json.Unmarshal(answer, &got) // else there is neither
	inner, _ := got.Error.(map[string]any)
	for _, said := range []any{inner["message"], got.Error, got.Message} {
		if s, ok := said.(string); ok && s != "" {
			answer = []byte(s)
			break
		}
	}
	s := strings.ToValidUTF8(string(answer[:min(len(answer), 4096)]), "")
	return text.Abridge(text.Visible(s), 200)
}
