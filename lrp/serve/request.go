package serve

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/lrp"
)

const (
	typeJSON  = "application/json"
	typeLines = "application/x-ndjson"
)

// defaultTypes are content types that programs such as curl send by default. They count as JSON:
// there is nothing to gain from being strict.
var defaultTypes = []string{
	"application/x-www-form-urlencoded", "text/plain", "text/html", "application/octet-stream",
}

// wantsDetails reports whether the client asks for more than ratings.
func (c *call) wantsDetails() (bool, error) {
	if !c.query.Has("details") {
		return false, nil
	}
	on, err := strconv.ParseBool(c.query.Get("details"))
	if err != nil {
		return false, badRequest("found details=%s, expected true or false", c.query.Get("details"))
	}
	return on, nil
}

// query returns the parameters of the request. Each may come once, and no others.
func query(r *http.Request, known ...string) (url.Values, error) {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, badRequest("found a query that cannot be read: %v", err)
	}
	for name, values := range q {
		if !slices.Contains(known, name) {
			expected := "none"
			if len(known) > 0 {
				expected = strings.Join(known, ", ")
			}
			return nil, badRequest("found parameter %q, expected %s", name, expected)
		}
		if len(values) > 1 {
			return nil, badRequest("found parameter %q %d times, expected it once",
				name, len(values))
		}
	}
	return q, nil
}

// body reads the whole body within the limits of size and time.
func (s *service) body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.ContentLength > s.o.MaxBody {
		return nil, s.bodyTooLarge(strconv.FormatInt(r.ContentLength, 10))
	}
	in := httpx.Charge(r.Context(), s.expanded(r), &s.gate.Bodies, 0)
	if rec, ok := w.(*recorder); ok {
		rec.body = in // which gives its bytes back at the end of the request
	} else {
		defer in.Release()
	}
	data, err := io.ReadAll(io.LimitReader(in, s.o.MaxBody+1))
	if err != nil {
		return nil, s.bodyUnread(err)
	}
	if int64(len(data)) > s.o.MaxBody {
		return nil, s.bodyTooLarge("more than " + strconv.FormatInt(s.o.MaxBody, 10))
	}
	return data, nil
}

func (s *service) bodyTooLarge(found string) error {
	return closing(tooLarge("found a body of %s bytes, expected at most %d", found, s.o.MaxBody))
}

// bodyUnread returns the failure for a body that did not arrive.
func (s *service) bodyUnread(err error) error {
	if errors.Is(err, httpx.ErrNoRoom) {
		busy := unavailable("found no room for the body among others that are being read; try again " +
			"later")
		return closing(busy.With("Retry-After", "1"))
	}
	if slow, ok := errors.AsType[*httpx.Error](err); ok {
		return slow
	}
	if errors.Is(err, httpx.ErrGzip) {
		return closing(badRequest("found a body that %v", err))
	}
	return closing(badRequest("found only a part of the body: %v", err))
}

func coding(r *http.Request) string {
	return strings.Join(r.Header.Values("Content-Encoding"), ",")
}

// expanded returns the body without its compression. What comes out of it is not bounded.
func (s *service) expanded(r *http.Request) io.Reader {
	if c := strings.ToLower(coding(r)); c == "gzip" || c == "x-gzip" {
		return httpx.Gunzip(r.Body, s.o.MaxBody+1)
	}
	return r.Body
}

// closing makes the failure close the connection, as the rest of the request is not read.
func closing(f *httpx.Error) *httpx.Error { return f.With("Connection", "close") }

// input is what a route takes besides its path. Requests of a route with an input count against the
// limits.
type input struct {
	types  []string // content types; without any, the answer checks it
	params []string // of the query; nil if there may be any
	stream bool     // lines are answered as they come, not read before
	paged  bool     // a browser gets a page that says what is wrong
}

var (
	recordInput = &input{types: []string{typeJSON, typeLines}, params: []string{"details"},
		stream: true}
	explainInput = &input{types: []string{typeJSON}, params: []string{}}
	formInput    = &input{}
	tableInput   = &input{params: append([]string{"name"}, tableParams()...), paged: true}
)

// call is a request whose route is known, with what was checked and read before the answer.
type call struct {
	w     http.ResponseWriter
	r     *http.Request
	m     *lrp.Model // that the request began with
	kind  string     // content type
	query url.Values
	body  []byte

	staying context.Context // of a stream: ends when the server does
}

// respond prepares a request and answers it by its route.
func (s *service) respond(c *call, rt *route) (err error) {
	if rt.takes != nil {
		err = s.prepare(c, rt.takes)
	}
	if err == nil {
		err = rt.answer(s, c)
	}
	if err != nil && rt.takes != nil && rt.takes.paged && c.fromBrowser() {
		return s.finish(c, s.newPage(c), err)
	}
	return err
}

// prepare checks the content type and the parameters, takes a place among the requests, and reads
// the body.
func (s *service) prepare(c *call, in *input) (err error) {
	if c.kind, err = in.contentType(c.r); err != nil {
		return err
	}
	if in.params != nil {
		if c.query, err = query(c.r, in.params...); err != nil {
			return err
		}
	}
	if in.stream && c.kind == typeLines {
		c.staying, err = httpx.Stay(c.r.Context())
		return err
	}
	if err := httpx.Count(c.r.Context()); err != nil {
		return err
	}
	c.body, err = s.body(c.w, c.r)
	return err
}

// fromBrowser reports whether the client shows pages.
func (c *call) fromBrowser() bool {
	return strings.Contains(c.r.Header.Get("Accept"), "text/html")
}

// contentType returns the content type of a request. The first of the input's types is JSON.
func (in *input) contentType(r *http.Request) (string, error) {
	switch strings.ToLower(coding(r)) {
	case "", "identity", "gzip", "x-gzip":
	default:
		return "", unsupported("found content encoding %q, expected gzip or none",
			coding(r)).With("Accept-Encoding", "gzip")
	}
	value := r.Header.Get("Content-Type")
	if in.types == nil {
		return value, nil
	}
	if value == "" {
		return in.types[0], nil
	}
	name, params, err := mime.ParseMediaType(value)
	if slices.Contains(defaultTypes, name) {
		name = in.types[0]
	}
	charset, given := params["charset"]
	if err != nil || !slices.Contains(in.types, name) ||
		given && !strings.EqualFold(charset, "utf-8") {
		return "", unsupported("found content type %q, expected %s",
			value, strings.Join(in.types, " or "))
	}
	return name, nil
}

// crossOrigin finds requests that a browser sends for a page of another site.
var crossOrigin = http.NewCrossOriginProtection()

// checkOrigin refuses what a browser sends for a page of another site, unless its origin is
// allowed: under a name that is not the server's (DNS rebinding), or across sites.
func (s *service) checkOrigin(r *http.Request) error {
	if s.o.Hosts != nil && !httpx.KnownHost(r.Host, s.o.Hosts) {
		return httpx.Errorf(http.StatusMisdirectedRequest, "found host %q, expected localhost, an "+
			"address or a name that --host gives; if a proxy passes the server's name on, name it by "+
			"--host", r.Host)
	}
	if s.o.CORS == "*" || s.o.CORS != "" && r.Header.Get("Origin") == s.o.CORS {
		return nil
	}
	if crossOrigin.Check(r) != nil {
		return httpx.Errorf(http.StatusForbidden, "found a request of a page of another origin, "+
			"expected one of this server's own, or of the one that --cors gives")
	}
	return nil
}
