package accounts_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/luna/internal/accounts"
	"github.com/luna-rating/luna/luna/internal/referee"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/store"
	"github.com/luna-rating/luna/luna/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// place is a desk with a time that the test sets, and what is to be confirmed.
type place struct {
	*accounts.Desk
	now     time.Time
	confirm []string
}

func open(t *testing.T, l auth.Limits) *place {
	t.Helper()
	p := &place{now: time.Date(2016, 3, 3, 12, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return p.now }
	s := must(store.Open(t.Context(), filepath.Join(t.TempDir(), "luna.db")))(t)
	t.Cleanup(func() { s.Close() })
	r := must(referee.Open(t.Context(), s, referee.Options{Clock: clock}))(t)
	t.Cleanup(r.Close)
	p.Desk = &accounts.Desk{
		Referee: r,
		Hasher:  must(auth.NewHasher(auth.Cost{Memory: 64, Passes: 1, Lanes: 1}, 2))(t),
		Tokens:  must(auth.NewTokens(auth.NewKey(), clock))(t),
		Guard:   must(auth.NewGuard(l, clock))(t),
		Confirm: func(a store.Account) { p.confirm = append(p.confirm, a.Email) },
	}
	return p
}

func must[T any](x T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
}

const here = "192.0.2.1"

func TestLogin(t *testing.T) {
	p, ctx := open(t, auth.Limits{}), t.Context()
	ann := must(p.Register(ctx, here, wire.Credentials{Username: "Ann", Password: "correct horse"}))(t)
	must(p.RegisterMachine(ctx, here, wire.Credentials{Username: "machine"}))(t)
	guest := must(p.RegisterGuest(ctx, here, true))(t)
	for _, c := range []struct{ name, password string }{
		{"Ann", "correct horse"}, {"ann", "correct horse"},
		{"Ann", "correct Horse"}, {"Ann", ""}, {"Bob", "correct horse"}, {"", "correct horse"}, {"machine", ""}, {guest.Username, ""},
		{strings.Repeat("x", 5000), "correct horse"}, {"\xff", "correct horse"}, {"' OR 1=1 --", "correct horse"},
	} {
		a, err := p.Login(ctx, here, c.name, c.password)
		if right := strings.EqualFold(c.name, "ann") && c.password == "correct horse"; right != (err == nil) || right && a.ID != ann.ID {
			t.Errorf("%.20q, %q: %+v, %v", c.name, c.password, a, err)
		} else if !right && err != accounts.ErrLogin {
			t.Errorf("%.20q, %q: another answer than to others: %v", c.name, c.password, err)
		}
	}
}

func TestRegistrationsThatAreRefused(t *testing.T) {
	p, ctx := open(t, auth.Limits{}), t.Context()
	must(p.Register(ctx, here, wire.Credentials{Username: "Ann", Password: "correct horse"}))(t)
	var name *store.NameError
	for _, c := range []struct {
		who  wire.Credentials
		want any
	}{
		{wire.Credentials{Username: "ann", Password: "correct horse"}, store.ErrNameTaken},
		{wire.Credentials{Username: "", Password: "correct horse"}, &name},
		{wire.Credentials{Username: "a\x00b", Password: "correct horse"}, &name},
		{wire.Credentials{Username: "Bob", Password: "short"}, auth.ErrPasswordShort},
		{wire.Credentials{Username: "Bob", Password: strings.Repeat("x", 1025)}, auth.ErrPasswordLong},
		{wire.Credentials{Username: "Bob", Password: "correct horse", Email: "nowhere"}, accounts.ErrEmail},
		{wire.Credentials{Username: "Bob", Password: "correct horse", Email: "Bob <bob@example.org>"}, accounts.ErrEmail},
		{wire.Credentials{Username: "Bob", Password: "correct horse", Email: "bob@example.org\r\nBcc: eve@example.org"}, accounts.ErrEmail},
		{wire.Credentials{Username: "Bob", Password: "correct horse", Email: strings.Repeat("b", 250) + "@example.org"}, accounts.ErrEmail},
	} {
		_, err := p.Register(ctx, here, c.who)
		if target, ok := c.want.(error); ok && !errors.Is(err, target) || !ok && !errors.As(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.who, err, c.want)
		}
	}
	if _, err := p.Login(ctx, here, "Bob", "correct horse"); err != accounts.ErrLogin {
		t.Errorf("who was refused can log in: %v", err)
	}
}

