package guard

import "net/netip"

// AddressKey is the key under which an address is counted: a single IPv4 address, or the /64
// network of an IPv6 one, the least that a customer has.
func AddressKey(a netip.Addr) string { return key(a, 64) }

// NetworkKey is the key under which the network of an address is counted: a single IPv4 address, or
// the /48 network of an IPv6 one, the most that a customer has.
func NetworkKey(a netip.Addr) string { return key(a, 48) }

func key(a netip.Addr, bits int) string {
	a = a.Unmap().WithZone("")
	switch {
	case !a.IsValid():
		return "no address"
	case a.Is4():
		return a.String()
	}
	p, _ := a.Prefix(bits) // cannot fail for IPv6
	return p.String()
}

// NetworkOf returns the [NetworkKey] of the addresses of an [AddressKey]. Other texts are returned
// unchanged.
func NetworkOf(address string) string {
	p, err := netip.ParsePrefix(address)
	if err != nil || !p.Addr().Is6() {
		return address
	}
	return NetworkKey(p.Addr())
}
