package httpx

import "net/http"

// Client returns a client with the given transport, or with one of its own if that is nil. It
// follows no redirects: they would carry what it sends, including keys, to a host that nobody has
// named, perhaps one that only this computer can reach. All requests of the programs go through
// such a client.
func Client(t http.RoundTripper) *http.Client {
	if t == nil {
		t = http.DefaultTransport.(*http.Transport).Clone()
	}
	return &http.Client{Transport: t, CheckRedirect: NoRedirects}
}

// NoRedirects is the CheckRedirect of [Client].
func NoRedirects(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
