package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/server"
	"github.com/luna-rating/luna/luna/wire"
)

// site is a running rating system with simulated people.
type site struct {
	*httptest.Server
	ctx     context.Context
	stop    context.CancelFunc
	playing sync.WaitGroup
	system  *server.Server
}

func newSite(file string) (s *site, err error) {
	s = &site{}
	s.ctx, s.stop = context.WithCancel(context.Background())
	o := server.Options{DB: file, GraceMachines: -1}
	for _, rate := range []interface{ Set(string) error }{
		o.Limits.Registrations.Flag(), o.Limits.Logins.Flag(), o.Limits.Guesses.Flag(), o.Limits.Refusals.Flag(),
		o.Limits.Players.Flag(), o.Limits.Addresses.Flag(), o.Limits.Texts.Flag(),
	} {
		if err := rate.Set("1000000/1ns"); err != nil { // no limits in tests
			return nil, err
		}
	}
	if s.system, err = server.Open(s.ctx, o); err != nil {
		return nil, err
	}
	s.Server = httptest.NewServer(s.system)
	return s, nil
}

func (s *site) close() {
	s.stop()
	s.playing.Wait()
	s.Server.Close()
	s.system.Close()
}

// people adds people who play all the time.
func (s *site) people(n int) error {
	for i := range n {
		if err := s.person(i); err != nil {
			return err
		}
	}
	return nil
}

func (s *site) person(i int) error {
	c, err := client.New(s.URL, "",
		client.Options{HTTP: &http.Client{Transport: &http.Transport{}}, Patience: -1})
	if err != nil {
		return err
	}
	if _, err := c.Register(s.ctx, wire.Credentials{Username: fmt.Sprint("person-", i),
		Password: "correct horse"}); err != nil {
		return err
	}
	p, err := player.New(player.Options{Client: c, Questions: player.ThesisQuestions(),
		Responder: responder.Fixed("The sky is blue in Albany."),
		Guesser:   player.Constant(float64(40 + 10*i)), AtOnce: game.MaxActive,
		Pace: client.Pace{Interval: 5 * time.Millisecond}})
	if err != nil {
		return err
	}
	s.playing.Go(func() { p.Run(s.ctx) })
	return nil
}
