package pages

import (
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"

	"github.com/luna-rating/luna/internal/httpx"
)

// policy lets a page load files only from this server, and forbids inline scripts and styles, so
// that even if a player's text ended up in a page as markup, it could do nothing.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard wraps all pages in the code that protects them.
func (s *site) guard(base *url.URL) (http.Handler, error) {
	cross := http.NewCrossOriginProtection()
	if base.Host != "" {
		// A proxy may call this server by another name than browsers do.
		if err := cross.AddTrustedOrigin(base.Scheme + "://" + base.Host); err != nil {
			return nil, fmt.Errorf("the address of the pages: %w", err)
		}
	}
	cross.SetDenyHandler(s.handler(func(x *Exchange) error {
		return &Refusal{
			Status: http.StatusForbidden, Title: "Sent by another site",
			Text: "This was sent from a page of another site, so nothing was done. If you sent it, " +
				"open the page on this site and try again.",
		}
	}))
	return withHeaders(cross.Handler(s.mux)), nil
}

func withHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		httpx.Secure(h, policy)
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "same-origin")
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}

// handler counts a request, identifies its player, and shows the page, or its error as a page.
func (s *site) handler(page Page) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &Exchange{site: s, w: w, Request: r}
		defer x.recoverPanic()
		err := s.Accounts.Admit(x.Address())
		if err == nil {
			err = x.identify()
		}
		if err == nil {
			err = page(x)
		}
		if err != nil {
			x.fail(err)
		}
		for _, undo := range x.undo {
			if x.refused {
				undo()
			}
		}
	})
}

// recoverPanic answers for a bug.
func (x *Exchange) recoverPanic() {
	p := recover()
	if p == nil {
		return
	}
	if p == http.ErrAbortHandler {
		panic(p)
	}
	x.site.Log.Error("a page panicked", "method", x.Request.Method, "path", x.Request.URL.Path,
		"panic", p, "stack", string(debug.Stack()), httpx.LogID(x.Request))
	x.fail(fmt.Errorf("panic: %v", p))
}

// notFound answers for paths without a page, and for methods that a page does not take.
func (s *site) notFound(x *Exchange) error {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
		other := x.Request.Clone(x.Context())
		other.Method = method
		if _, pattern := s.mux.Handler(other); pattern != "/" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		return errNotFound
	}
	x.w.Header().Set("Allow", strings.Join(allowed, ", "))
	return &Refusal{
		Status: http.StatusMethodNotAllowed, Title: "Method not allowed",
		Text: fmt.Sprintf("This page does not accept %s requests.", x.Request.Method),
	}
}
