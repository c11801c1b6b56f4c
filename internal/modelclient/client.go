// Package modelclient asks servers of language models that have the interface of OpenAI for chat
// completions and embeddings. It repeats requests to servers that are overloaded or cannot be
// reached. The key of a server is in no error.
package modelclient

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/luna-rating/luna/internal/httpx"
)

// KeyVariable is the environment variable with the key of servers, unless another one is named.
const KeyVariable = "LUNA_CHAT_KEY"

// ErrAddress is what is expected where an address of a server is not one.
var ErrAddress = errors.New("an address such as http://127.0.0.1:11434/v1")

// Client is a server and how patient to be with it. It is safe for concurrent use; its fields may
// be changed before that.
type Client struct {
	Address string // of requests, such as http://127.0.0.1:11434/v1/embeddings
	Host    string // of Address, with its port if it has one
	Model   string // its name, or ""

	Timeout time.Duration // of a request with all its attempts
	Attempt time.Duration // of one of them, after which there is no other; 0 for that of all
	First   time.Duration // the wait after the first attempt, doubled after each further one
	Tries   int           // how often a request is sent
	MaxWait time.Duration // the longest time that a server may ask to wait; otherwise it is an error
	MaxSize int64         // of an answer in bytes

	models   string // the address of the list of models
	variable string
	key      string
	http     *http.Client
	// refusedFields are those that the server has refused.
	refusedFields atomic.Uint32
}

// Open returns the client of a server whose address has a path such as /v1, which is also added to
// an address without one. The endpoint, such as embeddings, is added to the path unless it is
// there. The text after a # is the name of a model. The variable is the one with the key; "" is
// [KeyVariable].
func Open(address, endpoint, variable string) (*Client, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return nil, ErrAddress
	}
	variable = cmp.Or(variable, KeyVariable)
	c := &Client{Host: u.Host, Model: u.Fragment, Timeout: 10 * time.Minute, First: time.Second, Tries: 4,
		MaxWait: 30 * time.Second, MaxSize: 1 << 20, variable: variable, key: os.Getenv(variable), http: httpx.Client(nil)}
	if strings.ContainsFunc(c.key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New(variable + ": found a space or a character outside of ASCII, expected a key")
	}
	u.Fragment, u.RawFragment, u.RawPath = "", "", ""
	p := strings.TrimSuffix(u.Path, "/")
	base, whole := strings.CutSuffix(p, "/"+endpoint)
	if base == "" && !whole {
		base = "/v1"
	}
	if u.Path = path.Join(base, endpoint); whole {
		u.Path = p
	}
	c.Address = u.String()
	u.Path = path.Join("/", base, "models")
	c.models = u.String()
	return c, nil
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// do sends a body in JSON, or asks for what is at the address if that is nil, until there is an
// answer. It decodes what is wanted.
func (c *Client) do(ctx context.Context, address string, body, into any, want string) (answer []byte, err error) {
	method, content := http.MethodGet, []byte(nil)
	if body != nil {
		if content, err = json.Marshal(body); err != nil {
			return nil, err
		}
		method = http.MethodPost
	}
	ctx, cancel := within(ctx, c.Timeout)
	defer cancel()
	waits := backoff.NewExponentialBackOff()
	waits.InitialInterval, waits.Multiplier = c.First, 2
	answer, err = backoff.Retry(ctx, func() ([]byte, error) { return c.try(ctx, method, address, content) },
		backoff.WithBackOff(waits), backoff.WithMaxTries(uint(c.Tries)), backoff.WithMaxElapsedTime(c.Timeout))
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, err
	}
	if err := json.Unmarshal(answer, into); err != nil {
		return nil, fmt.Errorf("found the answer %.60q, expected %s: %w", answer, want, err)
	}
	return answer, nil
}

// within bounds the time until there is an answer.
func within(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, d, fmt.Errorf("no answer within %v", d))
}

// try sends a request once. An error that another attempt would not mend is permanent.
func (c *Client) try(ctx context.Context, method, address string, content []byte) (answer []byte, err error) {
	ctx, cancel := within(ctx, cmp.Or(c.Attempt, c.Timeout))
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(content))
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if c.key != "" {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
	resp, err := c.http.Do(req)
	if err == nil {
		defer resp.Body.Close()
		answer, err = io.ReadAll(io.LimitReader(resp.Body, c.MaxSize+1))
	}
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err // without the address
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, backoff.Permanent(context.Cause(ctx))
	case err != nil:
		return nil, err
	case c.key != "": // some servers repeat it
		answer = bytes.ReplaceAll(answer, []byte(c.key), []byte("[key]"))
	}
	switch {
	case resp.StatusCode != http.StatusOK:
		return nil, c.refused(resp, answer)
	case int64(len(answer)) > c.MaxSize:
		return nil, backoff.Permanent(fmt.Errorf("found an answer of more than %d bytes, expected a short one",
			c.MaxSize))
	}
	return answer, nil
}

// Destination says where texts go, as in "they …".
func (c *Client) Destination() string {
	switch {
	case c.Loopback():
		return "go to " + c.Host + ", a server on this computer"
	case strings.HasPrefix(c.Address, "http:"):
		return "leave this computer, unencrypted, for " + c.Host
	}
	return "leave this computer for " + c.Host
}

// Loopback reports whether the server is on this computer.
func (c *Client) Loopback() bool {
	name := strings.ToLower(strings.TrimSuffix((&url.URL{Host: c.Host}).Hostname(), "."))
	address, err := netip.ParseAddr(name)
	return err == nil && address.Unmap().IsLoopback() || name == "localhost" || strings.HasSuffix(name, ".localhost")
}
