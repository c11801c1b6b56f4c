package accounts_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// refused checks that a token is refused, and why.
func (p *fixture) refused(t *testing.T, token, why string) {
	t.Helper()
	_, err := p.Authenticate(t.Context(), here, token)
	if !errors.Is(err, accounts.ErrToken) || !strings.Contains(err.Error(), why) {
		t.Errorf("%v, want it to say %q", err, why)
	}
}

func (p *fixture) accepted(t *testing.T, token string) {
	t.Helper()
	suite.Must(p.Authenticate(t.Context(), here, token))(t)
}

func (p *fixture) register(t *testing.T, name string) accounts.Account {
	t.Helper()
	return suite.Must(p.Register(t.Context(), here,
		accounts.Credentials{Username: name, Password: "correct horse"}))(t)
}

// TestLogOut checks that the tokens of a session, renewed ones too, are void after it was ended,
// and those of other sessions are not.
func TestLogOut(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	ann := p.register(t, "Ann")
	first, second := suite.Must(p.Token(ann))(t), suite.Must(p.Token(ann))(t)
	if _, ok, err := p.Renew(first); ok || err != nil {
		t.Errorf("a new token was renewed (%v)", err)
	}
	p.now = p.now.Add(auth.SessionLife/2 + time.Hour)
	renewed, ok, err := p.Renew(first)
	if !ok || err != nil {
		t.Fatalf("an old token was not renewed (%v)", err)
	}
	p.accepted(t, first)
	p.accepted(t, renewed)
	suite.OK(t, p.EndSession(ctx, renewed))
	p.refused(t, renewed, "logged out")
	p.refused(t, first, "logged out")
	p.accepted(t, second)
	if err := p.EndSession(ctx, renewed); !errors.Is(err, accounts.ErrToken) {
		t.Errorf("ended twice: %v", err)
	}
	p.now = p.now.Add(auth.SessionLife / 2) // when its row is still needed
	suite.OK(t, p.EndSession(ctx, suite.Must(p.Token(ann))(t)))
	p.refused(t, renewed, "logged out")
}

// TestEndedSessionsAreBounded ends more sessions than are remembered.
func TestEndedSessionsAreBounded(t *testing.T) {
	suite.Slow(t, "ends thousands of sessions")
	p, ctx := open(t, sitetest.Wide), t.Context()
	ann := p.register(t, "Ann")
	stays := suite.Must(p.Token(ann))(t)
	end := func() string {
		t.Helper()
		token := suite.Must(p.Token(suite.Must(p.Get(ctx, ann.ID))(t)))(t)
		suite.OK(t, p.EndSession(ctx, token))
		return token
	}
	first := end()
	for range 199 {
		end()
	}
	p.accepted(t, stays)
	last := end()
	for _, token := range []string{first, last, stays} {
		p.refused(t, token, "revoked")
	}
	var rows int
	count := func() int {
		t.Helper()
		row := p.store.Read().QueryRowContext(ctx, "SELECT count(*) FROM ended_sessions")
		suite.OK(t, row.Scan(&rows))
		return rows
	}
	if n := count(); n != 0 {
		t.Errorf("%d sessions are remembered as ended, want 0", n)
	}
	end()
	p.now = p.now.Add(auth.SessionLife)
	end()
	if n := count(); n != 1 {
		t.Errorf("%d sessions are remembered as ended, want 1", n)
	}
}

