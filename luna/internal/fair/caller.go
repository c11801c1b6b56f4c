package fair

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"net/http"
	"net/netip"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/game"
)

// caller is where a request comes from.
type caller struct {
	address   netip.Addr
	forwarded bool
}

type callerKey struct{}

// From returns a context that records where a request comes from.
func From(ctx context.Context, r *http.Request) context.Context {
	return context.WithValue(ctx, callerKey{}, caller{httpx.Address(r), httpx.Forwarded(r)})
}

// Networks tells networks apart.
type Networks struct {
	Key []byte // of the hash
	// Shared are networks that many people use, such as a school's: guesses from there do not come
	// from one person.
	Shared []netip.Prefix
	// Proxied says that clients may reach the server through a proxy. If so, no request counts as
	// the operator's own.
	Proxied bool
}

// Of returns the network that a request came from, and whether guesses from there are weighed.
// Guesses from the server's own computer are not, since programs and people there could change the
// database too. The origin is unknown for a request from this computer, for one from a network that
// many people share, and without a request. All requests that a proxy forwards without an address
// count as one network. The origin is a keyed hash, which does not reveal the address.
func (n Networks) Of(ctx context.Context) (origin uint64, weighed bool) {
	c, ok := ctx.Value(callerKey{}).(caller)
	if !ok {
		return 0, false
	}
	if a := c.address; !n.Proxied && !c.forwarded && (!a.IsValid() || a.IsLoopback()) {
		return 0, false
	}
	for _, p := range n.Shared {
		if p.Contains(c.address) {
			return 0, true
		}
	}
	h := hmac.New(sha256.New, n.Key)
	h.Write([]byte(httpx.NetworkKey(c.address)))
	return max(1, binary.BigEndian.Uint64(h.Sum(nil))&game.MaxOrigin), true
}