func TestTokens(t *testing.T) {
	p, ctx := open(t, auth.Limits{}), t.Context()
	ann := must(p.Register(ctx, here, wire.Credentials{Username: "Ann", Password: "correct horse"}))(t)
	token := must(p.Token(ann))(t)
	if a, err := p.Authenticate(ctx, here, token); err != nil || a.ID != ann.ID {
		t.Fatalf("%+v, %v", a, err)
	}
	foreign := must(auth.NewTokens(auth.NewKey(), nil))(t)
	nobody := must(p.Token(store.Account{ID: "nobody", Username: "Nobody"}))(t)
	refused := map[string]string{
		"": "log in", token + "x": "not valid", nobody: "no more",
		must(foreign.Session(string(ann.ID), "Ann", 0))(t): "not valid",
	}
	must(p.Referee.Revoke(ctx, ann.ID))(t)
	refused[token] = "revoked"
	for tok, why := range refused {
		if _, err := p.Authenticate(ctx, here, tok); !errors.Is(err, accounts.ErrToken) || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, want it to say %q", tok, err, why)
		}
	}
	fresh := must(p.Token(must(p.Login(ctx, here, "ann", "correct horse"))(t)))(t)
	p.now = p.now.Add(auth.SessionLife)
	if _, err := p.Authenticate(ctx, here, fresh); !errors.Is(err, accounts.ErrToken) || !strings.Contains(err.Error(), "expired") {
		t.Error(err)
	}
}

