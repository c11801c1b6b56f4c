package fair

import (
	"math"

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
