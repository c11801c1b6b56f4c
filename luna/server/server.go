// Package server runs a rating system: players and their games in one database file, pages for
// people, and the JSON interface for machine players that package wire describes. The commands luna
// serve, luna machine and luna export use it.
//
// A Server speaks plain HTTP. To serve clients on other machines, put an HTTPS proxy in front of it
// and name the proxy in [Options].Proxies.
package server

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame"
	lunaplay "github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
	"github.com/luna-rating/luna/luna/internal/site/mail"
	tradeplay "github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// Options configure [Open]. Only DB is required; [Defaults] shows what the zero values stand for.
type Options struct {
	DB string // path of the database file, created if absent
	// Games are the games that the server offers, "luna" or "trade"; nil means both.
	Games   []string
	Trading Trading // the settings of Turing Trade
	// Practice describes the programs against which visitors practise at once, in both games, in
	// the form of [responder.Open], with a name and an equals sign before it if wanted; nil means
	// [DefaultPractice], and none that nobody can practise.
	Practice []string
	BaseURL  string // public URL, such as https://luna.example.org; needed for mail
	// Machines says who may register machine players over HTTP: "local" (programs on this
	// machine), "open" (everybody) or "never".
	Machines string
	Limits   guard.Limits // request rates; a zero rate means the rate in Defaults
	// Proxies are the networks of the proxies whose X-Forwarded-For is trusted.
	Proxies   []netip.Prefix
	Aggregate game.Aggregate // computes ratings; nil means the mean. Fixed once a file exists
	// GraceMachines is about how long a person waits for another person before a machine may play
	// them; negative means not at all.
	GraceMachines time.Duration
	MachineGames  bool          // machines play each other, too
	SMTP          string        // mail server, smtps://USER:PASSWORD@HOST:PORT; "" sends no mail
	From          string        // sender of mail
	Contact       string        // how to reach the operator: an address or a URL, shown on the pages
	ExportKeep    time.Duration // maximum age of the published games
	// ExportAfter is how long players must not have played before their responses, and the guesses
	// about them, are published; a negative time means no wait.
	ExportAfter time.Duration
	// Hosts, if not nil, are the names by which clients know the server, besides the one in
	// BaseURL, localhost and IP addresses. Requests for other hosts are refused, since a page of
	// another site can make its own name resolve to this machine.
	Hosts          []string
	MaxConnections int // maximum in all; 0 means 4000. An address may hold 500
	// Ratings says how much people's guesses weigh: "public" (newcomers' less, and those of one
	// network together as one) or "thesis" (all the same, for people who trust each other; nobody
	// is damped); "" means public.
	Ratings string
	// Damping says what happens to players whose guesses are not honest: "auto" (their guesses
	// count less), "report" (the log reports them) or "off"; "" means auto.
	Damping string
	// SharedNetworks are networks whose addresses many people share, such as a school's: guesses
	// from there do not come from one person.
	SharedNetworks []netip.Prefix
	// MaxGames and MaxBytes are the number of active games, and the size of the database in use,
	// from which no more games can be opened; negative means no limit.
	MaxGames int
	MaxBytes int64
	// ClockOK is today's date, confirmed by the operator. Without it, if the clock is more than two
	// weeks ahead of the time when the database was last served, nothing is published and no game
	// expires.
	ClockOK time.Time
	Grace   time.Duration // time left to requests under way when shutdown begins
	Log     *slog.Logger  // nil discards; never receives texts, tokens or passwords
}

// Defaults returns the options that zero values stand for.
func Defaults() Options {
	var games []string
	for _, x := range offers() {
		games = append(games, x.name)
	}
	return Options{
		Games: games, Practice: DefaultPractice(),
		Trading: Trading{
			Targets: DefaultTargets(), Patience: tradeplay.DefaultPatience,
			MaxGames: tradeplay.DefaultMaxGames, Settings: trade.Settings{Seconds: trade.DefaultSeconds},
		},
		Machines: string(jsonapi.LocalMachines), Limits: guard.DefaultLimits(),
		GraceMachines: 75 * time.Second,
		ExportKeep:    lunagame.DefaultExportKeep, ExportAfter: lunagame.DefaultExportAfter,
		MaxGames: 20_000, MaxBytes: 20 << 30, Grace: 10 * time.Second,
		Ratings: string(lunaplay.PublicRatings), Damping: string(lunaplay.AutoDamping),
	}
}

// Server is an open rating system.
type Server struct {
	site    *site.Site
	closers []io.Closer
}

// Open opens the rating system in a database file. The caller must close it.
func Open(ctx context.Context, o Options) (*Server, error) {
	games, closers, err := openers(o)
	if err != nil {
		return nil, errors.Join(err, closeAll(closers))
	}
	s, err := site.Open(ctx, site.Options{
		DB: o.DB, BaseURL: o.BaseURL, Machines: jsonapi.Machines(o.Machines), Limits: o.Limits,
		Proxies: o.Proxies, SMTP: o.SMTP, From: o.From, Contact: o.Contact, Grace: o.Grace,
		Hosts: o.Hosts, MaxConnections: o.MaxConnections, Log: o.Log, ClockOK: o.ClockOK,
	}, games...)
	if err != nil {
		return nil, errors.Join(err, closeAll(closers))
	}
	return &Server{s, closers}, nil
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.site.ServeHTTP(w, r) }

// Serve answers requests on a listener until the context ends. It then finishes the requests under
// way and returns nil; those that outlast the grace period are cut off and reported as an error.
// Meanwhile, new connections get answers only to probes. The listener is closed.
func (s *Server) Serve(ctx context.Context, l net.Listener) error { return s.site.Serve(ctx, l) }

// Operator returns a handler of GET /metrics, for Prometheus, and of the probes /livez and /readyz.
// The metrics have no personal data, but tell how many people play and when: serve them on an
// address that only the operator can reach.
func (s *Server) Operator() http.Handler { return s.site.Operator() }

// Close closes the database file.
func (s *Server) Close() error { return errors.Join(s.site.Close(), closeAll(s.closers)) }

// TestMail sends a letter through a mail server, given as in [Options], and returns the server's
// answer.
func TestMail(ctx context.Context, smtp, from, to string) (answer string, err error) {
	return mail.Test(ctx, smtp, from, to)
}
