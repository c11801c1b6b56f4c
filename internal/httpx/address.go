package httpx

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Address returns the address of a request's client, invalid if the connection is not over IP.
// Behind proxies, [Proxies.FromClient] must have prepared the request.
func Address(r *http.Request) netip.Addr {
	a, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return a.Addr().Unmap()
}

// Proxies are the networks of trusted reverse proxies.
type Proxies []netip.Prefix

// Contains reports whether an address is that of a trusted proxy.
func (p Proxies) Contains(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return slices.ContainsFunc(p, func(network netip.Prefix) bool { return network.Contains(a) })
}

// FromClient returns the request with its client's address as RemoteAddr: the last address in
// X-Forwarded-For that is not a trusted proxy's. Whatever precedes that one may be forged. A
// request that no trusted proxy forwards is returned as it is.
func (p Proxies) FromClient(r *http.Request) *http.Request {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !p.Contains(peer.Addr()) {
		return r
	}
	client := peer.Addr()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, text := range slices.Backward(hops) {
		hop, err := parseHop(strings.TrimSpace(text))
		if err != nil || !p.Contains(client) {
			break
		}
		client = hop
	}
	out := r.WithContext(r.Context())
	out.RemoteAddr = netip.AddrPortFrom(client, 0).String()
	return out
}

// parseHop parses an address as proxies write it, some with a port.
func parseHop(text string) (netip.Addr, error) {
	if a, err := netip.ParseAddrPort(text); err == nil {
		return a.Addr(), nil
	}
	return netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
}
