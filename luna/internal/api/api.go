package api

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/luna-rating/luna/luna/internal/accounts"
)

// Machines tells who may register machine players by POST /registerMachine. Others are registered by the operator (luna machine add).
type Machines string

// The settings: programs that run where the server runs, since who can start one there is the operator; everybody; nobody.
const (
	LocalMachines Machines = "local"
	OpenMachines  Machines = "open"
	NoMachines    Machines = "never"
)

// Options are those of [New]. Desk must be set.
type Options struct {
	Desk     *accounts.Desk
	Machines Machines // "" is LocalMachines
	// Proxied tells that others reach the server through a proxy on the same machine. Nobody is then taken for a program there: not all proxies
	// say that they forward.
	Proxied bool
	Log     *slog.Logger // of what goes wrong in the server; nil discards it
}

// API is the handler of the wire interface. The RemoteAddr of a request must be that of its client: behind a proxy who mounts the handler sees
// to that.
type API struct {
	o    Options
	desk *accounts.Desk
	mux  *http.ServeMux
	own  map[string]bool // the first parts of its paths
}

// New returns the handler.
func New(o Options) (*API, error) {
	switch o.Machines {
	case "":
		o.Machines = LocalMachines
	case LocalMachines, OpenMachines, NoMachines:
	default:
		return nil, fmt.Errorf("machines: found %q, expected %s, %s or %s", o.Machines, LocalMachines, OpenMachines, NoMachines)
	}
	if o.Desk == nil {
		return nil, errors.New("an API without a desk")
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	a := &API{o: o, desk: o.Desk, mux: http.NewServeMux(), own: make(map[string]bool)}
	for _, rt := range routes {
		a.mux.HandleFunc(rt.method+" "+rt.path, func(w http.ResponseWriter, r *http.Request) { a.answer(w, r, rt) })
		a.own[first(rt.path)] = true
	}
	return a, nil
}

// Owns tells whether a path is of the interface, so that other handlers may have the rest.
func (a *API) Owns(path string) bool { return a.own[first(path)] }

func first(path string) string {
	part, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return part
}

// ServeHTTP implements [http.Handler].
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer a.recovered(w, r)
	head(w.Header())
	if err := a.admit(r); err != nil {
		a.fail(w, r, err)
		return
	}
	r = bare(r)
	handler, pattern := a.mux.Handler(r)
	if pattern == "" {
		a.fail(w, r, unrouted(handler, r))
		return
	}
	a.mux.ServeHTTP(w, r)
}

// bare returns a request without a slash at the end of its path, which the site of 2016 took as well.
func bare(r *http.Request) *http.Request {
	path := strings.TrimSuffix(r.URL.Path, "/")
	if path == r.URL.Path || path == "" || r.URL.RawPath != "" {
		return r
	}
	out := *r
	u := *r.URL
	out.URL, u.Path = &u, path
	return &out
}

// head sets what every answer has: that it is data for its caller alone, and nothing for a browser to show or keep.
func head(h http.Header) {
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
}

// recovered answers for a fault of the program.
func (a *API) recovered(w http.ResponseWriter, r *http.Request) {
	p := recover()
	if p == nil {
		return
	}
	if p == http.ErrAbortHandler {
		panic(p)
	}
	a.o.Log.Error("panic", "method", r.Method, "route", r.Pattern, "panic", p, "stack", string(debug.Stack()))
	a.fail(w, r, failf(http.StatusInternalServerError, "something went wrong in the server"))
}

// unrouted is the refusal of a request that no route takes, by what the mux would answer.
func unrouted(handler http.Handler, r *http.Request) error {
	s := &statusOnly{header: make(http.Header)}
	handler.ServeHTTP(s, r)
	if s.status != http.StatusMethodNotAllowed {
		return failf(http.StatusNotFound, "there is nothing at this path")
	}
	f := failf(s.status, "found method %s, expected %s", r.Method, s.header.Get("Allow"))
	f.header = http.Header{"Allow": s.header.Values("Allow")}
	return f
}

// statusOnly is an answer of which nothing but its head is kept.
type statusOnly struct {
	header http.Header
	status int
}

func (s *statusOnly) Header() http.Header         { return s.header }
func (s *statusOnly) WriteHeader(status int)      { s.status = status }
func (s *statusOnly) Write(b []byte) (int, error) { return len(b), nil }
