package site

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
	"github.com/luna-rating/luna/luna/internal/site/mail"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/site/status"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Options configure [Open]. DB is required.
type Options struct {
	DB       string           // path of the database file, created if absent
	BaseURL  string           // public URL, such as https://luna.example.org; needed for mail
	Machines jsonapi.Machines // who may register machine players; "" means programs on this machine
	Limits   guard.Limits
	Cost     auth.Cost     // cost of the hash of a password; zero means auth.DefaultCost
	Proxies  httpx.Proxies // proxies that are trusted to name the client in X-Forwarded-For
	SMTP     string        // mail server, as for [mail.Options]; "" sends no mail
	From     string        // sender of mail
	Contact  string        // how to reach the operator: an address or a URL, or ""
	Banner   string        // shown at the top of each page, for instance that people are simulated
	// Hosts, if not nil, are the names by which clients know the site, besides the one in BaseURL,
	// localhost and IP addresses. Requests for other hosts are refused.
	Hosts          []string
	MaxConnections int              // maximum in all; 0 means guard.DefaultConnections
	Grace          time.Duration    // for requests under way at shutdown; 0 means 10 s
	Clock          func() time.Time // nil means time.Now
	ClockOK        time.Time        // today's date, confirmed by the operator; see [store.Clock]
	Log            *slog.Logger     // nil discards; never receives texts, tokens or passwords
}

// Site is a server of games.
type Site struct {
	o        Options
	lock     *locks
	store    *store.Store
	accounts *accounts.Service
	post     *mail.Post // nil if no mail is sent
	games    []*Game
	api      *jsonapi.API
	pages    http.Handler
	writable writable
	requests httpx.Requests
	gate     *httpx.Gate
	doubted  bool // the log tells of a doubtful clock
}

// Open opens the site in a database file, with some games. The caller must close it.
func Open(ctx context.Context, o Options, openers ...Opener) (_ *Site, err error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Grace == 0 {
		o.Grace = 10 * time.Second
	}
	s := newSite(o)
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	if s.lock, err = lock(o.DB); err != nil {
		return nil, err
	}
	if err := store.Fits(ctx, o.DB); err != nil {
		return nil, err
	}
	if s.store, err = store.Open(ctx, o.DB); err != nil {
		return nil, err
	}
	s.writable.probe, s.writable.failed = s.store.Writable, s.store.Failed.Load
	s.store.OnDamage = func(err error) {
		s.o.Log.Error("the site is not ready from now on", "error", err)
	}
	if _, err := s.store.ConfirmClock(ctx, o.Clock, o.ClockOK); err != nil {
		return nil, err
	}
	s.accounts, err = accounts.Open(ctx, accounts.Options{
		Store: s.store, Limits: o.Limits, Cost: o.Cost, Clock: o.Clock, Log: o.Log,
	})
	if err != nil {
		return nil, err
	}
	if err := s.openMail(); err != nil {
		return nil, err
	}
	for _, open := range openers {
		g, err := open(ctx, s.host())
		if err != nil {
			return nil, err
		}
		s.games = append(s.games, g)
		s.accounts.Observe(g.Accounts)
	}
	return s, s.openHandlers()
}

// newSite returns a site without a database.
func newSite(o Options) *Site {
	gate := &httpx.Gate{Proxies: o.Proxies, Body: readTimeout, Rooms: guard.NewRooms(o.MaxConnections),
		Say: func(text string) { o.Log.Warn(text) }}
	return &Site{o: o, gate: gate.Start()}
}

func (s *Site) host() Host {
	h := Host{
		Store: s.store, Accounts: s.accounts, BaseURL: s.o.BaseURL, Clock: s.o.Clock, Log: s.o.Log,
		Send: func(accounts.ID, mail.Compose) {}, Proxied: s.proxied(),
	}
	if s.post != nil {
		h.Send, h.BaseURL = s.post.Send, s.post.Base()
	}
	return h
}

func (s *Site) openMail() error {
	if s.o.SMTP == "" {
		return nil
	}
	post, err := mail.New(mail.Options{
		Server: s.o.SMTP, From: s.o.From, Base: s.o.BaseURL,
		Tokens: s.accounts, Clock: s.o.Clock, Log: s.o.Log,
	})
	if err != nil {
		return err
	}
	s.accounts.Observe(accounts.Observer{EmailGiven: post.Confirm})
	post.Start(s.accounts)
	s.post = post
	return nil
}

