package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/ask"
	"github.com/luna-rating/luna/benchmarks/internal/must"
)

var accountAttacks = []attack{
	{"lock-out", "300 wrong passwords for a name, each from another address, then the owner logs in",
		long, lockOut},
	{"login-flood", "60 wrong passwords at once from each of 60 addresses; meanwhile the owner of an " +
		"account logs in", long, loginFlood},
}

// browser is a visitor with cookies.
type browser struct {
	*server
	from   string
	client *http.Client
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

// owner registers a person with a name, who logs in from a browser and out again.
func (s *server) owner(ctx context.Context, name string) *browser {
	const from = "203.0.113.1"
	must.Get(s.person(ctx, from, name))
	owner := &browser{s, from, &http.Client{Jar: must.Get(cookiejar.New(nil)), Timeout: time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	if code := must.Get(owner.logIn(ctx, name)); code != http.StatusSeeOther {
		must.Do(fmt.Errorf("the owner cannot log in: %d", code))
	}
	must.Get(owner.post(ctx, "/leave", nil))
	return owner
}

// lockOut lets an owner log in from a browser that has done so before.
func lockOut(ctx context.Context, b *bench) (finding, error) {
	s := must.Get(b.serveLuna(ctx, "luna.db"))
	owner := s.owner(ctx, "victim")
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
	code := must.Get(owner.logIn(ctx, "victim"))
	return judge(code != http.StatusSeeOther,
		"%d tries in %.0f s, %d more refused unread; the owner's login: status %d", wrong,
		took.Seconds(), limited, code)
}

// loginFlood lets an owner log in, from a browser that has done so before, while strangers make the
// server hash passwords for other names.
func loginFlood(ctx context.Context, b *bench) (finding, error) {
	s := must.Get(b.serveLuna(ctx, "luna.db"))
	owner := s.owner(ctx, "victim")
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
