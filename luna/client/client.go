// Package client speaks the wire interface of a Luna server, for machine players and other programs
// that play Luna Games.
//
// A [Client] has the token of one player. Its methods are safe for concurrent use and retry after
// temporary failures (no connection, 429, 502, 503, 504), after increasing random delays or the
// delay in the server's Retry-After header. A submission that must not take effect twice is not
// sent twice: if it is unknown whether it succeeded, the client fetches the game first.
//
// A refusal by the server is an [*Error] with its status and message. Texts and guesses that the
// rules do not allow are refused with a [*game.InvalidError] before anything is sent.
package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/wire"
)

// Options are the settings of a [Client]. The zero value has the defaults.
type Options struct {
	// HTTP sends the requests; nil means a client that all clients share. Redirects are not
	// followed: they would change the method of submissions.
	HTTP *http.Client
	// Timeout limits one attempt of a request; 0 means 30 s.
	Timeout time.Duration
	// Patience is how long a request is retried after temporary failures; 0 means 2 minutes, a
	// negative value no retries.
	Patience time.Duration
	// FirstWait is the approximate delay before the second attempt; 0 means ½ s. Later delays grow,
	// up to 30 s.
	FirstWait time.Duration
	// Failed, if not nil, is called for each temporary failure, with the delay until the next
	// attempt.
	Failed func(err error, wait time.Duration)
	// MaxBytes is the maximum size of an answer, or of all pages of a list; 0 means 256 MB, enough
	// for some ten thousand finished games.
	MaxBytes int64
	// Agent is the User-Agent of the requests; "" means "luna-client".
	Agent string
}

const (
	defaultTimeout   = 30 * time.Second
	defaultPatience  = 2 * time.Minute
	defaultFirstWait = 500 * time.Millisecond
	maxWait          = 30 * time.Second
	defaultMaxBytes  = 256 << 20
)

// Client gives a player access to a server. It is safe for concurrent use.
type Client struct {
	base *url.URL
	http *http.Client
	o    Options

	mu    sync.Mutex
	token string
}

// New returns a client of the server at an address such as "https://luna.example.org". The token
// comes from a registration or login; it is "" for a client that is yet to register or log in.
func New(baseURL, token string, o Options) (*Client, error) {
	base, err := url.Parse(strings.TrimSpace(baseURL))
	switch {
	case err != nil:
		return nil, fmt.Errorf("server: found %q, expected an address such as "+
			"http://127.0.0.1:8080 (%w)", baseURL, err)
	case base.Scheme != "http" && base.Scheme != "https", base.Host == "":
		const want = "an address such as http://127.0.0.1:8080"
		return nil, fmt.Errorf("server: found %q, expected %s", baseURL, want)
	case base.User != nil, base.RawQuery != "", base.Fragment != "":
		const want = "an address without user, query and fragment"
		return nil, fmt.Errorf("server: found %q, expected %s", base.Redacted(), want)
	}
	base.Path = strings.TrimRight(base.Path, "/")
	base.RawPath = ""
	o.Timeout = cmp.Or(o.Timeout, defaultTimeout)
	o.Patience = cmp.Or(o.Patience, defaultPatience)
	o.FirstWait = cmp.Or(o.FirstWait, defaultFirstWait)
	o.MaxBytes = cmp.Or(o.MaxBytes, defaultMaxBytes)
	o.Agent = cmp.Or(o.Agent, "luna-client")
	h := *cmp.Or(o.HTTP, sharedClient())
	h.CheckRedirect = httpx.NoRedirects
	return &Client{base: base, http: &h, o: o, token: token}, nil
}

// sharedClient keeps as many idle connections as the players of one program may need.
var sharedClient = sync.OnceValue(func() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = t.MaxIdleConns
	return httpx.Client(t)
})

// Token returns the token that identifies the player.
func (c *Client) Token() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.token
}

// SetToken makes the client act for the player that the token identifies.
func (c *Client) SetToken(token string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.token = token
}

// Server returns the address of the server.
func (c *Client) Server() string { return c.base.String() }

// Register registers a player and returns the token. The client acts for that player from then on,
// as it does after every method that returns a token.
func (c *Client) Register(ctx context.Context, who wire.Credentials) (token string, err error) {
	return c.requestToken(ctx, c.once, request{http.MethodPost, "/register", who, true})
}

// RegisterGuest registers a player without a name.
func (c *Client) RegisterGuest(ctx context.Context) (token string, err error) {
	return c.requestToken(ctx, c.once, request{http.MethodGet, "/registerGuest", nil, true})
}

// RegisterMachine registers a machine player, if the server allows it.
func (c *Client) RegisterMachine(ctx context.Context, username string) (token string, err error) {
	who := wire.Credentials{Username: username}
	return c.requestToken(ctx, c.once, request{http.MethodPost, "/registerMachine", who, true})
}

// Login returns a new token for a registered player.
func (c *Client) Login(ctx context.Context, username, password string) (token string, err error) {
	credentials := wire.Credentials{Username: username, Password: password}
	return c.requestToken(ctx, c.repeat, request{http.MethodPost, "/login", credentials, true})
}

// sender sends a request, with retries, and decodes the answer.
type sender func(ctx context.Context, r request, answer any) error

// requestToken sends a request whose answer is a token.
func (c *Client) requestToken(ctx context.Context, send sender, r request) (string, error) {
	var t wire.Token
	if err := send(ctx, r, &t); err != nil {
		return "", err
	}
	if t.Token == "" {
		return "", &answerError{r.method, r.path, errors.New("there is no token in it")}
	}
	c.SetToken(t.Token)
	return t.Token, nil
}

// Profile returns the player's name, rating, games and history.
func (c *Client) Profile(ctx context.Context) (p wire.Profile, err error) {
	err = c.repeat(ctx, request{method: http.MethodGet, path: "/profile"}, &p)
	return p, err
}

// SetConsent sets whether the server may publish the player's questions, responses and guesses, and
// returns it. The site of 2016 had no such request.
func (c *Client) SetConsent(ctx context.Context, consent bool) (now bool, err error) {
	body := map[string]bool{"consent": consent}
	err = c.repeat(ctx, request{http.MethodPost, "/profile/consent", body, false}, &now)
	return now, err
}
