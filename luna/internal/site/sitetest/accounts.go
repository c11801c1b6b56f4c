// Package sitetest provides the accounts of a site for tests, in a file that is removed after the
// test.
package sitetest

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Cost is the cost of a hash of a password that takes no time to compute.
var Cost = auth.Cost{Memory: 64, Passes: 1, Lanes: 1}

// Wide contains limits that no test reaches.
var Wide = func() guard.Limits {
	wide := guard.Rate{Burst: 1 << 20, Every: time.Nanosecond}
	return guard.Limits{
		Registrations: wide, Logins: wide, Guesses: wide, Refusals: wide, Players: wide,
		Addresses: wide,
	}
}()

// Accounts opens a new database and its accounts, and closes them when the test ends. A nil clock
// means time.Now.
func Accounts(
	t testing.TB, limits guard.Limits, clock func() time.Time,
) (*store.Store, *accounts.Service) {
	t.Helper()
	s := suite.Must(store.Open(t.Context(), filepath.Join(t.TempDir(), "luna.db")))(t)
	t.Cleanup(func() {
		suite.OK(t, s.Close())
	})
	a := suite.Must(accounts.Open(t.Context(),
		accounts.Options{Store: s, Limits: limits, Cost: Cost, Clock: clock}))(t)
	return s, a
}
