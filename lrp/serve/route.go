package serve

import (
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
)

// route answers one method of one path.
type route struct {
	method, path string
	answer       func(*service, *call) error
	takes        *input // nil for requests without a body
	probe        bool   // is answered while the server drains, too
}

// routes are all endpoints; openapi.json describes them.
var routes = []route{
	{"GET", "/", (*service).page, nil, false},
	{"POST", "/", (*service).form, formInput, false},
	{"POST", "/predict", (*service).predict, recordInput, false},
	{"POST", "/explain", (*service).explain, explainInput, false},
	{"POST", "/table", (*service).table, tableInput, false},
	{"GET", "/model", (*service).describe, nil, false},
	{"GET", "/livez", (*service).live, nil, true},
	{"GET", "/readyz", (*service).ready, nil, true},
	{"GET", "/healthz", (*service).live, nil, true},
	{"GET", "/metrics", (*service).serveMetrics, nil, true},
	{"GET", "/openapi.json", (*service).openapi, nil, false},
}

// other is the path by which requests of unknown paths are counted.
const other = "other"

// find returns the route of a request. An unknown path or method is a failure; the route then has
// only the path by which the request is counted.
func find(method, path string) (route, error) {
	var allowed, paths []string
	for _, r := range routes {
		methods := []string{r.method}
		if r.method == http.MethodGet {
			methods = append(methods, http.MethodHead)
		}
		paths = append(paths, r.path)
		switch {
		case r.path != path:
		case slices.Contains(methods, method):
			return r, nil
		default:
			allowed = append(allowed, methods...)
		}
	}
	if allowed == nil {
		return route{path: other}, httpx.Errorf(http.StatusNotFound,
			"found path %q, expected one of %s", path, strings.Join(slices.Compact(paths), ", "))
	}
	return route{path: path}, httpx.Errorf(http.StatusMethodNotAllowed, "found method %s, expected %s",
		method, strings.Join(allowed, " or ")).With("Allow", strings.Join(allowed, ", "))
}

// ServeHTTP implements [http.Handler].
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r, end := s.gate.Open(w, r)
	defer end()
	r, id := httpx.Identify(w, r)
	rec := &recorder{
		Recorder: httpx.Recorder{ResponseWriter: w}, gate: s.gate, ctx: r.Context(),
		gzip: httpx.AcceptsGzip(r.Header),
	}
	rt, unknown := find(r.Method, r.URL.Path)
	err := unknown
	id.Route = rt.path
	s.requests.Begin()
	defer s.end(rec, r, id, time.Now())
	s.setHeaders(rec.Header())
	late := httpx.Late(r) && !rt.probe
	if !late && !rt.probe {
		defer s.gate.Work()()
	}
	if s.preflight(rec, r, rt) {
		return
	}
	if late {
		err = errDraining()
	} else if refused := s.checkOrigin(r); refused != nil {
		err = refused
	}
	c := &call{w: rec, r: r, m: s.model.Load()}
	if err == nil {
		err = s.respond(c, &rt)
	} else if err == unknown && c.fromBrowser() {
		err = s.finish(c, s.newPage(c), err)
	}
	if err != nil {
		s.fail(rec, r, err)
	}
}

// end finishes every request, also one whose handler panics.
func (s *service) end(rec *recorder, r *http.Request, id *httpx.Identity, start time.Time) {
	p := recover()
	if p != nil && p != http.ErrAbortHandler {
		s.o.ErrorLog.Printf("request_id=%s %s %s: panic: %v\n%s",
			id.RequestID, r.Method, id.Route, p, debug.Stack())
	}
	// If an answer has begun, the connection is cut, so that a part does not look complete.
	cut := p == http.ErrAbortHandler || p != nil && rec.Status != 0
	if p != nil && !cut {
		s.fail(rec, r, internalError())
	}
	if rec.body != nil {
		rec.body.Release()
	}
	took := time.Since(start)
	s.requests.End(id.Route, rec.status(), took)
	s.log(r, id, rec, took)
	if cut {
		panic(http.ErrAbortHandler)
	}
}

// setHeaders sets the headers of every answer.
func (s *service) setHeaders(h http.Header) {
	httpx.Secure(h, httpx.DataPolicy)
	h.Set("Vary", "Accept-Encoding")
	if s.o.CORS != "" {
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		h.Set("Access-Control-Allow-Origin", s.o.CORS)
		h.Set("Access-Control-Expose-Headers", httpx.RequestIDHeader+", Lrp-Notes")
		h.Add("Vary", "Origin")
	}
}

// preflight answers the preflight request of a browser for a page of another origin. It reports
// whether the request is one.
func (s *service) preflight(w http.ResponseWriter, r *http.Request, rt route) bool {
	if s.o.CORS == "" || r.Method != http.MethodOptions || rt.path == other {
		return false
	}
	w.Header().Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
	w.Header().Set("Access-Control-Allow-Headers",
		"Content-Type, Content-Encoding, X-Request-Id, Traceparent, Tracestate")
	w.Header().Set("Access-Control-Max-Age", "86400")
	w.WriteHeader(http.StatusNoContent)
	return true
}
