package server

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/accounts"
	"github.com/luna-rating/luna/luna/internal/api"
	"github.com/luna-rating/luna/luna/internal/export"
	"github.com/luna-rating/luna/luna/internal/mail"
	"github.com/luna-rating/luna/luna/internal/referee"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/store"
	"github.com/luna-rating/luna/luna/internal/web"
)

// Options are those of [Open]. DB must be set.
type Options struct {
	DB       string       // the path of the file, created when absent
	BaseURL  string       // where players reach the server, as https://luna.example.org; needed for mail, and behind a proxy
	Machines api.Machines // who may register machine players; "" is programs on the same machine
	Limits   auth.Limits  // of how often things may be done; those that are zero are [auth.DefaultLimits]
	Cost     auth.Cost    // of a password's hash; zero is [auth.DefaultCost]
	// Proxies are the addresses of proxies, of which alone it is believed whom they forward for (X-Forwarded-For).
	Proxies   []netip.Prefix
	Aggregate game.Aggregate // makes ratings of guesses; nil is their mean. It cannot be changed once a player has entered
	SMTP      string         // the server for mail, as [mail.Options] has it; "" is that no mail is sent
	From      string         // the sender of mail
	Contact   string         // how to reach who keeps the server, an address or a page; "" is not told
	// ExportKeep is how old the published games may be, and so how long a consent that was taken back stands; 0 is 10 minutes.
	ExportKeep time.Duration
	Grace      time.Duration    // how long requests may take that are under way when the server ends; 0 is 10 s
	Clock      func() time.Time // nil is time.Now
	Log        *slog.Logger     // nil discards it. Neither texts nor tokens nor passwords are told to it
}

// Server is a rating system.
type Server struct {
	o       Options
	lock    *os.File
	store   *store.Store
	referee *referee.Referee
	post    *mail.Post // nil where no mail is sent
	desk    *accounts.Desk
	api     *api.API
	pages   http.Handler
	export  http.Handler
	exports *auth.Limiter
}

// exportRate limits who fetches what is published, by address.
var exportRate = auth.Rate{Burst: 100, Every: time.Second}

// Open makes a server of a file. The caller closes it.
func Open(ctx context.Context, o Options) (_ *Server, err error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Grace == 0 {
		o.Grace = 10 * time.Second
	}
	if o.ExportKeep == 0 {
		o.ExportKeep = 10 * time.Minute
	}
	s := &Server{o: o}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	if s.lock, err = lock(o.DB); err != nil {
		return nil, err
	}
	if s.store, err = store.Open(ctx, o.DB); err != nil {
		return nil, err
	}
	key, err := s.store.Key(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.openDesk(ctx, key); err != nil {
		return nil, err
	}
	return s, s.openHandlers(key)
}

// openDesk makes what knows players and games.
func (s *Server) openDesk(ctx context.Context, key []byte) error {
	tokens, err := auth.NewTokens(key, s.o.Clock)
	if err != nil {
		return err
	}
	hasher, err := auth.NewHasher(s.o.Cost, 0)
	if err != nil {
		return err
	}
	guard, err := auth.NewGuard(s.o.Limits, s.o.Clock)
	if err != nil {
		return err
	}
	ro := referee.Options{Aggregate: s.o.Aggregate, Clock: s.o.Clock, Log: s.o.Log}
	var post *mail.Post
	if s.o.SMTP != "" {
		post, err = mail.New(mail.Options{Server: s.o.SMTP, From: s.o.From, Base: s.o.BaseURL, Tokens: tokens, Clock: s.o.Clock, Log: s.o.Log})
		if err != nil {
			return err
		}
		ro.Notify = post.Notice
	}
	if s.referee, err = referee.Open(ctx, s.store, ro); err != nil {
		return err
	}
	s.desk = &accounts.Desk{Referee: s.referee, Hasher: hasher, Tokens: tokens, Guard: guard}
	if post != nil {
		s.post, s.desk.Confirm = post, post.Confirm
		post.Start(s.referee)
	}
	return nil
}

// proxied tells whether others reach the server through a proxy: by a name that is not the machine's own, or encrypted.
func (s *Server) proxied() bool {
	base, err := url.Parse(s.o.BaseURL)
	if err != nil || s.o.BaseURL == "" {
		return len(s.o.Proxies) > 0
	}
	own, err := netip.ParseAddr(base.Hostname())
	return base.Scheme == "https" || len(s.o.Proxies) > 0 || base.Hostname() != "localhost" && (err != nil || !own.IsLoopback())
}

func (s *Server) openHandlers(key []byte) (err error) {
	if s.api, err = api.New(api.Options{Desk: s.desk, Machines: s.o.Machines, Proxied: s.proxied(), Log: s.o.Log}); err != nil {
		return err
	}
	s.pages, err = web.New(web.Options{
		Desk: s.desk, BaseURL: s.o.BaseURL, Mail: s.post != nil, Export: export.Path, Contact: s.o.Contact, Log: s.o.Log,
	})
	if err != nil {
		return err
	}
	if s.exports, err = auth.NewLimiter(exportRate, s.o.Clock); err != nil {
		return err
	}
	s.export = &export.Handler{Keep: s.o.ExportKeep, Clock: s.o.Clock, Make: func() (*export.Export, error) {
		e, err := Export(context.Background(), s.referee, key, false)
		if err != nil {
			s.o.Log.Error("the export cannot be made", "error", err)
		}
		return e, err
	}}
	return nil
}

// Desk is where the server lets players in.
func (s *Server) Desk() *accounts.Desk { return s.desk }

// Close ends what the server does besides answering requests, and closes its file.
func (s *Server) Close() error {
	if s.referee != nil {
		s.referee.Close()
	}
	if s.post != nil {
		s.post.Close()
	}
	var err error
	if s.store != nil {
		err = s.store.Close()
	}
	if s.lock != nil {
		unlock(s.lock) // the last, since another server may begin then
	}
	return err
}

// Export is what a referee's players consent to publish, as [export.New] makes it of a secret key.
func Export(ctx context.Context, r *referee.Referee, key []byte, smartsRatings bool) (*export.Export, error) {
	games, err := r.All()
	if err != nil {
		return nil, err
	}
	known := make(map[game.PlayerID]store.Account)
	var failed error
	who := func(p game.PlayerID) (consents, machine bool) {
		a, ok := known[p]
		if !ok {
			var err error
			if a, err = r.Account(ctx, p); err != nil && !errors.Is(err, store.ErrUnknownAccount) {
				failed = err
			}
			known[p] = a // who is no more has not consented
		}
		return a.Consent, a.Kind == store.Machine
	}
	e := export.New(games, export.Options{Who: who, Key: key, SmartsRatings: smartsRatings})
	return e, failed
}
