package client

import (
	"context"
	"net/http"

	"github.com/luna-rating/luna/luna/wire"
)

// Profile returns the player's name, rating, games and history.
func (c *Client) Profile(ctx context.Context) (p wire.Profile, err error) {
	err = c.repeat(ctx, request{method: http.MethodGet, path: "/profile"}, &p)
	return p, err
}

// SetInitial sets the initial that opponents see, and returns it.
func (c *Client) SetInitial(ctx context.Context, initial string) (now string, err error) {
	body := map[string]string{"initial": initial}
	err = c.repeat(ctx, request{http.MethodPost, "/profile/initial", body, false}, &now)
	return now, err
}

// SetColor sets the color behind the initial, and returns it.
func (c *Client) SetColor(ctx context.Context, color string) (now string, err error) {
	body := map[string]string{"color": color}
	err = c.repeat(ctx, request{http.MethodPost, "/profile/color", body, false}, &now)
	return now, err
}

// SetConsent sets whether the server may publish the player's questions, responses and guesses, and
// returns it. The site of 2016 had no such request.
func (c *Client) SetConsent(ctx context.Context, consent bool) (now bool, err error) {
	body := map[string]bool{"consent": consent}
	err = c.repeat(ctx, request{http.MethodPost, "/profile/consent", body, false}, &now)
	return now, err
}
