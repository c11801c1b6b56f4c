package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/accounts"
	"github.com/luna-rating/luna/luna/api"
	"github.com/luna-rating/luna/luna/auth"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/referee"
	"github.com/luna-rating/luna/luna/store"
	"github.com/luna-rating/luna/luna/wire"
)

// site is a rating system being served, and people who play there.
type site struct {
	*httptest.Server
	ctx     context.Context
	stop    context.CancelFunc
	playing sync.WaitGroup
	store   *store.Store
	referee *referee.Referee
}

func newSite(file string) (s *site, err error) {
	s = &site{}
	s.ctx, s.stop = context.WithCancel(context.Background())
	if s.store, err = store.Open(s.ctx, file); err != nil {
		return nil, err
	}
	if s.referee, err = referee.Open(s.ctx, s.store, referee.Options{}); err != nil {
		return nil, err
	}
	desk := &accounts.Desk{Referee: s.referee}
	if desk.Hasher, err = auth.NewHasher(auth.Cost{Memory: 64, Passes: 1, Lanes: 1}, 2); err != nil {
		return nil, err
	}
	if desk.Tokens, err = auth.NewTokens(auth.NewKey(), nil); err != nil {
		return nil, err
	}
	rate := auth.Rate{Burst: 1_000_000, Every: 1} // nobody here is patient
	often := auth.Limits{Registrations: rate, Logins: rate, Guesses: rate, Refusals: rate, Players: rate, Addresses: rate, Texts: rate}
	if desk.Guard, err = auth.NewGuard(often, nil); err != nil {
		return nil, err
	}
	handler, err := api.New(api.Options{Desk: desk})
	if err != nil {
		return nil, err
	}
	s.Server = httptest.NewServer(handler)
	return s, nil
}

func (s *site) close() {
	s.stop()
	s.playing.Wait()
	s.Server.Close()
	s.referee.Close()
	s.store.Close()
}

// people has a number of people play all the time.
func (s *site) people(n int) error {
	for i := range n {
		if err := s.person(i); err != nil {
			return err
		}
	}
	return nil
}

func (s *site) person(i int) error {
	c, err := client.New(s.URL, "", client.Options{HTTP: &http.Client{Transport: &http.Transport{}}, Patience: -1})
	if err != nil {
		return err
	}
	if _, err := c.Register(s.ctx, wire.Credentials{Username: fmt.Sprint("person-", i), Password: "correct horse"}); err != nil {
		return err
	}
	p, err := player.New(player.Options{Client: c, Questions: player.ThesisQuestions(), Responder: player.Fixed("The sky is blue in Albany."),
		Guesser: player.Constant(40 + 10*i), AtOnce: game.MaxActive, Pace: client.Pace{Interval: 5 * time.Millisecond}})
	if err != nil {
		return err
	}
	s.playing.Go(func() { p.Run(s.ctx) })
	return nil
}
