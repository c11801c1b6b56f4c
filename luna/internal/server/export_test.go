package server

import (
	"net/http"
	"net/netip"
)

// FromClient gives a request the address of its client.
func FromClient(r *http.Request, proxies []netip.Prefix) *http.Request {
	return (&Server{o: Options{Proxies: proxies}}).fromClient(r)
}
