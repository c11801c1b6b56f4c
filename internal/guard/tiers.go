package guard

import "net/netip"

// Tiers limits the actions of each address, of each network, in which one owner may have 65,536
// addresses of IPv6, and of all together, so that neither many addresses nor many networks add up
// without bound. What all may do together is shared among networks: nobody who has used less than
// their share is refused for what others do.
type Tiers struct {
	what             string
	address, network *Limiter
	all              *pool
}

// Allow counts n actions of an address, given by its [httpx.AddressKey]. The error is a
// [LimitError].
func (t *Tiers) Allow(address string, n int) error {
	if err := t.AllowOwn(address, n); err != nil {
		return err
	}
	return t.AllowShared(address, n, false)
}

// AllowOwn counts n actions against the limits of an address and of its network only.
func (t *Tiers) AllowOwn(address string, n int) error {
	if err := t.address.Allow(address, n); err != nil {
		return err
	}
	return t.network.Allow(NetworkOf(address), n)
}

// AllowShared counts n actions of an address against what all may do together only. What opens
// something new leaves a part of it for what is under way.
func (t *Tiers) AllowShared(address string, n int, opens bool) error {
	if wait := t.all.take(NetworkOf(address), float64(n), opens); wait > 0 {
		return &LimitError{t.what + " of all players together, and more from your network than its share",
			waiting(wait)}
	}
	return nil
}

// GiveBack undoes [Tiers.AllowShared].
func (t *Tiers) GiveBack(address string, n int) {
	t.all.giveBack(NetworkOf(address), float64(n))
}

// Busiest returns the part of what all may do together that one network has used: from 0 to 1.
func (t *Tiers) Busiest() float64 { return t.all.busiest() }

// NetworkOf returns the [httpx.NetworkKey] of the addresses that an [httpx.AddressKey] stands for.
// It returns other texts unchanged.
func NetworkOf(address string) string {
	p, err := netip.ParsePrefix(address)
	if err != nil || !p.Addr().Is6() {
		return address
	}
	p, _ = p.Addr().Prefix(48) // cannot fail for IPv6
	return p.String()
}
