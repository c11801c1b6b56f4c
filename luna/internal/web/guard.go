package web

import (
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"time"

	"github.com/luna-rating/luna/luna/internal/accounts"
)

// policy allows a page what comes from this server, and neither scripts nor styles within the page, so that a text of a player that got into it
// as more than text could still do nothing.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'"

// guard puts around the pages what holds for all of them.
func (s *site) guard(base *url.URL) (http.Handler, error) {
	cross := http.NewCrossOriginProtection()
	if base.Host != "" {
		// A proxy may call this server by another name than players do.
		if err := cross.AddTrustedOrigin(base.Scheme + "://" + base.Host); err != nil {
			return nil, fmt.Errorf("the address of the pages: %w", err)
		}
	}
	cross.SetDenyHandler(s.handler(func(x *exchange) error {
		return &refusal{Status: http.StatusForbidden, Title: "Sent by another site",
			Text: "This was sent by a page of another site, not by one of ours, so nothing was done. If you sent it, open the page here and try again."}
	}))
	return s.headers(cross.Handler(s.mux)), nil
}

func (s *site) headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		h.Set("Cache-Control", "no-store")
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}

// handler makes a handler of a page: it counts the request, finds who sent it, and shows as a page what the page returns as an error.
func (s *site) handler(page func(*exchange) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &exchange{site: s, w: w, r: r}
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				s.Log.Error("a page panicked", "method", r.Method, "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
				x.fail(fmt.Errorf("panic: %v", p))
			}
		}()
		if err := x.count(); err != nil {
			x.fail(err)
			return
		}
		if err := x.identify(); err != nil {
			x.fail(err)
			return
		}
		if err := page(x); err != nil {
			x.fail(err)
		}
	})
}

// count counts a request by where it came from.
func (x *exchange) count() error {
	guard := x.site.Desk.Guard
	if guard == nil {
		return nil
	}
	if wait := guard.Addresses.Take(addressKey(x.r)); wait > 0 {
		return &accounts.LimitError{What: "requests from this address", Wait: max(wait, time.Second)}
	}
	return nil
}

// notFound answers what no page is at.
func (s *site) notFound(x *exchange) error {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
		other := x.r.Clone(x.r.Context())
		other.Method = method
		if _, pattern := s.mux.Handler(other); pattern != "/" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		return errNotFound
	}
	x.w.Header().Set("Allow", strings.Join(allowed, ", "))
	return &refusal{Status: http.StatusMethodNotAllowed, Title: "Not here", Text: fmt.Sprintf("This page does not take %s.", x.r.Method)}
}
