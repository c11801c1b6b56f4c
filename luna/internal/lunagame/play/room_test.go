package play_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// TestShareOfTheGames has an address open more games than its share, and then several, which take
// all. Newcomers still get in, and the log says which network has its full share.
func TestShareOfTheGames(t *testing.T) {
	var log bytes.Buffer
	const most = 160
	f := open(t, filepath.Join(t.TempDir(), "luna.db"), play.Options{Quota: play.Quota{Games: most},
		Log: slog.New(slog.NewTextHandler(&log, nil))})
	held := func() (most int) {
		for _, n := range suite.Must(f.Busiest(t.Context(), 1))(t) {
			most = n.Games
		}
		return most
	}
	attack := func(address string, guests int) {
		for range guests {
			p := guest(t, f)
			for range 4 {
				suite.Must(f.Enter(from(t, address), p, five))(t)
			}
		}
	}
	attack("192.0.2.1", 15)
	if n := held(); n != most/16 || !strings.Contains(log.String(), "full share") ||
		strings.Contains(log.String(), "192.0.2.1") {
		t.Errorf("an address holds %d games, the log says %s", n, &log)
	}
	for n := range 20 {
		attack(fmt.Sprint("192.0.2.", 2+n), 6)
	}
	c, _, err := f.Counts(t.Context())
	if err != nil || c.Open+c.Playing != most {
		t.Fatalf("%+v, %v", c, err)
	}
	for n := range 20 {
		p := guest(t, f)
		if _, err := f.Enter(from(t, fmt.Sprint("203.0.113.", n)), p, five); err != nil {
			t.Errorf("newcomer %d: %v", n, err)
		}
	}
	if c, _, err = f.Counts(t.Context()); err != nil || c.Open+c.Playing > most {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestGuestsGiveUp lets the games expire early that only wait for guests. What people with accounts
// have stays, and a guess counts.
func TestGuestsGiveUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "luna.db")
	synctest.Test(t, func(t *testing.T) {
		f := open(t, path, play.Options{})
		named := guest(t, f)
		c := accounts.Credentials{Username: "ann", Password: "correct horse battery"}
		suite.Must(f.accounts.NameGuest(t.Context(), "here", accounts.ID(named), c))(t)
		hers := enter(t, f, named)
		silent, waiting := guest(t, f), guest(t, f)
		joined := suite.Must(f.Enter(t.Context(), silent, five))(t) // hers
		suite.Must(f.Respond(t.Context(), named, joined.ID, five))(t)
		his := suite.Must(f.Enter(from(t, "192.0.2.1"), waiting, five))(t)
		for range 7 * 60 {
			time.Sleep(time.Minute)
			suite.OK(t, f.Tick(t.Context()))
		}
		if v, err := f.Game(t.Context(), waiting, his.ID); err != nil || v.Active {
			t.Errorf("a guest's game that nobody joined: %+v, %v", v, err)
		}
		v := suite.Must(f.Game(t.Context(), named, hers.ID))(t)
		if v.Active || v.Moved == "" {
			t.Fatalf("the game of a person whose opponent is a silent guest: %+v", v)
		}
		if v = suite.Must(f.Game(t.Context(), named, v.Moved))(t); !v.Active || len(v.Questions) != 5 {
			t.Errorf("and after it %+v", v)
		}
		time.Sleep(24 * time.Hour)
		suite.OK(t, f.Tick(t.Context()))
		if v = suite.Must(f.Game(t.Context(), named, v.ID))(t); !v.Active {
			t.Errorf("a person's game ends early: %+v", v)
		}
	})
}

// TestOperatorEndsGames ends the games of a network at the operator's request.
func TestOperatorEndsGames(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "luna.db"), play.Options{})
	bad, good := guest(t, f), guest(t, f)
	enter(t, f, guest(t, f))
	stays := enter(t, f, good)
	ended := suite.Must(f.Enter(from(t, "192.0.2.1"), bad, five))(t)
	origin := suite.Must(f.OriginOf(t.Context(), bad))(t)
	suite.OK(t, f.WantEnds(t.Context(), origin))
	suite.OK(t, f.Tick(t.Context()))
	if v, err := f.Game(t.Context(), bad, ended.ID); err != nil || v.Active {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err := f.Game(t.Context(), good, stays.ID); err != nil || !v.Active {
		t.Errorf("a game of others: %+v, %v", v, err)
	}
	if wanted, err := f.WantedEnds(t.Context()); err != nil || len(wanted) > 0 {
		t.Errorf("%v is still wanted, %v", wanted, err)
	}
}

// TestShareOf checks what shares are counted by: networks, and players of a network that is shared.
func TestShareOf(t *testing.T) {
	n := fair.Networks{Key: []byte("key"), Shared: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}}
	share := func(address, player string) uint64 { return n.Share(from(t, address), player) }
	if share("127.0.0.1", "ann") != 0 || share("198.51.100.1", "ann") != share("198.51.100.1", "bob") ||
		share("[2001:db8:1:1::1]", "ann") != share("[2001:db8:1:2::1]", "bob") ||
		share("192.0.2.1", "ann") == share("192.0.2.1", "bob") ||
		share("192.0.2.1", "ann") != share("192.0.2.2", "ann") || share("192.0.2.1", "ann") == 0 {
		t.Error("a share is not one of a network, or of a player")
	}
}
