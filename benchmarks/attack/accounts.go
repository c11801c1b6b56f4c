package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/ask"
)

var accountAttacks = []attack{
	{"lock-out", "300 wrong passwords for a name, each from another address, then the owner logs in",
		long, lockOut},
	{"login-flood", "60 wrong passwords at once from each of 60 addresses; meanwhile the owner of an " +
		"account logs in", long, loginFlood},
	{"log-out", "a token taken from a browser, used after its owner logged out", quick, logOut},
	{"guest-token", "a guest's token, used after the guest took a name and a password", quick,
		guestToken},
	{"backup", "a machine's token, revoked, after an older backup was restored", quick, backup},
	{"hsts", "a server behind https asked for a page", quick, hsts},
}

// browser is a visitor with cookies.
type browser struct {
	*server
	from   string
	client *http.Client
}

func (s *server) browser(from string) (*browser, error) {
	jar, err := cookiejar.New(nil)
	return &browser{s, from, &http.Client{Jar: jar, Timeout: time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}}}, err
}

// post sends a form and returns the status, 303 for a form that is accepted.
func (v *browser) post(ctx context.Context, path string, form url.Values) (int, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, v.base+path,
		strings.NewReader(form.Encode()))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("X-Forwarded-For", v.from)
	r.Header.Set("Origin", v.base)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	a, err := v.client.Do(r)
	if err != nil {
		return 0, err
	}
	a.Body.Close()
	return a.StatusCode, nil
}

func (v *browser) logIn(ctx context.Context, name string) (int, error) {
	return v.post(ctx, "/enter/login", url.Values{"username": {name}, "password": {password}})
}

// token returns the token in the browser's cookie.
func (v *browser) token() string {
	u, err := url.Parse(v.base)
	if err != nil {
		return ""
	}
	for _, c := range v.client.Jar.Cookies(u) {
		if strings.HasSuffix(c.Name, "luna") {
			return c.Value
		}
	}
	return ""
}

// owner registers a person with a name, who logs in from a browser.
func (s *server) owner(ctx context.Context, name string) (*browser, error) {
	const from = "203.0.113.1"
	if _, err := s.person(ctx, from, name); err != nil {
		return nil, err
	}
	owner, err := s.browser(from)
	if err != nil {
		return nil, err
	}
	if code, err := owner.logIn(ctx, name); err != nil || code != http.StatusSeeOther {
		return nil, fmt.Errorf("the owner cannot log in: %d %w", code, err)
	}
	return owner, nil
}

// lockOut has an owner log in from a browser that has done so before.
func lockOut(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLuna(ctx, "luna.db")
	if err != nil {
		return finding{}, err
	}
	owner, err := s.owner(ctx, "victim")
	if err != nil {
		return finding{}, err
	}
	if _, err := owner.post(ctx, "/leave", nil); err != nil {
		return finding{}, err
	}
	began, wrong, limited := time.Now(), 0, 0
	for i := range b.amount(300, 150) {
		g := &stranger{server: s, from: fmt.Sprintf("2001:db8:%x::1", i+1)}
		switch err := g.do(ctx, http.MethodPost, "/login", map[string]any{
			"username": "victim", "password": fmt.Sprint("wrong ", i)}, nil); status(err) {
		case http.StatusTooManyRequests:
			limited++
		case http.StatusUnauthorized, http.StatusForbidden, http.StatusBadRequest:
			wrong++
		default:
			return finding{}, fmt.Errorf("a wrong password: %w", err)
		}
	}
	took := time.Since(began)
	code, err := owner.logIn(ctx, "victim")
	if err != nil {
		return finding{}, err
	}
	return judge(code != http.StatusSeeOther,
		"%d tries in %.0f s, %d more refused unread; the owner's login: status %d", wrong,
		took.Seconds(), limited, code)
}

