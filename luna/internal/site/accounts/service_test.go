package accounts_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fixture is a service with a clock that the test sets and the addresses that await confirmation.
type fixture struct {
	*accounts.Service
	store   *store.Store
	close   func()
	now     time.Time
	confirm []string
}

func open(t *testing.T, l guard.Limits) *fixture {
	t.Helper()
	p := &fixture{now: time.Date(2016, 3, 3, 12, 0, 0, 0, time.UTC)}
	p.store, p.Service = sitetest.Accounts(t, l, func() time.Time { return p.now })
	p.Observe(accounts.Observer{EmailGiven: func(a accounts.Account, address string) {
		p.confirm = append(p.confirm, a.Email+" from "+address)
	}})
	return p
}

const here, there = "192.0.2.1", "2001:db8:1:2::/64"

func TestLogin(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	ann := p.register(t, "Ann")
	suite.Must(p.RegisterMachine(ctx, here, accounts.Credentials{Username: "machine"}))(t)
	guest := suite.Must(p.RegisterGuest(ctx, here, true))(t)
	for _, c := range []struct{ name, password string }{
		{"Ann", "correct horse"}, {"ann", "correct horse"},
		{"Ann", "correct Horse"}, {"Ann", ""}, {"Bob", "correct horse"}, {"", "correct horse"},
		{"machine", ""}, {guest.Username, ""},
		{strings.Repeat("x", 5000), "correct horse"}, {"\xff", "correct horse"}, {"' OR 1=1 --",
			"correct horse"},
	} {
		a, err := p.Login(ctx, here, c.name, c.password)
		if right := strings.EqualFold(c.name, "ann") &&
			c.password == "correct horse"; right != (err == nil) || right && a.ID != ann.ID {
			t.Errorf("%.20q, %q: %+v, %v", c.name, c.password, a, err)
		} else if !right && err != accounts.ErrLogin {
			t.Errorf("%.20q, %q: the answer differs from that to other failures: %v",
				c.name, c.password, err)
		}
	}
}

func TestRefusedRegistrations(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	p.register(t, "Ann")
	var name *accounts.NameError
	for _, c := range []struct {
		who  accounts.Credentials
		want any
	}{
		{accounts.Credentials{Username: "ann", Password: "correct horse"}, accounts.ErrNameTaken},
		{accounts.Credentials{Username: "", Password: "correct horse"}, &name},
		{accounts.Credentials{Username: "a\x00b", Password: "correct horse"}, &name},
		{accounts.Credentials{Username: "Bob", Password: "short"}, auth.ErrPasswordShort},
		{accounts.Credentials{Username: "Bob", Password: strings.Repeat("x", 1025)},
			auth.ErrPasswordLong},
	} {
		_, err := p.Register(ctx, here, c.who)
		if target, ok := c.want.(error); ok && !errors.Is(err, target) || !ok &&
			!errors.As(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.who, err, c.want)
		}
	}
	if _, err := p.Login(ctx, here, "Bob", "correct horse"); err != accounts.ErrLogin {
		t.Errorf("login after a refused registration: %v", err)
	}
}

func TestTokens(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	ann := p.register(t, "Ann")
	token := suite.Must(p.Token(ann))(t)
	if a, err := p.Authenticate(ctx, here, token); err != nil || a.ID != ann.ID {
		t.Fatalf("%+v, %v", a, err)
	}
	foreign := suite.Must(auth.NewTokens(auth.NewKey(), nil))(t)
	nobody := suite.Must(p.Token(accounts.Account{ID: "nobody", Username: "Nobody"}))(t)
	refused := map[string]string{
		"": "log in", token + "x": "not valid", nobody: "no longer exists",
		suite.Must(foreign.Session(string(ann.ID), "Ann", 0))(t): "not valid",
	}
	suite.Must(p.Revoke(ctx, ann.ID))(t)
	refused[token] = "revoked"
	for tok, why := range refused {
		if _, err := p.Authenticate(ctx, here, tok); !errors.Is(err, accounts.ErrToken) ||
			!strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, want it to say %q", tok, err, why)
		}
	}
	fresh := suite.Must(p.Token(suite.Must(p.Login(ctx, here, "ann", "correct horse"))(t)))(t)
	p.now = p.now.Add(auth.SessionLife)
	if _, err := p.Authenticate(ctx, here, fresh); !errors.Is(err, accounts.ErrToken) ||
		!strings.Contains(err.Error(), "expired") {
		t.Error(err)
	}
}

