package client

import (
	"context"
	"errors"
	"net/http"

	"github.com/luna-rating/luna/luna/wire"
)

// Register makes a player of a new name and returns her token. The client is that player's from then on, as it is after every method that
// returns a token.
func (c *Client) Register(ctx context.Context, who wire.Credentials) (token string, err error) {
	return c.enter(ctx, c.once, request{http.MethodPost, "/register", who, true})
}

// RegisterGuest makes a player without a name.
func (c *Client) RegisterGuest(ctx context.Context) (token string, err error) {
	return c.enter(ctx, c.once, request{http.MethodGet, "/registerGuest", nil, true})
}

// RegisterMachine makes a machine player, where the server lets callers do that.
func (c *Client) RegisterMachine(ctx context.Context, username string) (token string, err error) {
	return c.enter(ctx, c.once, request{http.MethodPost, "/registerMachine", wire.Credentials{Username: username}, true})
}

// Login returns a new token of a player who is registered.
func (c *Client) Login(ctx context.Context, username, password string) (token string, err error) {
	return c.enter(ctx, c.repeat, request{http.MethodPost, "/login", wire.Credentials{Username: username, Password: password}, true})
}

// SaveGuest gives the guest that the client plays as a name and a password.
func (c *Client) SaveGuest(ctx context.Context, who wire.Credentials) (token string, err error) {
	return c.enter(ctx, c.once, request{http.MethodPost, "/saveGuest", who, false})
}

// enter makes a request that is answered by a token.
func (c *Client) enter(ctx context.Context, send func(context.Context, request, any) error, r request) (string, error) {
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
