package jsonapi

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/luna-rating/luna/internal/httpx"
)

// bearer returns the token of a request, "" for none.
func bearer(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// addressKey returns the key under which the requests of a client are counted.
func addressKey(r *http.Request) string { return httpx.AddressKey(httpx.Address(r)) }

// admit counts a request from an address. Programs on this machine are limited as players only.
func (a *API) admit(r *http.Request) error {
	if a.local(r) {
		return nil
	}
	return a.accounts.Admit(addressKey(r))
}

// local reports whether a request certainly comes from a program on this machine: neither forwarded
// by a proxy, nor sent by a browser for a page from elsewhere, even under a name that resolves to
// this machine (DNS rebinding).
func (a *API) local(r *http.Request) bool {
	if a.o.Proxied || httpx.Forwarded(r) || !httpx.Address(r).IsLoopback() || !loopbackHost(r.Host) {
		return false
	}
	return !crossSite(r) && ownOrigin(r)
}

// crossSite reports whether a browser sent a request for a page of another site. Such a page has no
// tokens of players, but could register guests and try passwords from the addresses of those who
// look at it.
func crossSite(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "":
		return !ownOrigin(r) // an old browser
	case "same-origin", "none":
		return false
	}
	return true
}

// ownOrigin reports whether a request names no origin or the server's own.
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
