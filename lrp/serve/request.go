package serve

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/httpx"
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
	in := &httpx.Charged{In: s.expanded(r), Of: s.bodies}
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
