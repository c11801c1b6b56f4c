package demo

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/wire"
)

// password is the password of all simulated people, simulated-01 and so on, so that anybody on the
// server can look at their pages.
const password = "simulated person"

// How simulated people appear to others at the end of a game.
const lookInitial, lookColor = "S", "#6b7280"

// crew is a group of players registered with a server.
type crew struct {
	http    *http.Client
	clients map[*person]*client.Client
}

// newCrew returns a crew without members, with room for the connections of some players.
func newCrew(players int) *crew {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = 0, 4*players+100
	t.ResponseHeaderTimeout = 30 * time.Second
	return &crew{httpx.Client(unhurried{t}), make(map[*person]*client.Client)}
}

// unhurried finishes a request even if its context ends meanwhile. The server carries out what it
// has received, and might do so after the player, or a successor, has looked again.
type unhurried struct{ *http.Transport }

func (u unhurried) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return u.Transport.RoundTrip(r.WithContext(context.WithoutCancel(r.Context())))
}

// Close closes idle connections.
func (c *crew) Close() { c.http.CloseIdleConnections() }

// register registers people with a server. Those that it knows already log in.
func (c *crew) register(ctx context.Context, server string, people []*person) error {
	g := newGroup(ctx)
	for _, p := range people {
		cl, err := client.New(server, "",
			client.Options{HTTP: c.http, FirstWait: 50 * time.Millisecond, Agent: "luna-demo"})
		if err != nil {
			g.end()
			return errors.Join(err, g.wait())
		}
		c.clients[p] = cl
		g.run(func(ctx context.Context) error {
			if err := enroll(ctx, cl, p.name); err != nil {
				return fmt.Errorf("register %s: %w", p.name, err)
			}
			return nil
		})
	}
	return g.wait()
}

func enroll(ctx context.Context, c *client.Client, name string) error {
	// Without consent, since published games do not say that people are simulated.
	_, err := c.Register(ctx, wire.Credentials{Username: name, Password: password})
	if conflicts(err) {
		_, err = c.Login(ctx, name, password)
		return err
	}
	if err == nil {
		_, err = c.SetInitial(ctx, lookInitial)
	}
	if err == nil {
		_, err = c.SetColor(ctx, lookColor)
	}
	return err
}

// conflicts reports whether a request was refused as not possible now: a name is taken, or a game
// has ended.
func conflicts(err error) bool {
	refused, ok := errors.AsType[*client.Error](err)
	return ok && refused.Status == http.StatusConflict
}