func TestSaveGuest(t *testing.T) {
	p, ctx := open(t, auth.Limits{}), t.Context()
	guest := must(p.RegisterGuest(ctx, here, false))(t)
	token := must(p.Token(guest))(t)
	who := wire.Credentials{Username: "Ann", Password: "correct horse", Email: "ann@example.org"}
	a := must(p.SaveGuest(ctx, here, guest.ID, who))(t)
	if a.ID != guest.ID || a.Kind != store.Person || a.EmailConfirmed || !slices.Equal(p.confirm, []string{"ann@example.org"}) {
		t.Errorf("%+v, to confirm %q", a, p.confirm)
	}
	if _, err := p.SaveGuest(ctx, here, guest.ID, who); !errors.Is(err, referee.ErrNotAGuest) {
		t.Errorf("a second time: %v", err)
	}
	if _, err := p.Authenticate(ctx, here, token); err != nil {
		t.Errorf("the guest's token: %v", err)
	}
	if a, err := p.Login(ctx, here, "ANN", "correct horse"); err != nil || a.ID != guest.ID {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestEmail(t *testing.T) {
	p, ctx := open(t, auth.Limits{}), t.Context()
	ann := must(p.Register(ctx, here, wire.Credentials{Username: "Ann", Password: "correct horse", Email: "ann@example.org"}))(t)
	if err := p.Referee.ConfirmEmail(ctx, ann.ID, "ann@example.org"); err != nil {
		t.Fatal(err)
	}
	for _, e := range []string{"ann@example.org", "ann@example.com", "", "ann@example.org"} {
		must(p.SetEmail(ctx, ann.ID, e))(t)
	}
	if want := []string{"ann@example.org", "ann@example.com", "ann@example.org"}; !slices.Equal(p.confirm, want) {
		t.Errorf("%q are to be confirmed, want %q", p.confirm, want)
	}
	if _, err := p.SetEmail(ctx, ann.ID, "@"); err != accounts.ErrEmail {
		t.Error(err)
	}
}

// TestGuessesAtPasswordsAreStopped tries passwords for a name that is there and one that is not: the same answers.
func TestGuessesAtPasswordsAreStopped(t *testing.T) {
	p, ctx := open(t, auth.Limits{}), t.Context()
	must(p.Register(ctx, here, wire.Credentials{Username: "Ann", Password: "correct horse"}))(t)
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
	if found[0][9] != accounts.ErrLogin.Error() || found[0][10] != "too many failed logins of this username from this address: try again in 60 s" {
		t.Errorf("%q", found[0][9:])
	}
	var limit *accounts.LimitError
	if _, err := p.Login(ctx, here, "ANN", "correct horse"); !errors.As(err, &limit) || limit.Seconds() != 60 {
		t.Errorf("the right password after ten wrong ones: %v", err)
	}
	must(p.Login(ctx, "her own address", "Ann", "correct horse"))(t)
	p.now = p.now.Add(time.Minute)
	for range 30 {
		must(p.Login(ctx, here, "Ann", "correct horse"))(t) // which does not count once it is right
	}
	passed := 0
	for n := range 200 {
		if _, err := p.Login(ctx, fmt.Sprint("address ", n), "Ann", "wrong"); err == accounts.ErrLogin {
			passed++
		}
	}
	if most := auth.DefaultLimits.Names.Burst; passed == 0 || passed > most {
		t.Errorf("%d guesses from as many addresses passed, want at most %d", passed, most)
	}
}

func TestFloodsAreStopped(t *testing.T) {
	rate := func(n int) auth.Rate { return auth.Rate{Burst: n, Every: time.Minute} }
	p, ctx := open(t, auth.Limits{Registrations: rate(3), Logins: rate(4), Refusals: rate(5), Players: rate(6)}), t.Context()
	var token string
	passed := func(try func() error) int {
		for n := 0; ; n++ {
			var limit *accounts.LimitError
			if errors.As(try(), &limit) {
				return n
			}
		}
	}
	for _, c := range []struct {
		name string
		want int
		try  func() error
	}{
		{"registrations", 3, func() error {
			a, err := p.RegisterGuest(ctx, here, false)
			if err == nil {
				token = must(p.Token(a))(t)
			}
			return err
		}},
		{"logins", 4, func() error { _, err := p.Login(ctx, here, "a", "b"); return err }},
		{"refusals", 5, func() error { _, err := p.Authenticate(ctx, here, "x"); return err }},
		{"requests", 6, func() error { _, err := p.Authenticate(ctx, here, token); return err }},
	} {
		if n := passed(c.try); n != c.want {
			t.Errorf("%d %s passed, want %d", n, c.name, c.want)
		}
	}
	if _, err := p.RegisterGuest(ctx, "another address", false); err != nil {
		t.Error(err)
	}
	if _, err := p.Authenticate(ctx, here, "x"); errors.Is(err, accounts.ErrToken) {
		t.Error(err)
	}
}

// TestCostRises hashes a password anew when its owner logs in.
func TestCostRises(t *testing.T) {
	p, ctx := open(t, auth.Limits{}), t.Context()
	ann := must(p.Register(ctx, here, wire.Credentials{Username: "Ann", Password: "correct horse"}))(t)
	token := must(p.Token(ann))(t)
	p.Hasher = must(auth.NewHasher(auth.Cost{Memory: 128, Passes: 1, Lanes: 1}, 2))(t)
	for range 2 {
		must(p.Login(ctx, here, "ann", "correct horse"))(t)
	}
	if a, err := p.Referee.Account(ctx, ann.ID); err != nil || !strings.Contains(a.Password, "m=128") {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err := p.Authenticate(ctx, here, token); err != nil {
		t.Error(err)
	}
}

func TestGivesUpWithItsCaller(t *testing.T) {
	p := open(t, auth.Limits{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Login(ctx, here, "ann", "correct horse"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