// TestLockingOutByWrongPasswords tries wrong passwords for a name from changing addresses, at the
// rate that the limit of the name allows and above. A browser and an address that are known can
// still log in; a new one has to wait.
func TestLockingOutByWrongPasswords(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	const home = "198.51.100.7"
	ann := p.register(t, "Ann")
	suite.Must(p.Login(ctx, home, "ann", "correct horse"))(t)
	device := suite.Must(p.Device(ann))(t)
	limited := 0
	attack := func(tries int) {
		for n := range tries {
			var limit *guard.LimitError
			address := fmt.Sprintf("203.0.%d.%d", n/250, n%250)
			if _, err := p.Login(ctx, address, "Ann", "wrong horse"); errors.As(err, &limit) {
				limited++
			}
		}
	}
	attack(166)
	for range 10 { // six a minute
		p.now = p.now.Add(time.Minute)
		attack(6)
	}
	if limited != 67 { // the login counted too
		t.Errorf("%d tries were refused, want 67", limited)
	}
	login := func(from accounts.From, password string) error {
		_, err := p.LoginFrom(ctx, from, "Ann", password)
		return err
	}
	if err := login(accounts.From{Address: "192.0.2.200", Device: device}, "correct horse"); err != nil {
		t.Errorf("a known browser elsewhere: %v", err)
	}
	if err := login(accounts.From{Address: home}, "correct horse"); err != nil {
		t.Errorf("a known address: %v", err)
	}
	bob := p.register(t, "Bob")
	var limit *guard.LimitError
	for name, from := range map[string]accounts.From{
		"a new address":        {Address: "192.0.2.201"},
		"a forged token":       {Address: "192.0.2.202", Device: device + "x"},
		"another's token":      {Address: "192.0.2.203", Device: suite.Must(p.Device(bob))(t)},
		"a token of a session": {Address: "192.0.2.204", Device: suite.Must(p.Token(ann))(t)},
	} {
		if err := login(from, "correct horse"); !errors.As(err, &limit) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A known browser cannot try without end either, and its failures shut out nobody else.
	for range 10 {
		if err := login(accounts.From{Address: here, Device: device}, "wrong horse"); err != accounts.ErrLogin {
			t.Error(err)
		}
	}
	if err := login(accounts.From{Address: here, Device: device}, "correct horse"); !errors.As(err, &limit) {
		t.Errorf("after ten failures of a known browser: %v", err)
	}
	if err := login(accounts.From{Address: home}, "correct horse"); err != nil {
		t.Errorf("a known address after failures of a browser: %v", err)
	}
	if _, err := p.ChangePassword(ctx, "192.0.2.205", ann, "correct horse", "battery staple"); err != nil {
		t.Errorf("a player who is logged in: %v", err)
	}
}

// TestKnownPlacesAreBounded logs in from more addresses than are remembered.
func TestKnownPlacesAreBounded(t *testing.T) {
	p, ctx := open(t, sitetest.Wide), t.Context()
	p.register(t, "Ann")
	for n := range 30 {
		p.now = p.now.Add(time.Minute)
		suite.Must(p.Login(ctx, fmt.Sprintf("198.51.100.%d", n), "ann", "correct horse"))(t)
	}
	var places, texts int
	row := p.store.Read().QueryRowContext(ctx,
		"SELECT count(*), count(CASE WHEN instr(place, '198') THEN 1 END) FROM known_places")
	if err := row.Scan(&places, &texts); err != nil || places != 20 || texts != 0 {
		t.Errorf("%d places are known, %d in clear: %v", places, texts, err)
	}
}

// TestResetPassword checks that a token to reset a password works once, and not after another
// change.
func TestResetPassword(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	ann := p.register(t, "Ann")
	session := suite.Must(p.Token(ann))(t)
	first, second := suite.Must(p.ResetToken(ann, time.Hour))(t), suite.Must(p.ResetToken(ann, time.Hour))(t)
	if _, err := p.ResetPassword(ctx, here, first, "short"); !errors.Is(err, auth.ErrPasswordShort) {
		t.Error(err)
	}
	if a, err := p.ResetFor(ctx, first); err != nil || a.ID != ann.ID {
		t.Errorf("%+v, %v", a, err)
	}
	suite.Must(p.ResetPassword(ctx, there, first, "battery staple"))(t)
	p.refused(t, session, "revoked")
	suite.Must(p.Login(ctx, here, "ann", "battery staple"))(t)
	expect := func(what, token string) {
		t.Helper()
		if _, err := p.ResetPassword(ctx, here, token, "another staple"); err != accounts.ErrResetLink {
			t.Errorf("%s: %v", what, err)
		}
	}
	expect("used", first)
	expect("from before the change", second)
	ann = suite.Must(p.Get(ctx, ann.ID))(t)
	revoked := suite.Must(p.ResetToken(ann, time.Hour))(t)
	suite.Must(p.Revoke(ctx, ann.ID))(t)
	expect("from before all tokens were revoked", revoked)
	ann = suite.Must(p.Get(ctx, ann.ID))(t)
	late := suite.Must(p.ResetToken(ann, time.Hour))(t)
	p.now = p.now.Add(time.Hour)
	expect("late", late)
	expect("a session", suite.Must(p.Token(ann))(t))
	expect("nothing", "")
	guest := suite.Must(p.RegisterGuest(ctx, here, false))(t)
	if _, err := p.ResetToken(guest, time.Hour); err != accounts.ErrNoPassword {
		t.Errorf("for a guest: %v", err)
	}
	gone := suite.Must(p.ResetToken(ann, time.Hour))(t)
	suite.OK(t, p.Delete(ctx, ann.ID))
	expect("of a deleted account", gone)
}

// TestReachable looks for those who may reset their passwords by mail.
func TestReachable(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	for _, name := range []string{"Ann", "Bob", "ann@example.org", "Cyd"} {
		a := suite.Must(p.Register(ctx, here, accounts.Credentials{Username: name,
			Password: "correct horse", Email: "Ann@example.org"}))(t)
		if name != "Cyd" {
			suite.OK(t, p.ConfirmEmail(ctx, a.ID, a.Email))
		}
		p.now = p.now.Add(time.Second)
	}
	for text, want := range map[string]string{
		"ANN": "Ann", " bob ": "Bob", "ann@example.org": "ann@example.org", "cyd": "", "nobody": "",
		"": "", "ANN@EXAMPLE.ORG ": "ann@example.org", "a.nn@example.org": "", "\xff": "",
		"nobody@example.org": "",
	} {
		list, err := p.Reachable(ctx, text)
		var names []string
		for _, a := range list {
			names = append(names, a.Username)
		}
		if err != nil || strings.Join(names, ",") != want {
			t.Errorf("%q reaches %q, want %q (%v)", text, names, want, err)
		}
	}
	if a, _ := p.Named(ctx, "ann@example.org"); p.Delete(ctx, a.ID) != nil {
		t.Fatal("not deleted")
	}
	if list, err := p.Reachable(ctx, "ann@EXAMPLE.org"); err != nil || len(list) != 2 {
		t.Errorf("by address: %+v, %v", list, err)
	}
}

// TestSuspension checks that a suspended player can log in, is told why and until when only with
// the right password or a valid token, and may do everything again when the suspension has ended.
func TestSuspension(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	ann := p.register(t, "Ann")
	token := suite.Must(p.Token(ann))(t)
	for _, reason := range []string{"", "  ", "two\nlines", "\xff", strings.Repeat("x", 301)} {
		if _, err := p.Suspend(ctx, ann.ID, reason); err != accounts.ErrReason {
			t.Errorf("reason %.10q: %v", reason, err)
		}
	}
	suite.Must(p.Suspend(ctx, ann.ID, "rings of guests"))(t)
	var suspended *accounts.SuspendedError
	if _, err := p.Authenticate(ctx, here, token); !errors.As(err, &suspended) ||
		suspended.Reason != "rings of guests" {
		t.Error(err)
	}
	if _, err := p.Login(ctx, here, "ann", "wrong horse"); err != accounts.ErrLogin {
		t.Error(err)
	}
	if a, err := p.Login(ctx, here, "ann", "correct horse"); err != nil || a.Suspended != "rings of guests" {
		t.Error(a, err)
	}
	suite.Must(p.Unsuspend(ctx, ann.ID))(t)
	p.accepted(t, token)
	suite.Must(p.Suspend(ctx, ann.ID, "again"))(t)
	if err := p.EndSession(ctx, token); err != nil {
		t.Errorf("a suspended player cannot log out: %v", err)
	}
	end := p.now.Add(time.Hour)
	if _, err := p.SuspendUntil(ctx, ann.ID, "again", p.now); err != accounts.ErrUntil {
		t.Error(err)
	}
	suite.Must(p.SuspendUntil(ctx, ann.ID, "again", end))(t)
	for _, at := range []time.Time{end.Add(-time.Second), end} {
		p.now = at
		suite.OK(t, p.Tick(ctx))
		a := suite.Must(p.Get(ctx, ann.ID))(t)
		if over := at.Equal(end); (a.Suspended == "") != over || a.SuspendedUntil.IsZero() != over {
			t.Errorf("at %v: suspended %q until %v", at, a.Suspended, a.SuspendedUntil)
		}
	}
	p.refused(t, token, "logged out")
}

// TestRotatedKey replaces the key by another process, while a service is open.
func TestRotatedKey(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	ann := p.register(t, "Ann")
	token, device := suite.Must(p.Token(ann))(t), suite.Must(p.Device(ann))(t)
	reset := suite.Must(p.ResetToken(ann, time.Hour))(t)
	p.accepted(t, token)
	other := reopen(t, p.store.Path())
	suite.OK(t, other.RotateKey(ctx))
	p.refused(t, token, "not valid")
	if _, err := p.ResetPassword(ctx, here, reset, "battery staple"); err != accounts.ErrResetLink {
		t.Errorf("a link: %v", err)
	}
	if _, err := p.Tokens().ParseLink(auth.KnownDevice, device); err != auth.ErrForged {
		t.Errorf("a known device: %v", err)
	}
	fresh := suite.Must(p.Token(suite.Must(p.Login(ctx, here, "ann", "correct horse"))(t)))(t)
	p.accepted(t, fresh)
	suite.OK(t, other.RotateKey(ctx))
	p.accepted(t, suite.Must(other.Token(ann))(t)) // before the old one was seen again
	p.refused(t, fresh, "not valid")
}

// reopen opens another service on a database, as another process does.
func reopen(t *testing.T, path string) *fixture {
	t.Helper()
	p := &fixture{now: time.Date(2016, 3, 3, 12, 0, 0, 0, time.UTC)}
	p.store = suite.Must(store.Open(t.Context(), path))(t)
	p.Service = suite.Must(accounts.Open(t.Context(), accounts.Options{Store: p.store,
		Cost: sitetest.Cost, Clock: func() time.Time { return p.now }}))(t)
	p.close = func() {
		suite.OK(t, p.store.Close())
		p.close = func() {}
	}
	t.Cleanup(func() { p.close() })
	return p
}

// TestRestoredBackup revokes tokens in every way, restores a database from before, and checks that
// none of them is valid again.
func TestRestoredBackup(t *testing.T) {
	revocations := map[string]func(p *fixture, a accounts.Account, token string) error{
		"a logout": func(p *fixture, _ accounts.Account, token string) error {
			return p.EndSession(t.Context(), token)
		},
		"a logout everywhere": func(p *fixture, a accounts.Account, _ string) error {
			_, err := p.Revoke(t.Context(), a.ID)
			return err
		},
		"a new password": func(p *fixture, a accounts.Account, _ string) error {
			_, err := p.ChangePassword(t.Context(), here, a, "correct horse", "battery staple")
			return err
		},
		"a deletion": func(p *fixture, a accounts.Account, _ string) error {
			return p.Delete(t.Context(), a.ID)
		},
		"a new key": func(p *fixture, _ accounts.Account, _ string) error {
			return p.RotateKey(t.Context())
		},
	}
	for name, revoke := range revocations {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "luna.db")
			p := reopen(t, path)
			ann := p.register(t, "Ann")
			token := suite.Must(p.Token(ann))(t)
			p.close()
			backup := suite.Must(os.ReadFile(path))(t)
			restore := func(to string) *fixture {
				t.Helper()
				suite.OK(t, os.WriteFile(to, backup, 0o600))
				return reopen(t, to)
			}

			p = restore(path)
			p.accepted(t, token) // nothing was revoked since
			suite.OK(t, revoke(p, ann, token))
			p.refused(t, token, "")
			p.close()
			p = restore(path)
			p.refused(t, token, "not valid")
			ann = suite.Must(p.Named(t.Context(), "ann"))(t)
			fresh := suite.Must(p.Token(ann))(t)
			p.close()
			p = reopen(t, path) // which is not restored again
			p.refused(t, token, "not valid")
			p.accepted(t, fresh)
			p.close()

			p = restore(filepath.Join(dir, "elsewhere.db")) // without the file beside it
			p.refused(t, token, "not valid")
			p.close()
			suite.OK(t, os.WriteFile(path+"-epoch", []byte("{"), 0o600))
			p = reopen(t, path)
			p.refused(t, fresh, "not valid")
		})
	}
}

// TestOlderDatabase opens a database from before revocations were counted: its tokens stay valid
// once, and no longer when it is restored later.
func TestOlderDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "luna.db")
	p := reopen(t, path)
	ann := p.register(t, "Ann")
	token := suite.Must(p.Token(ann))(t)
	suite.OK(t, p.store.Write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("DELETE FROM settings WHERE name IN ('instance', 'revocations')")
		return err
	}))
	p.close()
	old := suite.Must(os.ReadFile(path))(t)
	suite.OK(t, os.Remove(path+"-epoch"))
	p = reopen(t, path)
	p.accepted(t, token)
	suite.Must(p.Revoke(t.Context(), ann.ID))(t)
	p.close()
	suite.OK(t, os.WriteFile(path, old, 0o600))
	p = reopen(t, path)
	p.refused(t, token, "not valid")
}
