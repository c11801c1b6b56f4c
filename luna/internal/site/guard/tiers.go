package guard

import (
	"math"
	"time"
)

// Tiers limits the actions of each address, of each network, in which one owner may have 65,536
// addresses of IPv6, and of all together, so that neither many addresses nor many networks add up
// without bound.
type Tiers struct {
	address, network *Limiter
	all              *Limiter // nil is unlimited
}

// Allow counts n actions of an address, given by its [AddressKey]. The error is a [LimitError].
func (t *Tiers) Allow(address string, n int) error {
	if err := t.address.Allow(address, n); err != nil {
		return err
	}
	if network := NetworkOf(address); network != address {
		if err := t.network.Allow(network, n); err != nil {
			return err
		}
	}
	if t.all == nil {
		return nil
	}
	return t.all.Allow("", n)
}

// times returns a rate that is n times as high.
func (r Rate) times(n int) Rate {
	burst := math.MaxInt
	if r.Burst <= math.MaxInt/n {
		burst = r.Burst * n
	}
	return Rate{Burst: burst, Every: max(1, r.Every/time.Duration(n))}
}
