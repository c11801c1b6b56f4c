package client

import (
	"context"
	"errors"
	"net/http"

	"github.com/luna-rating/luna/luna/wire"
)

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