func (s *Site) openHandlers() (err error) {
	var endpoints [][]jsonapi.Route
	var sets []pages.Set
	var rules []httpx.Rules
	var openapi [][]byte
	for _, g := range s.games {
		endpoints = append(endpoints, g.Endpoints)
		sets = append(sets, g.Pages)
		rules = append(rules, g.Statuses)
		if g.OpenAPI != nil {
			openapi = append(openapi, g.OpenAPI)
		}
	}
	statuses := status.Rules(rules...)
	var forgot func(address, text string) error
	if s.post != nil {
		forgot = s.post.Reset
	}
	s.api, err = jsonapi.New(jsonapi.Options{
		Accounts: s.accounts, Machines: s.o.Machines, Proxied: s.proxied(),
		Rules: statuses, Ready: s.ready, OpenAPI: openapi, Log: s.o.Log, Forgot: forgot,
	}, endpoints...)
	if err != nil {
		return err
	}
	s.pages, err = pages.New(pages.Options{
		Accounts: s.accounts, BaseURL: s.o.BaseURL, Mail: s.post != nil, Contact: s.o.Contact, Forgot: forgot,
		Banner: s.o.Banner, Rules: statuses, Log: s.o.Log,
	}, sets...)
	return err
}

// proxied reports whether clients may reach the site through a proxy: under a name that is not
// this machine's, or encrypted.
func (s *Site) proxied() bool {
	if len(s.o.Proxies) > 0 || s.o.BaseURL == "" {
		return len(s.o.Proxies) > 0
	}
	base, err := url.Parse(s.o.BaseURL)
	if err != nil || base.Scheme == "https" {
		return err == nil
	}
	host, err := netip.ParseAddr(base.Hostname())
	return base.Hostname() != "localhost" && (err != nil || !host.IsLoopback())
}

// Accounts returns the accounts of the site.
func (s *Site) Accounts() *accounts.Service { return s.accounts }

// ServeHTTP answers a request with the part of the site to which its path belongs.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r, end := s.gate.Open(w, r)
	defer end()
	r, id := httpx.Identify(w, r)
	answer, r := s.newAnswer(w, r)
	s.setHeaders(w.Header())
	s.requests.Begin()
	defer s.answered(answer, r, id, time.Now())
	if s.gate.Draining() {
		w.Header().Set("Connection", "close")
	}
	if !s.known(r.Host) {
		httpx.WriteError(answer, errHost(r.Host))
		return
	}
	if !isProbe(r.URL.Path) {
		if httpx.Late(r) {
			httpx.WriteError(answer, errDraining())
			return
		}
		defer s.gate.Work()()
		if err := httpx.Count(r.Context()); err != nil {
			httpx.WriteError(answer, httpx.Rules{}.Of(err))
			return
		}
	}
	switch h, below := s.handler(r.URL.Path); {
	case s.api.Owns(r.URL.Path):
		s.api.ServeHTTP(answer, r)
	case h != nil:
		id.Route = below
		h.ServeHTTP(answer, r)
	default:
		s.pages.ServeHTTP(answer, r)
	}
}

// answered counts and logs a request.
func (s *Site) answered(
	answer *answer, r *http.Request, id *httpx.Identity, start time.Time,
) {
	answer.end()
	took, route := time.Since(start), cmp.Or(id.Route, "other")
	status := cmp.Or(answer.Status, http.StatusOK)
	s.requests.End(route, status, took)
	s.o.Log.LogAttrs(r.Context(), slog.LevelDebug, "request",
		slog.String("method", r.Method), slog.String("path", r.URL.Path),
		slog.String("route", route), slog.Int("status", status),
		slog.Int64("bytes", answer.Bytes), slog.Duration("took", took), httpx.LogID(r))
}

// Close ends all background work and closes the database file.
func (s *Site) Close() error {
	s.writable.close()
	for _, g := range s.games {
		if g.Close != nil {
			g.Close()
		}
	}
	if s.post != nil {
		s.post.Close()
	}
	var err error
	if s.accounts != nil {
		_ = s.accounts.Steady().Save(context.Background()) // it was a minute ago
	}
	if s.store != nil {
		err = s.store.Close()
	}
	if s.lock != nil {
		s.lock.unlock() // last, since another server may start then
	}
	return err
}
