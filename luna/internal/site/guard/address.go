package guard

import (
	"net/netip"

	"github.com/luna-rating/luna/internal/httpx"
)

// NetworkOf returns the [httpx.NetworkKey] of the addresses that an [httpx.AddressKey] stands for.
// It returns other texts unchanged.
func NetworkOf(address string) string {
	p, err := netip.ParsePrefix(address)
	if err != nil || !p.Addr().Is6() {
		return address
	}
	return httpx.NetworkKey(p.Addr())
}