// loginFlood has an owner log in, from a browser that has done so before, while strangers have
// passwords for other names hashed.
func loginFlood(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLuna(ctx, "luna.db")
	if err != nil {
		return finding{}, err
	}
	owner, err := s.owner(ctx, "victim")
	if err != nil {
		return finding{}, err
	}
	if _, err := owner.post(ctx, "/leave", nil); err != nil {
		return finding{}, err
	}
	flood, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	sent := b.amount(60, 20)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for i := range sent {
		for k := range 60 {
			wg.Go(func() {
				g := ask.Player{Client: client, Base: s.base, Address: fmt.Sprintf("2001:db8:%x::1", i+1)}
				_ = g.Do(flood, http.MethodPost, "/login", map[string]any{
					"username": fmt.Sprintf("nobody%d-%d", i, k), "password": "a wrong password"}, nil)
			})
		}
	}
	time.Sleep(3 * time.Second)
	began := time.Now()
	limit, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	code, err := owner.logIn(limit, "victim")
	took := time.Since(began)
	stop()
	return judge(err != nil || code != http.StatusSeeOther,
		"%d passwords at once; the owner's login: status %d after %.1f s; %s", 60*sent, code,
		took.Seconds(), memoryText(s.Process))
}

func logOut(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLuna(ctx, "luna.db")
	if err != nil {
		return finding{}, err
	}
	owner, err := s.owner(ctx, "victim")
	if err != nil {
		return finding{}, err
	}
	thief := &stranger{server: s, from: "198.51.100.1", token: owner.token()}
	before := status(thief.do(ctx, http.MethodGet, "/home", nil, nil))
	if before != http.StatusOK {
		return finding{}, fmt.Errorf("the token does not work: status %d", before)
	}
	if code, err := owner.post(ctx, "/leave", nil); err != nil || code != http.StatusSeeOther {
		return finding{}, fmt.Errorf("the owner cannot log out: %d %w", code, err)
	}
	after := status(thief.do(ctx, http.MethodGet, "/home", nil, nil))
	return judge(after == http.StatusOK, "status %d before, %d after", before, after)
}

func guestToken(ctx context.Context, b *bench) (finding, error) {
	_, guest, err := b.serveGuest(ctx)
	if err != nil {
		return finding{}, err
	}
	var t struct{ Token string }
	if err := guest.do(ctx, http.MethodPost, "/saveGuest", map[string]any{"username": "ann",
		"password": password}, &t); err != nil {
		return finding{}, err
	}
	old := status(guest.do(ctx, http.MethodGet, "/profile", nil, nil))
	guest.token = t.Token
	fresh := status(guest.do(ctx, http.MethodGet, "/profile", nil, nil))
	return judge(old == http.StatusOK || fresh != http.StatusOK,
		"status %d with the old token, %d with the new one", old, fresh)
}

// backup revokes a token and then restores a copy of the file from before, as the documentation
// says.
func backup(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLuna(ctx, "luna.db")
	if err != nil {
		return finding{}, err
	}
	db := b.path("luna.db")
	add, ok := b.command(ctx, b.luna, "machine", "add", "robot", "--db", db)
	if !ok || add.Err() != nil {
		return finding{}, fmt.Errorf("luna machine add: %s", lastLine(add))
	}
	lines := strings.Fields(add.Output())
	token := lines[len(lines)-1]
	s.Terminate(time.Minute)
	text, err := os.ReadFile(db)
	if err != nil {
		return finding{}, err
	}
	revoke, ok := b.command(ctx, b.luna, "machine", "revoke", "robot", "--db", db)
	if !ok || revoke.Err() != nil {
		return finding{}, fmt.Errorf("luna machine revoke: %s", lastLine(revoke))
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		os.Remove(db + suffix)
	}
	if err := os.WriteFile(db, text, 0o600); err != nil {
		return finding{}, err
	}
	again, err := b.serveLuna(ctx, "luna.db")
	if err != nil {
		return judge(false, "the restored file is refused until the operator says so")
	}
	thief := &stranger{server: again, from: "198.51.100.1", token: token}
	code := status(thief.do(ctx, http.MethodGet, "/profile", nil, nil))
	return judge(code == http.StatusOK, "status %d", code)
}

func hsts(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLuna(ctx, "luna.db", "--base-url", "https://luna.example.org")
	if err != nil {
		return finding{}, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/", nil)
	if err != nil {
		return finding{}, err
	}
	r.Host = "luna.example.org"
	r.Header.Set("X-Forwarded-For", "203.0.113.1")
	r.Header.Set("X-Forwarded-Proto", "https")
	a, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return finding{}, err
	}
	defer a.Body.Close()
	h := a.Header.Get("Strict-Transport-Security")
	return judge(h == "", "Strict-Transport-Security: %q", h)
}
