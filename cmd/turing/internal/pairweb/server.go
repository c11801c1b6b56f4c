package pairweb

import (
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"html/template"
	"net/http"
	"sync"

	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/style"
	"github.com/luna-rating/luna/internal/text"
)

// Server serves the seats of a contest. It may be used by several goroutines at once.
type Server struct {
	http.Handler
	hosts  []string
	ctx    context.Context // ends with Close
	cancel context.CancelFunc

	mu    sync.Mutex
	seats map[string]*Seat // by token
}

// New returns a server without seats. It is known by the names of hosts, besides localhost and
// addresses; nil is any (see httpx.LocalHosts).
func New(hosts []string) *Server {
	s := &Server{hosts: hosts, seats: make(map[string]*Seat)}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	mux := http.NewServeMux()
	mux.HandleFunc("GET /static/page.js", static("text/javascript; charset=utf-8", script))
	mux.HandleFunc("GET /static/page.css", static("text/css; charset=utf-8", string(style.CSS)+styleSheet))
	mux.HandleFunc("GET /{seat}", s.seated(redirect))
	mux.HandleFunc("GET /{seat}/{$}", s.seated(page))
	mux.HandleFunc("GET /{seat}/events", s.seated(s.events))
	mux.HandleFunc("POST /{seat}/keys", s.seated(typed))
	mux.HandleFunc("POST /{seat}/verdict", s.seated(verdict))
	mux.HandleFunc("/", unknown)
	s.Handler = s.Guard(policy, mux)
	return s
}

// Guard keeps requests from pages of other servers, and under names of other hosts, from a handler,
// whose pages have the given Content-Security-Policy.
func (s *Server) Guard(policy string, h http.Handler) http.Handler {
	own := http.NewCrossOriginProtection().Handler(h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		httpx.Secure(w.Header(), policy) // without a referrer, as addresses are secrets
		if s.hosts != nil && !httpx.KnownHost(r.Host, s.hosts) {
			httpx.WriteError(w, httpx.Errorf(http.StatusMisdirectedRequest,
				"found host %.80q, expected localhost, an address or a name of this server", r.Host))
			return
		}
		own.ServeHTTP(w, r)
	})
}

// Close ends all streams, so that the HTTP server can shut down.
func (s *Server) Close() { s.cancel() }

// token matches valid tokens. Those of [rand.Text] have 26 characters, which are 130 bits.
var token = text.Pattern(`^[A-Za-z0-9_-]{22,64}$`)

// Seat returns a new seat for a person. Its token, of 22 to 64 letters, digits, - and _, is the
// secret of its address; if it is empty, one is drawn. A contest resumed after a crash passes the
// same token again.
func (s *Server) Seat(secret string) (*Seat, error) {
	if secret == "" {
		secret = rand.Text()
	}
	if !token().MatchString(secret) {
		return nil, errors.New("found a token that is none, expected 22 to 64 letters, digits, - and _")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seats[secret] != nil {
		return nil, errors.New("found the same token for two seats")
	}
	seat := &Seat{secret: secret, changed: make(chan struct{})}
	seat.Say(Labels{Title: "Please wait"}, "It begins soon.")
	s.seats[secret] = seat
	return seat, nil
}

//go:embed static/page.js
var script string

//go:embed static/page.css
var styleSheet string

//go:embed static/*.html
var templates embed.FS

var pages = template.Must(template.ParseFS(templates, "static/*.html"))

// policy lets a page load content from its own server only.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
	"img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// refusals are the statuses of keys that a session refuses.
var refusals = httpx.Rules{
	httpx.Is(http.StatusForbidden, session.ErrOver, session.ErrPaused, session.ErrWaiting, session.ErrTooMany),
	httpx.As[error](http.StatusUnprocessableEntity),
}

// seated finds the seat of a request.
func (s *Server) seated(do func(http.ResponseWriter, *http.Request, *Seat) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		seat := s.seats[r.PathValue("seat")]
		s.mu.Unlock()
		if seat == nil {
			unknown(w, r)
		} else if err := do(w, r, seat); err != nil {
			httpx.WriteError(w, refusals.Of(err))
		}
	}
}

func redirect(w http.ResponseWriter, _ *http.Request, seat *Seat) error {
	w.Header().Set("Location", seat.Path())
	w.WriteHeader(http.StatusSeeOther)
	return nil
}

func page(w http.ResponseWriter, _ *http.Request, seat *Seat) error {
	view, _ := seat.watch()
	name := "session.html"
	if view.Session == nil {
		name = "message.html"
	}
	write(w, http.StatusOK, name, view)
	return nil
}

func unknown(w http.ResponseWriter, _ *http.Request) {
	write(w, http.StatusNotFound, "unknown.html", nil)
}

// write writes a page.
func write(w http.ResponseWriter, status int, name string, data any) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_ = pages.ExecuteTemplate(w, name, data) // fails only if the client is gone
}

// static serves a file.
func static(kind, content string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write([]byte(content)) // fails only if the client is gone
	}
}
