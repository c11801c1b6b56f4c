package pairweb

import (
	"bytes"
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/style"
)

// Options configure a [Server].
type Options struct {
	// Hosts are the names by which the server is known, besides localhost and addresses; nil is any
	// (see httpx.LocalHosts).
	Hosts []string
	// Log receives internal errors; if it is nil, they are dropped.
	Log func(error)
}

// Server serves the seats of a contest. It may be used by several goroutines at once.
type Server struct {
	o      Options
	origin *http.CrossOriginProtection
	ctx    context.Context // ends with Close
	cancel context.CancelFunc

	mu    sync.Mutex
	seats map[string]*Seat // by token
}

// New returns a server without seats.
func New(o Options) *Server {
	s := &Server{o: o, origin: http.NewCrossOriginProtection(), seats: make(map[string]*Seat)}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Close ends all streams, so that the HTTP server can shut down.
func (s *Server) Close() { s.cancel() }

// maxSeats bounds the people of a contest.
const maxSeats = 1000

// token matches valid tokens. Those of [rand.Text] have 26 characters, which are 130 bits.
var token = regexp.MustCompile(`^[A-Za-z0-9_-]{22,64}$`)

// Seat returns a new seat for a person. Its token, of 22 to 64 letters, digits, - and _, is the
// secret of its address; if it is empty, one is drawn. A contest resumed after a crash passes the
// same token again.
func (s *Server) Seat(secret string) (*Seat, error) {
	if secret == "" {
		secret = rand.Text()
	}
	if !token.MatchString(secret) {
		return nil, errors.New("found a token that is none, expected 22 to 64 letters, digits, - and _")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seats[secret] != nil {
		return nil, errors.New("found the same token for two seats")
	}
	if len(s.seats) >= maxSeats {
		return nil, fmt.Errorf("found more than %d seats", maxSeats)
	}
	seat := newSeat(secret)
	s.seats[secret] = seat
	return seat, nil
}

//go:embed static/page.js
var script []byte

//go:embed static/page.css
var styleSheet string

//go:embed static/*.html
var templates embed.FS

var pages = template.Must(template.ParseFS(templates, "static/*.html"))

// policy lets a page load content from its own server only.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
	"img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	httpx.Secure(w.Header(), policy) // without a referrer, as the address is a secret
	if err := s.serve(w, r); err != nil {
		refused, ok := errors.AsType[*httpx.Error](err)
		if !ok {
			if s.o.Log != nil {
				s.o.Log(err)
			}
			refused = httpx.Internal()
		}
		httpx.WriteError(w, refused)
	}
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) error {
	if s.o.Hosts != nil && !httpx.KnownHost(r.Host, s.o.Hosts) {
		return httpx.Errorf(http.StatusMisdirectedRequest,
			"found host %.80q, expected localhost, an address or a name of this server", r.Host)
	}
	if s.origin.Check(r) != nil {
		return httpx.Errorf(http.StatusForbidden,
			"found a request of a page of another origin, expected one of this server's own")
	}
	first, rest, below := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if first == "static" {
		return static(w, r, rest)
	}
	s.mu.Lock()
	seat := s.seats[first]
	s.mu.Unlock()
	if seat == nil {
		return s.page(w, http.StatusNotFound, "unknown.html", nil)
	}
	if !below {
		w.Header().Set("Location", seat.Path())
		w.WriteHeader(http.StatusSeeOther)
		return nil
	}
	switch rest {
	case "":
		if err := method(r, http.MethodGet, http.MethodHead); err != nil {
			return err
		}
		view := seat.now()
		return s.page(w, http.StatusOK, view.template(), view.shown())
	case "events":
		if err := method(r, http.MethodGet); err != nil {
			return err
		}
		return s.events(w, r, seat)
	case "keys", "verdict":
		if err := method(r, http.MethodPost); err != nil {
			return err
		}
		if rest == "keys" {
			return s.typed(w, r, seat)
		}
		return s.verdict(w, r, seat)
	}
	return s.page(w, http.StatusNotFound, "unknown.html", nil)
}

func method(r *http.Request, allowed ...string) error {
	for _, m := range allowed {
		if r.Method == m {
			return nil
		}
	}
	list := strings.Join(allowed, ", ")
	return httpx.Errorf(http.StatusMethodNotAllowed, "found method %.20q, expected %s", r.Method,
		list).With("Allow", list)
}

// page sends a whole page.
func (s *Server) page(w http.ResponseWriter, status int, name string, data any) error {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, data); err != nil {
		return err
	}
	send(w, status, "text/html; charset=utf-8", b.Bytes())
	return nil
}

func static(w http.ResponseWriter, r *http.Request, name string) error {
	if err := method(r, http.MethodGet, http.MethodHead); err != nil {
		return err
	}
	switch name {
	case "page.js":
		send(w, http.StatusOK, "text/javascript; charset=utf-8", script)
	case "page.css":
		send(w, http.StatusOK, "text/css; charset=utf-8", []byte(string(style.CSS)+styleSheet))
	default:
		return httpx.Errorf(http.StatusNotFound, "found no such file")
	}
	return nil
}

func send(w http.ResponseWriter, status int, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", fmt.Sprint(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // fails only if the client is gone
}