func TestSaveGuest(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	guest := suite.Must(p.RegisterGuest(ctx, here, false))(t)
	token := suite.Must(p.Token(guest))(t)
	who := accounts.Credentials{Username: "Ann", Password: "correct horse",
		Email: "ann@example.org"}
	a := suite.Must(p.NameGuest(ctx, here, guest.ID, who))(t)
	if a.ID != guest.ID || a.Kind != accounts.Person || a.EmailConfirmed ||
		!slices.Equal(p.confirm, []string{"ann@example.org from " + here}) {
		t.Errorf("%+v, to confirm %q", a, p.confirm)
	}
	if _, err := p.NameGuest(ctx, here, guest.ID, who); !errors.Is(err, accounts.ErrNotAGuest) {
		t.Errorf("a second time: %v", err)
	}
	if _, err := p.Authenticate(ctx, here, token); !errors.Is(err, accounts.ErrToken) {
		t.Errorf("the guest's token: %v", err)
	}
	if _, err := p.Authenticate(ctx, here, suite.Must(p.Token(a))(t)); err != nil {
		t.Errorf("the new token: %v", err)
	}
	if a, err := p.Login(ctx, here, "ANN", "correct horse"); err != nil || a.ID != guest.ID {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestEmail(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	ann := suite.Must(p.Register(ctx, here,
		accounts.Credentials{Username: "Ann", Password: "correct horse",
			Email: "ann@example.org"}))(t)
	suite.OK(t, p.ConfirmEmail(ctx, ann.ID, "ann@example.org"))
	for _, e := range []string{"ann@example.org", "ann@example.com", "", "ann@example.org"} {
		suite.Must(p.SetEmail(ctx, there, ann.ID, e))(t)
	}
	if want := []string{"ann@example.org from " + here, "ann@example.com from " + there,
		"ann@example.org from " + there}; !slices.Equal(p.confirm, want) {
		t.Errorf("addresses to confirm: %q, want %q", p.confirm, want)
	}
	if _, err := p.SetEmail(ctx, there, ann.ID, "@"); err != accounts.ErrEmail {
		t.Error(err)
	}
}

// TestPasswordGuessingIsLimited tries passwords for a known and an unknown name, which must be
// answered alike.
func TestPasswordGuessingIsLimited(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	p.register(t, "Ann")
	var found [2][]string
	for i, name := range []string{"Ann", "Bob"} {
		for n := range 12 {
			_, err := p.Login(ctx, here, name, fmt.Sprint("guess ", n))
			found[i] = append(found[i], err.Error())
		}
	}
	if !slices.Equal(found[0], found[1]) {
		t.Errorf("%q\n%q", found[0], found[1])
	}
	if found[0][9] != accounts.ErrLogin.Error() ||
		found[0][10] != "too many failed logins of this username from this address: try "+
			"again in 60 s" {
		t.Errorf("%q", found[0][9:])
	}
	var limit *guard.LimitError
	if _, err := p.Login(ctx, here, "ANN", "correct horse"); !errors.As(err, &limit) ||
		limit.Seconds() != 60 {
		t.Errorf("the right password after ten wrong ones: %v", err)
	}
	suite.Must(p.Login(ctx, "another address", "Ann", "correct horse"))(t)
	p.now = p.now.Add(time.Minute)
	for range 30 {
		suite.Must(p.Login(ctx, here, "Ann", "correct horse"))(t) // a correct password does not count
	}
	passed := 0
	for n := range 200 {
		if _, err := p.Login(ctx, fmt.Sprint("address ", n), "Ann",
			"wrong"); err == accounts.ErrLogin {
			passed++
		}
	}
	if most := guard.DefaultLimits().Names.Burst; passed == 0 || passed > most {
		t.Errorf("%d guesses from as many addresses passed, want at most %d", passed, most)
	}
}

// TestSettings covers everything stored about an account.
func TestSettings(t *testing.T) {
	ctx, p := t.Context(), open(t, guard.Limits{})
	who := accounts.Credentials{Username: "Ann <b>'); DROP TABLE accounts;--",
		Password: "correct horse"}
	ann := suite.Must(p.Register(ctx, here, who))(t)
	if ann.Initial != "A" || ann.Color == "" {
		t.Errorf("initial %q on %q", ann.Initial, ann.Color)
	}
	who.Username = " ann <B>');  drop table accounts;--"
	if _, err := p.Register(ctx, here, who); !errors.Is(err, accounts.ErrNameTaken) {
		t.Errorf("a confusable name: %v", err)
	}
	g := suite.Must(p.RegisterGuest(ctx, here, true))(t).ID
	bob := accounts.Credentials{Username: "Bob", Password: "correct horse",
		Email: "bob@example.org"}
	saved, err := p.NameGuest(ctx, here, g, bob)
	if err != nil || saved.ID != g || saved.Kind != accounts.Person {
		t.Errorf("saved guest: %+v (%v)", saved, err)
	}
	other := suite.Must(p.RegisterGuest(ctx, here, true))(t).ID
	who.Username = "ANN <b>'); DROP TABLE accounts;--"
	if _, err := p.NameGuest(ctx, here, other, who); !errors.Is(err, accounts.ErrNameTaken) {
		t.Errorf("a guest with a taken name: %v", err)
	}
	suite.OK(t, p.ConfirmEmail(ctx, g, "old@example.org"))
	if a, _ := p.Get(ctx, g); a.EmailConfirmed {
		t.Error("another address was confirmed")
	}
	suite.OK(t, p.ConfirmEmail(ctx, g, "bob@example.org"))
	suite.Must(p.SetConsent(ctx, g, true))(t)
	suite.Must(p.SetInitial(ctx, g, "é"))(t)
	suite.Must(p.SetColor(ctx, g, "#ABCDEF"))(t)
	suite.Must(p.Revoke(ctx, g))(t)
	a, err := p.Named(ctx, "bOb")
	want := saved
	want.EmailConfirmed, want.Consent, want.Initial, want.Color, want.Generation = true, true, "é",
		"#abcdef", 2
	if err != nil || !cmp.Equal(a, want) {
		t.Errorf("%s (%v)", cmp.Diff(want, a), err)
	}
	for _, initial := range []string{"", "abc", "\n", "\xff"} {
		if _, err := p.SetInitial(ctx, g, initial); !errors.Is(err, accounts.ErrInitial) {
			t.Errorf("initial %q: %v", initial, err)
		}
	}
	for _, color := range []string{"red", "#12345", "#1234567", "#gggggg", `#12"><b`, "123456"} {
		if _, err := p.SetColor(ctx, g, color); !errors.Is(err, accounts.ErrColor) {
			t.Errorf("color %q: %v", color, err)
		}
	}
	if list, err := p.Find(ctx, accounts.Search{Kind: accounts.Person}); err != nil || len(list) != 2 {
		t.Errorf("%d people (%v), expected 2", len(list), err)
	}
}

// TestChangePassword checks that a change needs the current password and ends all sessions.
func TestChangePassword(t *testing.T) {
	ctx, p := t.Context(), open(t, guard.Limits{})
	ann := p.register(t, "Ann")
	token := suite.Must(p.Token(ann))(t)
	for _, c := range []struct {
		old, fresh string
		want       error
	}{
		{"wrong horse", "battery staple", accounts.ErrPassword},
		{"correct horse", "short", auth.ErrPasswordShort},
	} {
		if _, err := p.ChangePassword(ctx, here, ann, c.old, c.fresh); !errors.Is(err, c.want) {
			t.Errorf("%q to %q: %v", c.old, c.fresh, err)
		}
	}
	guest := suite.Must(p.RegisterGuest(ctx, here, true))(t)
	if _, err := p.ChangePassword(ctx, here, guest, "", "battery staple"); !errors.Is(err,
		accounts.ErrNoPassword) {
		t.Errorf("a guest: %v", err)
	}
	suite.Must(p.ChangePassword(ctx, here, ann, "correct horse", "battery staple"))(t)
	if _, err := p.Authenticate(ctx, here, token); !errors.Is(err, accounts.ErrToken) {
		t.Errorf("the old token: %v", err)
	}
	suite.Must(p.Login(ctx, here, "ann", "battery staple"))(t)
}

// TestDelete checks that observers are notified and that the deleted account's token is refused.
func TestDelete(t *testing.T) {
	ctx, p := t.Context(), open(t, guard.Limits{})
	var deleted []accounts.ID
	p.Observe(accounts.Observer{Deleted: func(id accounts.ID) { deleted = append(deleted, id) }})
	guest := suite.Must(p.RegisterGuest(ctx, here, true))(t)
	token := suite.Must(p.Token(guest))(t)
	if err := p.Delete(ctx, guest.ID); err != nil ||
		!slices.Equal(deleted, []accounts.ID{guest.ID}) {
		t.Errorf("%v were deleted: %v", deleted, err)
	}
	if _, err := p.Authenticate(ctx, here, token); !errors.Is(err, accounts.ErrToken) {
		t.Error(err)
	}
	if err := p.Delete(ctx, guest.ID); !errors.Is(err, accounts.ErrUnknown) {
		t.Errorf("deleted twice: %v", err)
	}
}

// TestCostRises checks that a login rehashes a password with an outdated cost.
func TestCostRises(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	ann := p.register(t, "Ann")
	token := suite.Must(p.Token(ann))(t)
	p.SetHasher(suite.Must(auth.NewHasher(auth.Cost{Memory: 128, Passes: 1, Lanes: 1}, 2))(t))
	for range 2 {
		suite.Must(p.Login(ctx, here, "ann", "correct horse"))(t)
	}
	if a, err := p.Get(ctx, ann.ID); err != nil || !strings.Contains(a.Password, "m=128") {
		t.Errorf("%+v, %v", a, err)
	}
	suite.Must(p.Authenticate(ctx, here, token))(t)
}
