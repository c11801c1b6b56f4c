package pages_test

import (
	"bytes"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"testing"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/internal/site/status"
	tradepages "github.com/luna-rating/luna/luna/internal/tradegame/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// place is a server of the pages with a fake game.
type place struct {
	*httptest.Server
	*fakeGame
	t        testing.TB
	accounts *accounts.Service
	log      *bytes.Buffer
}

func open(t testing.TB, s trade.Settings) *place {
	t.Helper()
	p := &place{t: t, fakeGame: newFakeGame(s), log: &bytes.Buffer{}}
	t.Cleanup(func() {
		if p.log.Len() > 0 {
			t.Errorf("unexpected server log: %s", p.log)
		}
	})
	_, p.accounts = sitetest.Accounts(t, sitetest.Wide, nil)
	h := suite.Must(pages.New(pages.Options{
		Accounts: p.accounts, Rules: status.Rules(play.Statuses()),
		Log: slog.New(slog.NewTextHandler(p.log, nil)),
	}, tradepages.Pages(p.fakeGame, s)))(t)
	p.Server = httptest.NewServer(h)
	t.Cleanup(func() {
		p.CloseClientConnections()
		p.Close()
	})
	return p
}

// person is a person with a browser, as far as forms and cookies go.
type person struct {
	*sitetest.Person
	at *place
	id accounts.ID
}

func (p *place) visitor(t testing.TB) *person {
	t.Helper()
	return &person{Person: sitetest.Visitor(t, p.URL, p.Client().Transport), at: p}
}

// guest returns a visitor who plays as a guest.
func (p *place) guest(t testing.TB) *person {
	t.Helper()
	v := p.visitor(t)
	v.Post("/enter/guest", url.Values{"consent": {"no"}, "next": {"/trade"}}).Want(t, 200,
		"Turing Trade")
	v.id = v.Account(p.accounts)
	return v
}
