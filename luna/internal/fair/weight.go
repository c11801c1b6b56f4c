package fair

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"net/http"
	"net/netip"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/game"
)

// FullAfter is the number of networks against whose players a player must have finished games
// before the player's guesses have their full weight. It is a compromise: see
// TestBoughtRatings.
const FullAfter = 4

// newcomer is the weight of a newcomer's guess.
const newcomer = 1. / (1 + FullAfter)

// fading is the factor by which the weight of a stranger's guess falls with each other stranger who
// has guessed about the same player. All of them together then weigh less than newcomer/(1−fading)
// = 1/2, and make no rating, which takes [game.MinWeight].
const fading = 3. / 5

// Weight returns the weight of a player's guess about another: (1+n)/(1+[FullAfter]), at most 1,
// where n is the number of other networks whose players have guessed about the player. A newcomer's
// guess weighs 1/5. A person's other accounts, which share their network, add nothing.
//
// The guess of a stranger, who is not [Known], weighs 1/5 regardless of whom they have met, times
// 3/5 for each other network from which strangers or newcomers have guessed about the same player.
//
// The guesses in by are about the player who now guesses, whose network is origin; those in about
// are about the other player. Guesses of unknown origin count as from a separate network for each
// player who made them.
func Weight(by, about []game.Received, origin uint64, known bool) float64 {
	if known {
		return float64(1+networks(by, origin, 1, FullAfter)) / (1 + FullAfter)
	}
	return newcomer * math.Pow(fading, float64(networks(about, origin, newcomer, manyStrangers)))
}

// manyStrangers is a number of strangers after which the weight of another one is negligible.
const manyStrangers = 50

// networks counts the other networks from which there are guesses up to a weight, up to a limit.
func networks(list []game.Received, origin uint64, heaviest float64, limit int) int {
	networks, players := make(map[uint64]struct{}), make(map[game.PlayerID]struct{})
	for _, g := range list {
		switch {
		case g.Weight > heaviest || g.Left:
		case g.Origin == 0:
			players[g.By] = struct{}{}
		case g.Origin != origin:
			networks[g.Origin] = struct{}{}
		}
		if len(networks)+len(players) == limit {
			break
		}
	}
	return len(networks) + len(players)
}

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

// Share returns what the shares of a site are counted by for a player who sends a request: the
// network that it came from, or the player if many people share the network. It is 0 for those who
// need no share, on the server's own computer.
func (n Networks) Share(ctx context.Context, player string) uint64 {
	origin, weighed := n.Of(ctx)
	if origin == 0 && weighed {
		return n.hash("player " + player)
	}
	return origin
}

// Client returns the address of a request as what the places of a site are shared by, or "" if many
// people may have it.
func (n Networks) Client(ctx context.Context, address string) string {
	if origin, _ := n.Of(ctx); origin == 0 {
		return ""
	}
	return address
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
	return n.Hash(c.address), true
}

// Hash returns the keyed hash that stands for the network of an address.
func (n Networks) Hash(a netip.Addr) uint64 { return n.hash(httpx.NetworkKey(a)) }

func (n Networks) hash(text string) uint64 {
	h := hmac.New(sha256.New, n.Key)
	h.Write([]byte(text))
	return max(1, binary.BigEndian.Uint64(h.Sum(nil))&game.MaxOrigin)
}
