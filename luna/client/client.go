package client

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Options are settings of a [Client]; the zero value is good for all.
type Options struct {
	// HTTP sends the requests; nil means one that all clients share. Redirections are not followed: they would turn submissions into
	// something else.
	HTTP *http.Client
	// Timeout is how long one attempt of a request may take; 0 means 30 s.
	Timeout time.Duration
	// Patience is for how long a request is tried again after passing failures; 0 means 2 minutes, and a negative one that nothing is
	// tried twice.
	Patience time.Duration
	// FirstWait is about how long to wait before the second attempt; later waits are longer, up to 30 s. 0 means ½ s.
	FirstWait time.Duration
	// Failed, if not nil, is told of each passing failure and of how long the client waits until the next attempt.
	Failed func(err error, wait time.Duration)
	// MostBytes is how large an answer may be; 0 means 256 MB, which is room for some ten thousand finished games.
	MostBytes int64
	// Agent is the User-Agent that the server sees; "" means "luna-client".
	Agent string
}

// What Options mean where they say nothing.
const (
	timeout   = 30 * time.Second
	patience  = 2 * time.Minute
	firstWait = 500 * time.Millisecond
	longWait  = 30 * time.Second
	mostBytes = 256 << 20
)

// Client is a player's access to a server.
type Client struct {
	base *url.URL
	http *http.Client
	o    Options

	mu    sync.Mutex
	token string
}

// New returns a client of the server whose pages are below an address such as "https://luna.example.org". The token is what a registration or
// login gave; "" is good for these.
func New(baseURL, token string, o Options) (*Client, error) {
	base, err := url.Parse(strings.TrimSpace(baseURL))
	switch {
	case err != nil:
		return nil, fmt.Errorf("server: %w", err)
	case base.Scheme != "http" && base.Scheme != "https", base.Host == "":
		return nil, fmt.Errorf("server: found %q, expected an address such as http://127.0.0.1:8080", baseURL)
	case base.User != nil, base.RawQuery != "", base.Fragment != "":
		return nil, fmt.Errorf("server: found %q, expected an address without user, query and fragment", base.Redacted())
	}
	base.Path = strings.TrimRight(base.Path, "/")
	base.RawPath = ""
	o.Timeout = orElse(o.Timeout, timeout)
	o.Patience = orElse(o.Patience, patience)
	o.FirstWait = orElse(o.FirstWait, firstWait)
	o.MostBytes = orElse(o.MostBytes, mostBytes)
	o.Agent = orElse(o.Agent, "luna-client")
	return &Client{base: base, http: direct(o.HTTP), o: o, token: token}, nil
}

func orElse[T comparable](x, other T) T {
	var zero T
	if x == zero {
		return other
	}
	return x
}

// shared keeps as many connections open as the players of one program may need.
var shared = sync.OnceValue(func() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = t.MaxIdleConns
	return &http.Client{Transport: t}
})

// direct is a client that follows no redirection.
func direct(h *http.Client) *http.Client {
	if h == nil {
		h = shared()
	}
	c := *h
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &c
}

// Token is what the client identifies its player by.
func (c *Client) Token() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.token
}

// SetToken makes the client the one of another token's player.
func (c *Client) SetToken(token string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.token = token
}

// Server is the address of the server.
func (c *Client) Server() string { return c.base.String() }
