package guard

import (
	"net/netip"

	"github.com/luna-rating/luna/internal/httpx"
)

// AddressKey is [httpx.AddressKey].
func AddressKey(a netip.Addr) string { return httpx.AddressKey(a) }

// NetworkKey is [httpx.NetworkKey].
func NetworkKey(a netip.Addr) string { return httpx.NetworkKey(a) }

// NetworkOf returns the [NetworkKey] of the addresses of an [AddressKey]. Other texts are returned
// unchanged.
func NetworkOf(address string) string {
	p, err := netip.ParsePrefix(address)
	if err != nil || !p.Addr().Is6() {
		return address
	}
	return NetworkKey(p.Addr())
}
