package site

import (
	"context"
	"log/slog"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
	"github.com/luna-rating/luna/luna/internal/site/mail"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Operator returns the handler of GET /metrics, and of the probes, for an address that only the
// operator can reach.
func (s *Site) Operator() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", s.serveMetrics)
	for _, path := range []string{"/livez", "/readyz", "/healthz"} {
		mux.Handle("GET "+path, s.api)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r, _ = httpx.Identify(w, r)
		mux.ServeHTTP(w, r)
	})
}

// serveMetrics answers in the text format of Prometheus 0.0.4. Nothing in it is about persons.
func (s *Site) serveMetrics(w http.ResponseWriter, r *http.Request) {
	text, err := s.metrics(r.Context())
	if err != nil {
		s.o.Log.Error("the metrics could not be read", "error", err)
		httpx.WriteError(w, httpx.Internal())
		return
	}
	w.Header().Set("Content-Type", httpx.MetricsType)
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte(text)) // fails only if the client is gone
}

func (s *Site) metrics(ctx context.Context) (string, error) {
	var e httpx.Exposition
	ready := 0
	if s.ready(ctx) == nil {
		ready = 1
	}
	e.Value("luna_ready", "gauge", "1 if /readyz answers 200, else 0.", ready)
	numbers, err := s.accounts.Statistics(ctx)
	if err != nil {
		return "", err
	}
	e.Family("luna_accounts", "gauge", "Accounts, by kind.")
	for _, kind := range []accounts.Kind{accounts.Person, accounts.Guest, accounts.Machine} {
		e.Sample("luna_accounts", numbers.Accounts[kind], "kind", string(kind))
	}
	e.Value("luna_sessions_active", "gauge",
		"Players with a request within the last 15 minutes.", numbers.Present)
	size, err := s.store.Size()
	if err != nil {
		return "", err
	}
	e.Value("luna_database_bytes", "gauge", "Size of the database file on disk.", size)
	e.Value("luna_write_failures_total", "counter",
		"Uses of the database file that failed because of the disk or a lock.", s.store.Failures.Load())
	backup, err := s.store.LastBackup(ctx)
	if err != nil {
		return "", err
	}
	age := math.Inf(1)
	if !backup.IsZero() {
		age = s.o.Clock().Sub(backup).Seconds()
	}
	e.Value("luna_backup_age_seconds", "gauge", "Time since 'luna admin backup'; +Inf for never.", age)
	doubtful := 0
	if s.accounts.Steady().Doubt() != nil {
		doubtful = 1
	}
	e.Value("luna_clock_doubtful", "gauge", "1 if the clock needs --clock-ok, else 0.", doubtful)
	waiting, failures := 0, 0
	if s.post != nil {
		waiting, failures = s.post.Waiting(), int(s.post.Failures.Load())
	}
	e.Value("luna_mail_queue_length", "gauge", "Letters that wait to be sent.", waiting)
	e.Value("luna_mail_failures_total", "counter", "Attempts to send a letter that failed.", failures)
	for _, g := range s.games {
		if g.Metrics != nil {
			if err := g.Metrics(ctx, &e); err != nil {
				return "", err
			}
		}
	}
	shares, g := s.gate.Shares(), s.accounts.Guard()
	shares["texts"], shares["registrations"] = g.Texts.Busiest(), g.Registrations.Busiest()
	e.Family("luna_busiest_share", "gauge", "Part of what all may use that the busiest network does.")
	for _, of := range slices.Sorted(maps.Keys(shares)) {
		e.Sample("luna_busiest_share", shares[of], "of", of)
	}
	s.gate.Write(&e, "luna")
	s.requests.Write(&e, "luna")
	return e.String(), nil
}

// Host is what a site provides to a game that it opens.
type Host struct {
	Store    *store.Store // for the game's log and tables; see [store.Store.Migrate]
	Accounts *accounts.Service
	// Send sends a letter to a player, if they want mail. The letter's links begin with BaseURL.
	Send    func(player accounts.ID, compose mail.Compose)
	BaseURL string
	// Proxied says that clients may reach the site through a proxy, so that no request can be
	// trusted to come from this machine.
	Proxied bool
	Clock   func() time.Time
	Log     *slog.Logger
}

// Opener puts a game on a site.
type Opener func(ctx context.Context, h Host) (*Game, error)

// Game is a game on a site. All fields except Pages may be zero.
type Game struct {
	Endpoints []jsonapi.Route
	Pages     pages.Set
	// Handlers serve all paths that are one of the keys or below it.
	Handlers map[string]http.Handler
	Statuses httpx.Rules       // the statuses of the game's errors
	Accounts accounts.Observer // is told of changed and deleted accounts
	Health   func() error      // for GET /readyz
	// Metrics adds numbers about the game, but nothing about persons.
	Metrics func(context.Context, *httpx.Exposition) error
	OpenAPI []byte // describes Endpoints; see [jsonapi.Options]
	// Tick is called now and then, for what becomes due without any request.
	Tick  func(context.Context) error
	Close func()
}

// handler returns the handler of a game that serves a path, and where; nil if there is none.
func (s *Site) handler(path string) (h http.Handler, prefix string) {
	for _, g := range s.games {
		for prefix, h := range g.Handlers {
			if path == prefix || strings.HasPrefix(path, prefix+"/") {
				return h, prefix
			}
		}
	}
	return nil, ""
}
