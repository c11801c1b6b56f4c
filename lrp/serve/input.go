package serve

import (
	"errors"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/lrp"
)

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
		return s.finish(c, s.tablePage(c), err)
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
		return httpx.Stay(c.r.Context())
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

// countBad counts a record or table that is refused.
func (s *service) countBad(err error) {
	if f := (*httpx.Error)(nil); errors.As(err, &f) {
		s.bad.Add(1)
	}
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
