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
	clients map[*member]*client.Client
}

// newCrew returns a crew without members, with room for the connections of some players.
func newCrew(players int) *crew {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = 0, 4*players+100
	t.ResponseHeaderTimeout = 30 * time.Second
	return &crew{httpx.Client(unhurried{t}), make(map[*member]*client.Client)}
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

// register registers members with a server. Those that it knows already log in, if that is allowed.
func (c *crew) register(ctx context.Context, server string, members []*member, known bool) error {
	g := newGroup(ctx)
	for _, m := range members {
		cl, err := client.New(server, "",
			client.Options{HTTP: c.http, FirstWait: 50 * time.Millisecond, Agent: "luna-demo"})
		if err != nil {
			g.end()
			return errors.Join(err, g.wait())
		}
		c.clients[m] = cl
		g.run(func(ctx context.Context) error {
			if err := enroll(ctx, cl, m, known); err != nil {
				return fmt.Errorf("register %s: %w", m.name, err)
			}
			return nil
		})
	}
	return g.wait()
}

func enroll(ctx context.Context, c *client.Client, m *member, known bool) error {
	if m.kind != aPerson {
		_, err := c.RegisterMachine(ctx, m.name)
		return needsOwnServer(err)
	}
	// Without consent, since published games do not say that people are simulated.
	_, err := c.Register(ctx, wire.Credentials{Username: m.name, Password: password})
	if known && conflicts(err) {
		_, err = c.Login(ctx, m.name, password)
		return needsOwnServer(err)
	}
	if err == nil {
		_, err = c.SetInitial(ctx, lookInitial)
	}
	if err == nil {
		_, err = c.SetColor(ctx, lookColor)
	}
	return needsOwnServer(err)
}

// conflicts reports whether a request was refused as not possible now: a name is taken, or a game
// has ended.
func conflicts(err error) bool {
	refused, ok := errors.AsType[*client.Error](err)
	return ok && refused.Status == http.StatusConflict
}

func needsOwnServer(err error) error {
	if conflicts(err) {
		return fmt.Errorf("%w; a demonstration needs a rating system of its own", err)
	}
	return err
}
