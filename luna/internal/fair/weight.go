package fair

import (
	"math"

	"github.com/luna-rating/luna/luna/game"
)

// FullAfter is the number of networks against whose players one must have finished games before
// one's guesses have their full weight. It is a compromise: see luna/internal/fair/rings.
const FullAfter = 4

// newcomer is what the guess of a newcomer weighs.
const newcomer = 1. / (1 + FullAfter)

// fading is by how much the guess of a stranger weighs less for each other stranger who has guessed
// about the same player. All of them together then weigh less than newcomer/(1−fading) = 1/2, and
// make no rating, which takes [game.MinWeight].
const fading = 3. / 5

// Weight is how much the guess of a player about another weighs: (1+n)/(1+[FullAfter]), at most 1,
// where n is the number of other networks whose players have guessed about the player. A newcomer's
// guess weighs 1/5, and one's own accounts, which share a network, add nothing.
//
// The guess of a stranger, who is not [Known], weighs 1/5 whomever they have met, and for each other
// network from which strangers or newcomers have guessed about the same player, 3/5 of that.
//
// By are the guesses about the player who guesses, from a network, and about are those about the
// other one. A guess of unknown origin is from another network for each player who made one.
func Weight(by, about []game.Received, origin uint64, known bool) float64 {
	if known {
		return float64(1+networks(by, origin, 1, FullAfter)) / (1 + FullAfter)
	}
	return newcomer * math.Pow(fading, float64(networks(about, origin, newcomer, manyStrangers)))
}

// manyStrangers is a number of strangers after which another one weighs nothing to speak of.
const manyStrangers = 50

// networks counts the other networks from which there are guesses up to a weight, up to a limit.
func networks(list []game.Received, origin uint64, heaviest float64, limit int) int {
	networks, players := make(map[uint64]struct{}), make(map[game.PlayerID]struct{})
	for _, g := range list {
		switch {
		case g.Weight > heaviest:
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
