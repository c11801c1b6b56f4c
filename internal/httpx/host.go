package httpx

import (
	"net"
	"net/netip"
	"slices"
	"strings"
)

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
