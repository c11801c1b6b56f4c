package api

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/luna-rating/luna/luna/internal/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// bearer returns the token of a request, "" where it has none.
func bearer(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

func address(r *http.Request) netip.Addr {
	a, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{} // of a connection that is not over IP
	}
	return a.Addr().Unmap()
}

// addressKey is by which requests from an address are limited.
func addressKey(r *http.Request) string {
	if a := address(r); a.IsValid() {
		return auth.AddressKey(a)
	}
	return "no address"
}

// admit counts a request from an address. Programs on the same machine are limited by their players alone.
func (a *API) admit(r *http.Request) error {
	if a.local(r) {
		return nil
	}
	if wait := a.desk.Guard.Addresses.Take(addressKey(r)); wait > 0 {
		return &accounts.LimitError{What: "requests from this address", Wait: wait}
	}
	return nil
}

// local tells whether a request was certainly made by a program on the same machine: neither forwarded by a proxy there, nor made by a
// browser there for a page of elsewhere, under a name of its own that leads here (DNS rebinding) or not.
func (a *API) local(r *http.Request) bool {
	if a.o.Proxied || !address(r).IsLoopback() || !loopbackHost(r.Host) {
		return false
	}
	for name := range r.Header {
		if name == "Forwarded" || name == "Via" || name == "X-Real-Ip" || strings.HasPrefix(name, "X-Forwarded-") {
			return false
		}
	}
	return !foreign(r) && ownOrigin(r)
}

// foreign tells whether a browser sent a request for a page of another site. It is no danger to players, whose tokens such a page has not, but
// would register guests and guess at passwords in the name of whoever looks at it.
func foreign(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "":
		return !ownOrigin(r) // of an old browser
	case "same-origin", "none":
		return false
	}
	return true
}

// ownOrigin tells whether a request names no origin or the server's own.
func ownOrigin(r *http.Request) bool {
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return true
	}
	u, err := url.Parse(origins[0])
	return err == nil && len(origins) == 1 && u.Host == r.Host && r.Host != ""
}

func loopbackHost(hostport string) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	if strings.EqualFold(strings.TrimSuffix(host, "."), "localhost") {
		return true
	}
	a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"))
	return err == nil && a.Unmap().IsLoopback()
}
