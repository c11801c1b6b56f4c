package httpx

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/guard"
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

// client returns for whom the connections of an address are counted: nobody for a proxy or a
// program on this computer, which may have any number.
func (p Proxies) client(a netip.Addr) guard.Client {
	if a.Unmap().IsLoopback() || p.Contains(a) {
		return guard.Client{}
	}
	return guard.Client{Address: AddressKey(a), Network: neighbours(a)}
}

// FromClient returns the request with its client's address as RemoteAddr: the last address in
// X-Forwarded-For that is not a trusted proxy's. Addresses before it may be forged. A request that
// no trusted proxy forwards is returned as it is. If a trusted proxy names no client, the client
// has no address.
func (p Proxies) FromClient(r *http.Request) *http.Request {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !p.Contains(peer.Addr()) {
		return r
	}
	client, named := peer.Addr(), false
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, text := range slices.Backward(hops) {
		hop, err := parseHop(strings.TrimSpace(text))
		if err != nil || !p.Contains(client) {
			break
		}
		client, named = hop, true
	}
	out := r.WithContext(r.Context())
	out.RemoteAddr = nameless
	if named {
		out.RemoteAddr = netip.AddrPortFrom(client, 0).String()
	}
	return out
}

// nameless is the RemoteAddr of a request whose proxy does not name the client.
const nameless = "unknown"

// Forwarded reports whether a request says that a proxy has forwarded it.
func Forwarded(r *http.Request) bool {
	for name := range r.Header {
		if name == "Forwarded" || name == "Via" || name == "X-Real-Ip" ||
			strings.HasPrefix(name, "X-Forwarded-") {
			return true
		}
	}
	return false
}

// AddressKey returns the key under which an address is counted: a single IPv4 address, or the /64
// network of an IPv6 one, the smallest that a customer gets.
func AddressKey(a netip.Addr) string { return networkKey(a, 32, 64) }

// NetworkKey returns the key under which the network of an address is counted: a single IPv4
// address, or the /48 network of an IPv6 one, the largest that a customer gets.
func NetworkKey(a netip.Addr) string { return networkKey(a, 32, 48) }

// neighbours is [NetworkKey] with the /24 network of an IPv4 address.
func neighbours(a netip.Addr) string { return "network " + networkKey(a, 24, 48) }

func networkKey(a netip.Addr, bits4, bits6 int) string {
	a = a.Unmap().WithZone("")
	if !a.IsValid() {
		return "no address"
	}
	p, _ := a.Prefix(bits6) // cannot fail for IPv6
	if a.Is4() {
		if bits4 == a.BitLen() {
			return a.String()
		}
		p, _ = a.Prefix(bits4)
	}
	return p.String()
}

// parseHop parses an address as proxies write it, some with a port.
func parseHop(text string) (netip.Addr, error) {
	if a, err := netip.ParseAddrPort(text); err == nil {
		return a.Addr(), nil
	}
	return netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
}

// KnownHost reports whether the host of a request is this machine, an address, or one of the names.
func KnownHost(hostport string, names []string) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "localhost" {
		return true
	}
	if _, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")); err == nil {
		return true
	}
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, host) })
}

// LocalHosts returns the names that [KnownHost] should accept for an address to listen on, nil for
// any. On the loopback interface, these are the given names only. Elsewhere, where a proxy or an
// orchestrator may use any name, all are accepted unless names are given.
func LocalHosts(network, address string, given []string) []string {
	host, _, err := net.SplitHostPort(address)
	if network != "tcp" || err != nil {
		return nil
	}
	a, err := netip.ParseAddr(host)
	if host == "localhost" || err == nil && a.IsLoopback() || len(given) > 0 {
		return append([]string{}, given...)
	}
	return nil
}
