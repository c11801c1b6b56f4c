package serve

import (
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
)

// route answers one method of one path.
type route struct {
	method, path string
	answer       func(*service, http.ResponseWriter, *http.Request) error
}

// routes are all endpoints; openapi.json describes them.
var routes = []route{
	{http.MethodGet, "/", (*service).page},
	{http.MethodPost, "/predict", (*service).predict},
	{http.MethodPost, "/explain", (*service).explain},
	{http.MethodGet, "/model", (*service).describe},
	{http.MethodGet, "/healthz", (*service).health},
	{http.MethodGet, "/metrics", (*service).serveMetrics},
	{http.MethodGet, "/openapi.json", (*service).openapi},
}

// find returns the route of a request. An unknown path or method is a failure; the route then has
// only the path by which the request is counted.
func find(method, path string) (route, error) {
	served := method
	if method == http.MethodHead {
		served = http.MethodGet
	}
	var paths, allowed []string
	for _, r := range routes {
		paths = append(paths, r.path)
		switch {
		case r.path != path:
		case r.method == served:
			return r, nil
		case r.method == http.MethodGet:
			allowed = append(allowed, http.MethodGet, http.MethodHead)
		default:
			allowed = append(allowed, r.method)
		}
	}
	if allowed == nil {
		return route{path: "other"}, httpx.Errorf(http.StatusNotFound,
			"found path %q, expected one of %s", path, strings.Join(paths, ", "))
	}
	err := httpx.Errorf(http.StatusMethodNotAllowed,
		"found method %s, expected %s", method, strings.Join(allowed, " or "))
	return route{path: path}, err.With("Allow", strings.Join(allowed, ", "))
}

// ServeHTTP implements [http.Handler].
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rec := &recorder{Recorder: httpx.Recorder{ResponseWriter: w}, draining: &s.draining}
	rt, err := find(r.Method, r.URL.Path)
	s.metrics.begin()
	defer s.end(rec, r, rt.path, time.Now())
	s.setHeaders(rec)
	if s.preflight(rec, r, rt) {
		return
	}
	if err == nil {
		err = rt.answer(s, rec, r)
	}
	if err != nil {
		s.fail(rec, err)
	}
}

// end finishes every request, also one whose handler panics.
func (s *service) end(rec *recorder, r *http.Request, path string, start time.Time) {
	p := recover()
	if p != nil && p != http.ErrAbortHandler {
		s.o.ErrorLog.Printf("%s %s: panic: %v\n%s", r.Method, path, p, debug.Stack())
	}
	// If an answer has begun, the connection is cut, so that a part does not look complete.
	cut := p == http.ErrAbortHandler || p != nil && rec.Status != 0
	if p != nil && !cut {
		s.fail(rec, internalError())
	}
	took := time.Since(start)
	s.metrics.end(path, rec.status(), took)
	s.access.write(r, rec, start, took)
	if cut {
		panic(http.ErrAbortHandler)
	}
}

// setHeaders sets the headers of every answer.
func (s *service) setHeaders(w http.ResponseWriter) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	if s.o.CORS != "" {
		h.Set("Access-Control-Allow-Origin", s.o.CORS)
		h.Set("Vary", "Origin")
	}
}

// preflight answers the preflight request of a browser for a page of another origin. It reports
// whether the request is one.
func (s *service) preflight(w http.ResponseWriter, r *http.Request, rt route) bool {
	if s.o.CORS == "" || r.Method != http.MethodOptions || rt.path == "other" {
		return false
	}
	w.Header().Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
	w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
	w.Header().Set("Access-Control-Max-Age", "86400")
	w.WriteHeader(http.StatusNoContent)
	return true
}
