package jsonapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Machines says who may register machine players with POST /registerMachine. The operator may
// always do so, with luna machine add.
type Machines string

// The values of Machines. Programs on the server's machine are trusted like the operator, because
// only the operator can start programs there.
const (
	LocalMachines Machines = "local" // programs on this machine
	OpenMachines  Machines = "open"  // everybody
	NoMachines    Machines = "never"
)

// Options configure [New]. Accounts is required.
type Options struct {
	Accounts *accounts.Service
	Machines Machines // "" means LocalMachines
	// Proxied says that clients may reach the server through a proxy on this machine. No request
	// is then taken for a local one, since not all proxies say that they forward.
	Proxied bool
	Rules   httpx.Rules // the status of errors
	// Forgot sends links to reset passwords to the players whom a text names, at the request of an
	// address; nil if no mail is sent.
	Forgot func(address, text string) error
	// Ready, if not nil, returns why the server cannot do its work now, for GET /readyz.
	Ready func(context.Context) error
	// OpenAPI contains descriptions of the endpoints of games. If there are any, GET /openapi.json
	// answers with one document that describes these and the endpoints of accounts.
	OpenAPI [][]byte
	Log     *slog.Logger // reports internal errors; nil discards
}

// API is the handler of the interface. The RemoteAddr of its requests must be the client's; see
// [httpx.Proxies].
type API struct {
	o        Options
	accounts *accounts.Service
	mux      *http.ServeMux
	prefixes map[string]bool // of all paths
	routes   []string
	openAPI  json.RawMessage
	encoding chan struct{} // one for each answer that is being encoded
}

// New returns the handler of the endpoints of accounts and of games.
func New(o Options, games ...[]Route) (*API, error) {
	switch o.Machines {
	case "":
		o.Machines = LocalMachines
	case LocalMachines, OpenMachines, NoMachines:
	default:
		return nil, fmt.Errorf("machines: found %q, expected %s, %s or %s",
			o.Machines, LocalMachines, OpenMachines, NoMachines)
	}
	if o.Accounts == nil {
		return nil, errors.New("the JSON interface needs accounts")
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	a := &API{o: o, accounts: o.Accounts, mux: http.NewServeMux(), prefixes: make(map[string]bool),
		encoding: make(chan struct{}, 2*runtime.GOMAXPROCS(0))}
	if len(o.OpenAPI) > 0 {
		var err error
		if a.openAPI, err = describe(o.OpenAPI); err != nil {
			return nil, err
		}
	}
	for _, routes := range append(games, a.accountRoutes()) {
		for _, rt := range routes {
			a.mux.HandleFunc(rt.Method+" "+rt.Path, func(w http.ResponseWriter, r *http.Request) {
				a.serve(w, r, rt)
			})
			a.prefixes[prefix(rt.Path)] = true
			a.routes = append(a.routes, rt.Method+" "+rt.Path)
		}
	}
	return a, nil
}

// Routes returns the methods and paths of all endpoints, such as "POST /login".
func (a *API) Routes() []string { return slices.Clone(a.routes) }

// Owns reports whether a path belongs to the interface rather than to the pages.
func (a *API) Owns(path string) bool { return a.prefixes[prefix(path)] }

// prefix returns the part of a path by which the interface and the pages are told apart: the first
// one, or two if the second one is api.
func prefix(path string) string {
	first, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if second, _, _ := strings.Cut(rest, "/"); second == "api" {
		return first + "/" + second
	}
	return first
}

// ServeHTTP implements [http.Handler].
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer a.recoverPanic(w, r)
	httpx.Secure(w.Header(), httpx.DataPolicy)
	if err := a.admit(r); err != nil {
		a.fail(w, r, err)
		return
	}
	r = withoutSlash(r)
	handler, pattern := a.mux.Handler(r)
	httpx.SetRoute(r, pattern)
	if pattern == "" {
		a.fail(w, r, notRouted(handler, r))
		return
	}
	a.mux.ServeHTTP(w, r)
}

// withoutSlash removes a slash at the end of the path, which the site of 2016 accepted.
func withoutSlash(r *http.Request) *http.Request {
	path := strings.TrimSuffix(r.URL.Path, "/")
	if path == r.URL.Path || path == "" || r.URL.RawPath != "" {
		return r
	}
	out, u := *r, *r.URL
	out.URL, u.Path = &u, path
	return &out
}

// recoverPanic answers for a bug.
func (a *API) recoverPanic(w http.ResponseWriter, r *http.Request) {
	p := recover()
	if p == nil {
		return
	}
	if p == http.ErrAbortHandler {
		panic(p)
	}
	a.o.Log.Error("panic", "method", r.Method, "route", r.Pattern, "panic", p,
		"stack", string(debug.Stack()), httpx.LogID(r))
	httpx.WriteError(w, httpx.Internal())
}

// fail answers with an error.
func (a *API) fail(w http.ResponseWriter, r *http.Request, err error) {
	e := a.o.Rules.Of(err)
	if e == nil || errors.Is(err, store.ErrUnavailable) {
		a.o.Log.Error("request failed", "method", r.Method, "route", r.Pattern, "error", err,
			httpx.LogID(r))
	}
	if e == nil {
		e = httpx.Internal()
	}
	if e.Status == http.StatusUnauthorized {
		e.With("WWW-Authenticate", challenge(r))
	}
	httpx.WriteError(w, e)
}

// challenge says how to authenticate (RFC 6750).
func challenge(r *http.Request) string {
	const realm = `Bearer realm="luna"`
	if bearer(r) != "" {
		return realm + `, error="invalid_token"`
	}
	return realm
}

// notRouted returns the error of a request that no route takes. It depends on the mux's answer.
func notRouted(handler http.Handler, r *http.Request) error {
	head := &headOnly{header: make(http.Header)}
	handler.ServeHTTP(head, r)
	if head.status != http.StatusMethodNotAllowed {
		return httpx.Errorf(http.StatusNotFound, "there is nothing at this path")
	}
	allowed := head.header.Get("Allow")
	return httpx.Errorf(head.status, "found method %s, expected %s", r.Method,
		allowed).With("Allow", allowed)
}

// headOnly is a ResponseWriter that keeps status and headers only.
type headOnly struct {
	header http.Header
	status int
}

func (h *headOnly) Header() http.Header         { return h.header }
func (h *headOnly) WriteHeader(status int)      { h.status = status }
func (h *headOnly) Write(b []byte) (int, error) { return len(b), nil }
